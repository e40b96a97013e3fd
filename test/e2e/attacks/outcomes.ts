/** What becomes of each attack, by level. The table in docs/security.md is checked against this one. */

/**
 * `prevented`: nothing of the person's changed, nothing was started. `detected`: it may have happened, and the run's
 * report names it. `possible`: it may happen, and nobody says so.
 */
export type Outcome = 'prevented' | 'detected' | 'possible';

export interface AttackOutcome {
  /** Of test/fixtures/attacks/attacks.mjs. */
  readonly number: number;
  readonly attack: string;
  /** From inside the run and by the path of the person's checkout alike. */
  readonly sandbox: Outcome;
  /** From inside what the run was given. */
  readonly private: Outcome;
}

export const ATTACKS: readonly AttackOutcome[] = [
  row(1, 'moves your branches with `git update-ref`'),
  row(2, 'deletes your branches'),
  row(3, 'takes or clears your stashes'),
  row(4, 'leaves hooks'),
  row(5, 'sets `core.hooksPath`'),
  row(6, 'sets `core.fsmonitor`, which `git status` and prompts start'),
  row(7, 'sets `diff.external`, `core.pager`, `core.sshCommand`, an alias'),
  row(8, 'sets filters, with attributes on its branch or in `info/attributes`'),
  row(9, 'removes and prunes your other worktrees'),
  { ...row(10, '`git reset --hard` and `git clean` in your checkout'), private: 'detected' },
  row(11, 'expires reflogs and prunes what only they knew'),
  row(12, 'leaves lock files'),
  row(13, 'sets `credential.helper`, `url.*.pushInsteadOf`, the URL of a remote'),
  row(14, 'puts a pointer to a repository of its own in place of its `.git`'),
  { ...row(15, 'commits a bare repository that starts programs'), private: 'detected' },
  { ...row(16, 'empties or removes objects'), private: 'detected' },
  row(17, 'replaces commits with `git replace`'),
  row(18, 'sets an extension that no git knows'),
  row(19, 'includes settings from a file of its own'),
  row(20, 'lets git tidy up while eight runs commit'),
];

function row(number: number, attack: string): AttackOutcome {
  return { number, attack, sandbox: 'prevented', private: 'prevented' };
}
