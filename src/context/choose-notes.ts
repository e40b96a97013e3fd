/**
 * Which notes a sweep counts: those of one text are one, with their places, and what is not due yet is left for its time.
 * A note that the ledger knows stays a finding of its own, so that none seems gone because another has its words. Pure.
 */
import type { TodoFact, TodosFacts } from '../words/facts.ts';
import type { PriorFinding } from './brief.ts';

export interface ChosenNote {
  readonly todo: TodoFact;
  /** Where else the same stands. */
  readonly places: readonly TodoFact[];
}

export interface ChosenNotes {
  readonly notes: readonly ChosenNote[];
  readonly later: readonly TodoFact[];
}

export function chooseNotes(
  facts: Pick<TodosFacts, 'items'>,
  findings: readonly PriorFinding[],
): ChosenNotes {
  const known = new Set(
    findings
      .filter(({ state }) => state !== 'resolved')
      .flatMap(({ fingerprint, aliases = [] }) => [fingerprint, ...aliases]),
  );
  const isKnown = ({ fingerprint }: TodoFact): boolean => known.has(fingerprint);
  const due = facts.items.filter((todo) => todo.dueLater === undefined || isKnown(todo));
  const leads = new Map<string, TodoFact>();
  for (const todo of [...due.filter(isKnown), ...due]) {
    if (todo.group !== undefined && !leads.has(todo.group)) leads.set(todo.group, todo);
  }
  const isPlace = (todo: TodoFact): boolean =>
    todo.group !== undefined && leads.get(todo.group) !== todo && !isKnown(todo);
  const places = new Map<TodoFact, TodoFact[]>();
  for (const todo of due.filter(isPlace)) {
    const lead = leads.get(todo.group ?? '');
    if (lead !== undefined) places.set(lead, [...(places.get(lead) ?? []), todo]);
  }
  return {
    notes: due
      .filter((todo) => !isPlace(todo))
      .map((todo) => ({ todo, places: places.get(todo) ?? [] })),
    later: facts.items.filter((todo) => todo.dueLater !== undefined && !isKnown(todo)),
  };
}
