/**
 * Which lines get which key tonight: those of the items that are proposed, and with them those of earlier items whose line
 * has none yet, so that the newest branch has all that an earlier one has and may take its place. Pure.
 */
import type { TodoFact } from '../../../domain/facts.ts';
import type { ItemKey } from '../../../domain/ids.ts';
import type { NoteMark } from './mark-notes.ts';
import type { DueNote, SweepPlan } from './plan-sweep.ts';

export interface MarkLists {
  readonly proposed: readonly NoteMark[];
  /** Empty where nothing is proposed: then there is no branch. */
  readonly again: readonly NoteMark[];
}

export function listMarks({ due }: Pick<SweepPlan, 'due'>): MarkLists {
  const proposed = due.flatMap((note) =>
    note.standing.kind === 'proposed' ? marksOf(note, note.standing.item) : [],
  );
  if (proposed.length === 0) return { proposed, again: [] };
  const again = due.flatMap((note) => {
    const { standing } = note;
    const item = standing.kind === 'carried' || standing.kind === 'covered' ? standing.item : null;
    return item === null ? [] : marksOf(note, item).filter(({ todo }) => mayHaveKey(todo));
  });
  return { proposed, again };
}

/** Of one text, the lead is told where it cannot be marked; the other places are marked where they can. */
function marksOf({ todo, places }: DueNote, item: ItemKey): readonly NoteMark[] {
  return [{ todo, item }, ...places.filter(mayHaveKey).map((place) => ({ todo: place, item }))];
}

function mayHaveKey({ comment, issues }: TodoFact): boolean {
  return comment && issues.length === 0;
}
