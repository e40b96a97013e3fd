/** What becomes of each attack, by level. The table in docs/security.md is held against this one. */

/**
 * `prevented`: nothing of the person's changed, nothing was started. `named`: it may have happened, and the run's report
 * says so. `open`: it may happen, and nobody says so.
 */
export type Outcome = 'prevented' | 'named' | 'open';

export interface AttackOutcome {
  /** Of test/fixtures/attacks/attacks.mjs. */
  readonly number: number;
  readonly attack: string;
  /** From inside the run and by the path of the person's checkout alike. */
  readonly sandbox: Outcome;
  /** Done to what the run was given. */
  readonly private: Outcome;
  /** Level `private`, done to the person's checkout by its path. */
  readonly byPath: Outcome;
}

export const ATTACKS: readonly AttackOutcome[] = [
  row(1, 'moves your branches with `git update-ref`', 'named'),
  row(2, 'deletes your branches', 'open'),
  row(3, 'takes or clears your stashes', 'open'),
  row(4, 'leaves hooks', 'named'),
  row(5, 'sets `core.hooksPath`', 'named'),
  row(6, 'sets `core.fsmonitor`, which `git status` and prompts start', 'named'),
  row(7, 'sets `diff.external`, `core.pager`, `core.sshCommand`, an alias', 'named'),
  row(8, 'sets filters, with attributes on a branch or in `info/attributes`', 'named'),
  row(9, 'removes and prunes your other worktrees', 'named'),
  { ...row(10, '`git reset --hard` and `git clean` in your checkout', 'named'), private: 'named' },
  row(11, 'expires reflogs and prunes what only they knew', 'open'),
  row(12, 'leaves lock files', 'open'),
  row(13, 'sets `credential.helper`, `url.*.pushInsteadOf`, the URL of a remote', 'named'),
  row(14, 'puts a pointer to a repository of its own in place of `.git`', 'named'),
  row(15, 'commits a bare repository that starts programs', 'named'),
  { ...row(16, 'empties or removes objects', 'named'), private: 'named' },
  row(17, 'replaces commits with `git replace`', 'open'),
  row(18, 'sets an extension that no git knows', 'named'),
  row(19, 'includes settings from a file of its own', 'named'),
  row(20, 'commits 25 times while git tidies up at each', 'named'),
];

function row(number: number, attack: string, byPath: Outcome): AttackOutcome {
  return { number, attack, sandbox: 'prevented', private: 'prevented', byPath };
}
