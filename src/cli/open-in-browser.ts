import { platformFacts } from '../platform/environment.ts';
import { AppError } from '../words/errors.ts';
import type { CommandCall } from './command.ts';

const PATIENCE_MS = 15_000;

/** The system's own opener, with the link as one argument. */
export async function openInBrowser({ env, folder }: CommandCall, link: string): Promise<void> {
  const opener = platformFacts().os === 'darwin' ? 'open' : 'xdg-open';
  const { runProcess } = await import('../platform/process.ts');
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { exitCode, timedOut } = await runProcess({
    argv: [opener, link],
    cwd: folder,
    env: Object.fromEntries(given),
    timeoutMs: PATIENCE_MS,
    maxBytes: 100_000,
  });
  // Where no browser runs yet, the opener may stay as long as the browser.
  if (exitCode === 0 || timedOut) return;
  throw new AppError('missing', {
    code: 'no-opener',
    message: `${opener} could not open a browser`,
    hint: 'Open the link by hand: roundsman page',
  });
}
