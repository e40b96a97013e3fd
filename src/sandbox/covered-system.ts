/** The system as a run sees it: its allowlist, with covers over the credentials and checkouts in what was installed by hand. */
import type { Mount } from './contract.ts';
import { coverCredentials, type Covered } from './cover-credentials.ts';
import type { SearchMemory } from './remembered-search.ts';
import { INSTALLED_BY_HAND, systemMounts } from './system-mounts.ts';

export interface CoveredSystem extends Pick<Covered, 'notices'> {
  /**
   * Covers included: what PATH names below one of them is a tool to mount, as in any other folder. A version manager in
   * `/usr/local` is a checkout, and covered.
   */
  readonly mounts: readonly Mount[];
}

/** What was installed by hand is covered whole where it could not be searched to its end. */
export async function coveredSystem(
  hidden: readonly string[],
  memory: SearchMemory,
): Promise<CoveredSystem> {
  const system = systemMounts();
  const mounts = INSTALLED_BY_HAND.map((path): Mount => ({ kind: 'read', path }));
  const covered = system.flatMap(({ kind, path }) => (kind === 'empty' ? [path] : []));
  const { covers, notices, refused } = await coverCredentials({
    shown: mounts.map((mount) => ({ mount, by: 'tools' })),
    hidden: [...hidden, ...covered],
    memory,
  });
  const whole = refused.map(({ path }): Mount => ({ kind: 'empty', path, closed: true }));
  return { mounts: [...system, ...covers, ...whole], notices };
}
