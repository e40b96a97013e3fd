/** Where a note past the limit stands: who carries it, or why nothing is done about it now. */
import type { BriefContext, PriorFinding } from '../../../context/brief.ts';
import type { TodoFact } from '../../../words/facts.ts';
import type { BranchName, ItemKey } from '../../../words/ids.ts';

export type Standing =
  /** The line names an issue or item already. */
  | { readonly kind: 'keyed'; readonly issues: readonly string[] }
  /** A person said that it may stay, for good or for a while, or that it needs no item. */
  | { readonly kind: 'dismissed' | 'snoozed' | 'declined'; readonly reason: string }
  /** A branch that no one has landed yet puts a key on the line. */
  | { readonly kind: 'covered'; readonly branch: BranchName; readonly item: ItemKey | null }
  /** An item was filed or proposed earlier. `lapsed`: the branch with its key no longer merges. */
  | { readonly kind: 'carried'; readonly item: ItemKey; readonly lapsed: boolean }
  /** This run proposes an item. */
  | { readonly kind: 'proposed'; readonly item: ItemKey }
  /** Its turn comes on a later night. */
  | { readonly kind: 'waits' };

/**
 * The standing that earlier runs, people and the line itself gave the note; `null` when none did. `prior` is
 * what the ledger knows of it, maybe under the fingerprint of the place it was in before.
 */
export function settledStanding(
  todo: TodoFact,
  prior: PriorFinding | undefined,
  { branches, lapsed = [] }: Pick<BriefContext, 'branches' | 'lapsed'>,
): Standing | null {
  const verdict = verdictOf(prior);
  if (verdict !== null) return verdict;
  if (todo.issues.length > 0) return { kind: 'keyed', issues: todo.issues };
  const item = prior?.item ?? null;
  const names = namesOf(todo, prior);
  const branch = branches.find(({ covers }) => covers.some((name) => names.includes(name)));
  if (branch !== undefined) return { kind: 'covered', branch: branch.branch, item };
  if (item === null) return null;
  return { kind: 'carried', item, lapsed: names.some((name) => lapsed.includes(name)) };
}

/** All fingerprints that it is or was known under. */
export function namesOf(
  { fingerprint }: Pick<TodoFact, 'fingerprint'>,
  prior: PriorFinding | undefined,
): readonly string[] {
  return [
    ...new Set([
      fingerprint,
      ...(prior === undefined ? [] : [prior.fingerprint]),
      ...(prior?.aliases ?? []),
    ]),
  ];
}

/** A snooze counts while the ledger says so: one that ran out leaves its verdict behind, but not the state. */
function verdictOf(prior: PriorFinding | undefined): Standing | null {
  if (prior === undefined) return null;
  const reason = prior.verdict?.reason ?? '';
  if (prior.state === 'dismissed' || prior.verdict?.kind === 'dismissed')
    return { kind: 'dismissed', reason };
  if (prior.verdict?.kind === 'declined') return { kind: 'declined', reason };
  return prior.state === 'snoozed' ? { kind: 'snoozed', reason } : null;
}
