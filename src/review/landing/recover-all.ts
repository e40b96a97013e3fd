/** Whatever a crash left of landing, discarding, restoring or splitting, finished or taken back. Under the lock. */
import type { Desk } from './desk.ts';
import { recoverDiscarded } from './recover-discarded.ts';
import { recoverLandings } from './recover-landings.ts';
import { sweepStrays } from './sweep-strays.ts';

/** Sentences on what was found and done. */
export async function recoverAll(desk: Desk): Promise<readonly string[]> {
  const told = [...(await recoverLandings(desk)), ...(await recoverDiscarded(desk))];
  await sweepStrays(desk);
  return told;
}
