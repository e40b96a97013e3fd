import { formatUnpushed } from '../../routines/unpushed-commits.ts';
import { formatTrigger, untilWords } from '../../scheduler/format-schedule.ts';
import {
  listRoutines,
  type RoutineList,
  type RoutineListing,
} from '../../scheduler/list-routines.ts';
import { relativeTime } from '../../words/local-time.ts';
import { resultWords } from '../../words/run-outcome.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage, type Page } from '../output/page.ts';
import { outcomeStyle } from '../output/run-columns.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

// What is to say of a routine besides its next slot: one line, empty for most. Pure.

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

export async function listCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const list = await listRoutines(workspace);
  const { listings } = list;
  if (call.json) {
    writeJson(
      call.terminal,
      listings.map((listing) => listing.routine),
    );
    tellUnpushed(call, list);
    return 0;
  }
  const page = openPage(call.terminal);
  if (listings.length === 0) {
    page.line(
      workspace.location.bare
        ? 'No routines here: a bare repository has no files. Go to a checkout of it.'
        : 'No routines yet. `roundsman init` writes a first one.',
    );
  } else {
    writeTable(call, page, list);
    for (const note of notesOf(list)) page.line(page.paint('faint', note));
  }
  writeProblems(call, list);
  tellUnpushed(call, list);
  return 0;
}

/** Wide enough for a column of its own that says what is unusual. */
const ROOM_FOR_STATE = 110;
const ROOM_FOR_NAME = 72;

function writeTable(call: CommandCall, page: Page, { listings, ref }: RoutineList): void {
  const { terminal } = call;
  const words = { now: call.clock.now(), ref };
  const width = terminal.outIsTerminal ? terminal.columns : Infinity;
  const isUnusual = listings.some((listing) => routineState(listing, words) !== '');
  const columns = routineColumns(words, { name: width >= ROOM_FOR_NAME });
  if (!isUnusual || width >= ROOM_FOR_STATE) {
    page.table([...columns, ...(isUnusual ? [stateColumn(words)] : [])], listings);
    return;
  }
  page.table(columns, listings, (listing) => routineState(listing, words));
}

function routineColumns(
  { now }: StateWords,
  shown: { readonly name: boolean },
): readonly Column<RoutineListing>[] {
  return [
    { title: 'routine', text: ({ routine }) => routine.id, shrinkTo: 12 },
    ...(shown.name
      ? [{ title: 'name', text: ({ routine }: RoutineListing) => routine.name, shrinkTo: 10 }]
      : []),
    {
      title: 'on',
      text: ({ routine }) => routine.triggers.map(formatTrigger).join(', ') || '-',
      shrinkTo: 8,
    },
    { title: 'next', text: (listing) => nextWords(listing, now) },
    {
      title: 'last run',
      text: (listing) => lastWords(listing, now),
      style: ({ lastRun }) => (lastRun === null ? 'faint' : outcomeStyle(lastRun)),
      shrinkTo: 16,
    },
  ];
}

function stateColumn(words: StateWords): Column<RoutineListing> {
  return { title: 'state', text: (listing) => routineState(listing, words), shrinkTo: 34 };
}

function nextWords({ routine }: RoutineListing, now: Date): string {
  if (routine.paused && routine.active && routine.next === null) return 'paused';
  if (routine.active) return routine.next === null ? '-' : relativeTime(routine.next, now);
  if (routine.problems.length > 0) return 'broken';
  return routine.enabled ? '-' : 'disabled';
}

function lastWords({ lastRun }: RoutineListing, now: Date): string {
  if (lastRun === null) return 'never';
  const at = lastRun.endedAt ?? lastRun.startedAt;
  const words = resultWords(lastRun);
  return at === null ? words : `${words}, ${relativeTime(at, now)}`;
}

function notesOf({ listings, ref, daemon }: RoutineList): readonly string[] {
  const routines = listings.map(({ routine }) => routine);
  const local = routines.filter((one) => one.local === 'new' || one.local === 'changed');
  const waiting = routines.filter((one) => one.active && one.triggers.some(startsByItself)).length;
  const which = local.length === 1 ? (local[0]?.id ?? '') : '--all';
  const commit = ref === null ? 'a first commit' : `a commit to ${ref}`;
  return [
    ...(local.length === 0
      ? []
      : [
          `${plural(local.length, 'routine')} local, not active: ${commit} makes ${local.length === 1 ? 'it' : 'them'} active, or \`roundsman enable ${which}\`.`,
        ]),
    ...(daemon || waiting === 0
      ? []
      : [`No daemon runs: nothing starts by itself until \`roundsman start\`.`]),
  ];
}

function tellUnpushed({ terminal }: CommandCall, { listings, unpushed }: RoutineList): void {
  if (unpushed !== null && listings.length > 0) terminal.err(`note: ${formatUnpushed(unpushed)}\n`);
}

function startsByItself({ kind }: { readonly kind: string }): boolean {
  return kind !== 'manual';
}

function writeProblems({ terminal }: CommandCall, { listings, problems }: RoutineList): void {
  const here = listings.reduce((sum, one) => sum + one.routine.problems.length, problems.length);
  if (here > 0)
    terminal.err(`note: ${plural(here, 'problem')} in the definitions: roundsman validate\n`);
  for (const { code, message, hint } of problems) {
    if (code === 'definitions-ref') terminal.err(`note: ${message}\n  ${hint}\n`);
  }
}
