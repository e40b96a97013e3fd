/**
 * Which lines get which key tonight: lines of proposed items, lines of a branch that no longer merges, and with them lines
 * of an untouched branch that waits, so that one new branch has them all and replaces it. To a branch that a person touched,
 * the run only adds. Pure.
 */
import type { TodoFact } from '../../../words/facts.ts';
import type { NoteMark } from './mark-notes.ts';
import type { DueNote, SweepPlan } from './plan-sweep.ts';

export interface MarkLists {
  readonly proposed: readonly NoteMark[];
  /** Of earlier nights. */
  readonly again: readonly NoteMark[];
}

export function listMarks({ due, branches }: Pick<SweepPlan, 'due' | 'branches'>): MarkLists {
  const proposed = due.filter(({ standing }) => standing.kind === 'proposed').flatMap(marksOf);
  const lapsed = due
    .filter(({ standing }) => standing.kind === 'carried' && standing.lapsed)
    .flatMap(marksOf);
  if (proposed.length + lapsed.length === 0) return { proposed, again: [] };
  const replaced = new Set(
    branches.filter(({ isReplaced }) => isReplaced).map(({ branch }) => branch),
  );
  const waiting = due
    .filter(({ standing }) => standing.kind === 'covered' && replaced.has(standing.branch))
    .flatMap(marksOf);
  return { proposed, again: [...lapsed, ...waiting].filter(({ todo }) => mayHaveKey(todo)) };
}

/** Of one text, the lead is told where it cannot be marked; the other places are marked where they can. */
function marksOf({ todo, places, names, standing }: DueNote): readonly NoteMark[] {
  const item = 'item' in standing ? standing.item : null;
  if (item === null) return [];
  return [todo, ...places.filter(mayHaveKey)].map((one) => ({ todo: one, item, covers: names }));
}

function mayHaveKey({ comment, issues }: TodoFact): boolean {
  return comment && issues.length === 0;
}
