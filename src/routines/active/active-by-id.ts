/** What counts of each routine. Pure. */
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { ActiveState } from './active-state.ts';

export interface ActiveRoutine extends Pick<ScheduledRoutine, 'definition' | 'source'> {
  readonly routine: ScheduledRoutine;
  readonly file: string;
  /** For people, where the content comes from: `main`, `origin/main`, or `enabled here`. */
  readonly from: string;
}

/** What a person enabled counts before what the ref says. By id, in order. */
export function activeById(state: ActiveState): ReadonlyMap<string, ActiveRoutine> {
  const all = [...state.atRef, ...state.enabled].map(
    ({ routine, file }) => [routine.id, { routine, file }] as const,
  );
  const from = refName(state);
  return new Map(
    [...new Map(all)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { routine, file }]) => [
        id,
        {
          routine,
          file,
          definition: routine.definition,
          source: routine.source,
          from: routine.source === 'enabled' ? 'enabled here' : from,
        },
      ]),
  );
}

/** As people say it: `main`, `origin/main`, `v2`. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes|tags)\//, '');
}

function refName({ definitions }: ActiveState): string {
  return definitions === null ? 'nowhere' : shortRef(definitions.ref);
}
