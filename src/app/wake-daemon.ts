import type { Workspace } from './contract.ts';

/** Placeholder until the daemon's own is joined. */
export async function pokeDaemon(_workspace: Workspace): Promise<'woken' | 'no-daemon'> {
  return 'no-daemon';
}
