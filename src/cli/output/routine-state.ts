/** What is to say of a routine besides its next slot: one line, empty for most. Pure. */
import type { RoutineListing } from '../../scheduler/list-routines.ts';
import { untilWords } from '../../scheduler/pause-view.ts';
import { oneLine } from '../../words/text.ts';
import { relativeTime } from './relative-time.ts';

export interface StateWords {
  readonly now: Date;
  /** Where definitions come from: `main`. */
  readonly ref: string | null;
}

/** `local, not active`, `broken, last good version active; paused by ada since 3 h ago: too loud`. */
export function routineState(listing: RoutineListing, words: StateWords): string {
  return [...contentWords(listing, words), ...pauseWords(listing, words)].join('; ');
}

function contentWords(
  { routine, isBrokenThere, isBrokenHere }: RoutineListing,
  { ref }: StateWords,
): readonly string[] {
  const { source, local, enabled } = routine;
  const other = source === 'enabled' ? 'what was enabled' : `the version at ${ref ?? 'the ref'}`;
  if (source === null) {
    // The column of the next slot says that it is broken.
    if (isBrokenThere && local !== 'changed') return [];
    if (isBrokenThere) return ['broken; local, not active'];
    return [isBrokenHere ? 'broken; local, not active' : 'local, not active'];
  }
  const broken = isBrokenThere ? ['broken, last good version active'] : [];
  const here =
    local === 'changed'
      ? [`${isBrokenHere ? 'broken here; ' : ''}local, not active (active: ${other})`]
      : local === 'missing'
        ? [`not in this checkout (active: ${other})`]
        : [];
  const pinned = source === 'enabled' && local !== 'missing' ? ['enabled here'] : [];
  return [...broken, ...pinned, ...here, ...(enabled ? [] : ['disabled'])];
}

function pauseWords({ routine }: RoutineListing, { now }: StateWords): readonly string[] {
  const { pause } = routine;
  if (pause === null) return [];
  const why = pause.reason === '' ? '' : `: ${oneLine(pause.reason, 200)}`;
  return [
    `paused by ${oneLine(pause.by, 60)} since ${relativeTime(pause.at, now)}${untilWords(pause.until)}${why}`,
  ];
}
