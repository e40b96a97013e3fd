/** Who is at the files of a task, in sentences. Pure; titles and paths in them are hostile text on one line. */
import { oneLine, plural } from '../words/text.ts';
import type { ToldOverlap } from './brief-context.ts';

const MOST_FILES = 4;
const MOST_NAMES = 4;

const STATES: Readonly<Record<ToldOverlap['sessions'][number]['state'], string>> = {
  working: 'working now',
  waiting: 'waiting for a person',
  idle: 'open, idle',
  unknown: 'state unknown',
  ended: 'ended',
};

/** `session ‘Rename the parser’ (claude, working now) and branch roundsman/x touch src/a.ts, which this task names (facts todos)` */
export function overlapLine({ files, fileCount, named, sessions, branches }: ToldOverlap): string {
  const who = [
    ...sessions.map(
      ({ title, engine, state }) => `session ‘${oneLine(title, 80)}’ (${engine}, ${STATES[state]})`,
    ),
    ...branches.map((branch) => `branch ${oneLine(branch, 120)}`),
  ];
  const verb = who.length === 1 ? 'touches' : 'touch';
  const paths = listed(
    files.map((path) => oneLine(path, 120)),
    { most: MOST_FILES, of: fileCount },
  );
  return `${listed(who, { most: MOST_NAMES, of: who.length })} ${verb} ${paths}, which this task names (${named.map((name) => oneLine(name, 60)).join(', ')})`;
}

function listed(
  names: readonly string[],
  { most, of }: { readonly most: number; readonly of: number },
): string {
  const shown = names.slice(0, most);
  const more = of - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

/** `3 files of this task are touched by others` */
export function overlapCount(overlap: readonly ToldOverlap[]): string {
  const files = overlap.reduce((sum, { fileCount }) => sum + fileCount, 0);
  return `${plural(files, 'file')} that this task names ${files === 1 ? 'is' : 'are'} touched by others`;
}
