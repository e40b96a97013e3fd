/** The browser of this machine that the page is tried in. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** By its name on PATH; `null`: there is none. */
export function browserProgram(path = process.env['PATH'] ?? ''): string | null {
  const places = NAMES.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
