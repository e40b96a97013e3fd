import type { GitCall } from './git-call.ts';

/** What a symbolic ref points at, full; `null` when it is none (a detached HEAD) or not there. */
export async function readSymbolicRef(git: GitCall, ref: string): Promise<string | null> {
  const asked = await git(['symbolic-ref', '--quiet', ref], { okExitCodes: [0, 1, 128] });
  return asked.exitCode === 0 ? asked.stdout.trim() : null;
}
