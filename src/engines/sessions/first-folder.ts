/** Where a session began, by the first lines of its file: cheap, for looking through many. */
import { readHostile } from '../../platform/hostile-paths.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { Remembered } from './contract.ts';

/** Mostly enough; else so much as is ever read of a beginning. */
const STEPS = [2 * 1024, 64 * 1024] as const;
// A quote within a string is written with a backslash, so that this is a field, wherever it stands.
const FOLDER = /"cwd":\s?("(?:[^"\\]|\\.)*")/;

export interface Beginning {
  /** Absolute; `null`: not said. */
  readonly cwd: string | null;
  /** As much as was read, for other marks. */
  readonly text: string;
}

export function readBeginning(path: string): Beginning {
  let text = '';
  for (const most of STEPS) {
    text = readHostile(path, most)?.toString('utf8') ?? '';
    const found = FOLDER.exec(text)?.[1];
    const cwd = found === undefined ? null : tryParseJson(found);
    if (typeof cwd === 'string' && cwd.startsWith('/')) return { cwd, text };
    if (text.length < most / 2) break;
  }
  return { cwd: null, text };
}

/** Passed over for good: of another kind than sessions. */
export const NO_SESSION = '-';

/** As `remembered` has it, else read; what is told once stays. `null`: the beginning does not say. */
export function firstFolder(
  path: string,
  {
    remembered,
    isSession,
  }: {
    readonly remembered: Remembered | undefined;
    readonly isSession: (beginning: string) => boolean;
  },
): string | null {
  const known = remembered?.get(path);
  if (known !== undefined) return known;
  const { cwd, text } = readBeginning(path);
  if (cwd === null) return null;
  const told = isSession(text) ? cwd : NO_SESSION;
  remembered?.set(path, told);
  return told;
}
