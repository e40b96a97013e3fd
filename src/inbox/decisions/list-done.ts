/** What people decided and can take back: decisions of the inbox, pauses, discarded branches, landings. */
import { untilWords } from '../../scheduler/format-schedule.ts';
import { isOfRemoval } from '../../scheduler/removal-pause.ts';
import type { Decision } from '../../words/decision.ts';
import type { DiscardedBranch } from '../../words/review/branch-verdict.ts';
import type { Landing } from '../../words/review/landing.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import type { Workspace } from '../../workspace/contract.ts';

export type Done = DoneWords &
  (
    | { readonly kind: 'decision'; readonly decision: Decision }
    /** `pauses`: those that were made with it, itself among them. */
    | { readonly kind: 'pause'; readonly pauses: readonly Pause[] }
    | { readonly kind: 'discard'; readonly discarded: DiscardedBranch }
    | { readonly kind: 'landing'; readonly landing: Landing }
  );

interface DoneWords {
  /** What `undo` takes. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  readonly said: string;
}

/** Newest first. What was undone is not among them. */
export async function listDone(workspace: Workspace): Promise<readonly Done[]> {
  const [all, pauses, discarded, landings] = await Promise.all([
    workspace.decisions.read(),
    pausesByPeople(workspace),
    discardedByPeople(workspace),
    workspace.review.landings.list(),
  ]);
  const decisions = all.filter(({ undone }) => undone === undefined);
  const done: readonly Done[] = [
    ...decisions.map((decision): Done => {
      const { id, at, by, said } = decision;
      return { kind: 'decision', id, at, by, said, decision };
    }),
    ...pauses.map((pause) => doneOfPause(pause, pauses)),
    ...discarded.map((one): Done => {
      const { id, at, by, branch } = one;
      const said = `discarded ${branch}`;
      return { kind: 'discard', id: id.slice(-6), at, by, said, discarded: one };
    }),
    ...landings.flatMap((one) => (one.state.kind === 'landed' ? [doneOfLanding(one)] : [])),
  ];
  return done.toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** What was taken back, and who did that. `id` takes nothing any more. */
export interface Undone extends DoneWords {
  readonly kind: 'undone';
  readonly undone: { readonly at: string; readonly by: string };
}

/** Newest first. Decisions and landings; of pauses and discarded branches that were taken back nothing is kept. */
export async function listUndone(workspace: Workspace): Promise<readonly Undone[]> {
  const [decisions, landings] = await Promise.all([
    workspace.decisions.read(),
    workspace.review.landings.list(),
  ]);
  const undone = [
    ...decisions.flatMap(({ undone: end, id, at, by, said }): readonly Undone[] =>
      end === undefined ? [] : [{ kind: 'undone', id, at, by, said, undone: end }],
    ),
    ...landings.flatMap((landing): readonly Undone[] => {
      const { state } = landing;
      if (state.kind !== 'undone') return [];
      const { id, at, by, said } = doneOfLanding(landing);
      return [{ kind: 'undone', id, at, by, said, undone: { at: state.at, by: state.by } }];
    }),
  ];
  return undone.toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function doneOfPause(pause: Pause, all: readonly Pause[]): Done {
  const { routine, at, by, until } = pause;
  return {
    kind: 'pause',
    id: routine,
    at,
    by,
    said: `paused ${routine}${untilWords(until)}`,
    pauses: pausesMadeWith({ at, by }, all),
  };
}

/** Several that were paused at once. */
export function pausesMadeWith(
  { at, by }: Pick<Pause, 'at' | 'by'>,
  all: readonly Pause[],
): readonly Pause[] {
  return all.filter((one) => one.at === at && one.by === by);
}

function doneOfLanding(landing: Landing): Done & { readonly kind: 'landing' } {
  const { id, by, startedAt, steps, target } = landing;
  const branches = steps.map(({ branch }) => branch).join(', ');
  const said = `landed ${branches} on ${target}`;
  return { kind: 'landing', id: id.slice(-6), at: startedAt, by, said, landing };
}

/** Not those of routines that were removed: ending such a pause brings no file back. */
export async function pausesByPeople(workspace: Workspace): Promise<readonly Pause[]> {
  const pauses = await workspace.pauses.list(workspace.clock.now().toISOString());
  return pauses.filter((pause) => !isOfRemoval(pause));
}

/** A branch that was replaced by a newer run nobody discarded. */
async function discardedByPeople(workspace: Workspace): Promise<readonly DiscardedBranch[]> {
  const { listDiscarded } = await import('../../review/restore-branch.ts');
  return (await listDiscarded(workspace)).filter(({ replacedBy }) => replacedBy === undefined);
}
