import { hostTimezone } from '../../platform/environment.ts';
import {
  type ListedSlot,
  listSlots,
  type SlotListing,
  type SlotQuestion,
} from '../../scheduler/list-slots.ts';
import type { Silence } from '../../scheduler/missing-slots.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { SLOT_STATES, type SlotState } from '../../words/slot.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { outcomeStyle } from '../output/run-columns.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';
import { readLimit, tellCut } from '../read-count.ts';
import { readSince } from '../read-moment.ts';

// How a slot stands in a table.

type Row = SlotListing['slots'][number];

/** Items have a column where a row has one. */
export function slotColumns(
  now: Date,
  timezone: string,
  rows: readonly Row[] = [],
): readonly Column<Row>[] {
  const item: Column<Row> = { title: 'item', text: ({ slot }) => slot.item ?? '-' };
  return [
    { title: 'due', text: ({ slot }) => dueWords(slot.scheduledFor, timezone) },
    { title: 'routine', text: ({ slot }) => slot.routine, shrinkTo: 8 },
    ...(rows.some(({ slot }) => slot.item !== null) ? [item] : []),
    { title: 'on', text: ({ slot }) => triggerWord(slot), shrinkTo: 6 },
    { title: 'state', text: ({ slot }) => stateWords(slot), style: stateStyle },
    {
      title: 'result',
      text: ({ slot }) => endWords(slot, now),
      style: ({ run }) => (run === null ? null : outcomeStyle(run)),
      shrinkTo: 14,
    },
    { title: 'run', text: ({ slot }) => slot.runId?.slice(-6) ?? '-' },
  ];
}

/** `todo-sweep: silent for 3 slots since 2026-11-18 02:00 CET: 2 missed (downtime), 1 without a record`. */
export function formatSilence(silence: Silence, timezone: string): string {
  const { routine, slots, lastStarted, reasons } = silence;
  const since =
    lastStarted === null ? ', none was started' : ` since ${dueWords(lastStarted, timezone)}`;
  const counted = reasons.map(({ words, count }) => `${count} ${words}`).join(', ');
  return `${routine}: silent for ${plural(slots, 'slot')}${since}: ${counted}`;
}

/** Without the day of the week: `2026-11-18 02:00 CET`. */
function dueWords(instant: string, timezone: string): string {
  return localTime(instant, timezone).slice('Mon '.length);
}

/** By hand are also those that make up for the past. */
function triggerWord({ key, trigger }: ListedSlot): string {
  const [kind = ''] = key.split(':');
  return kind === 'backfill' || kind === 'replay' ? kind : trigger;
}

function stateWords({ recorded, state }: ListedSlot): string {
  return recorded ? state : 'expected';
}

function endWords(slot: ListedSlot, now: Date): string {
  const { covers, reason, notBefore, runOutcome, runId } = slot;
  const many = covers === null ? '' : `${plural(covers.count, 'slot')}: `;
  if (reason !== null) return `${many}${reason}`;
  if (runId !== null) return runOutcome ?? 'its run is not here any more';
  return notBefore === null ? 'starts now' : `starts ${relativeTime(notBefore, now)}`;
}

function stateStyle({ slot }: Row): StyleName | null {
  if (!slot.recorded || slot.state === 'missed') return 'bad';
  if (slot.state === 'due' || slot.state === 'queued') return 'warn';
  return slot.state === 'started' ? null : 'faint';
}

/** More silent routines than these are only counted. */
const MOST_SILENT = 10;

export async function slotsCommand(call: CommandCall): Promise<number> {
  const question: SlotQuestion = {
    routine: readRoutine(call.words[0]),
    since: readSince(call),
    states: call.options.list('state').map(readState),
    limit: readLimit(call.options),
  };
  const listing = await listSlots(await openAttended(call), question);
  if (call.json) {
    writeJson(
      call.terminal,
      listing.slots.map(({ slot }) => slot),
    );
  } else {
    writeListing(call, question, listing);
  }
  tellCut(call, { shown: listing.slots.length, total: listing.total, more: '--all' });
  const { corrupt } = listing;
  if (corrupt.length > 0) {
    const first = corrupt[0];
    call.terminal.err(
      `note: ${plural(corrupt.length, 'slot record')} cannot be read, the first is ${first?.path ?? ''}: ${first?.problem ?? ''}\n`,
    );
  }
  return 0;
}

function writeListing(call: CommandCall, question: SlotQuestion, listing: SlotListing): void {
  const page = openPage(call.terminal);
  const timezone = hostTimezone();
  if (listing.slots.length === 0) page.line(emptyWords(question, listing));
  else page.table(slotColumns(call.clock.now(), timezone, listing.slots), listing.slots);
  const { silent } = listing;
  if (silent.length > 0) page.line();
  for (const one of silent.slice(0, MOST_SILENT))
    page.line(page.paint('warn', formatSilence(one, timezone)));
  const more = silent.length - MOST_SILENT;
  if (more > 0) page.line(`and ${plural(more, 'more silent routine')}: roundsman slots ROUTINE`);
  if (!listing.daemonRuns && listing.slots.length > 0)
    call.terminal.err('note: no daemon is running, nothing starts by itself: roundsman start\n');
}

function emptyWords({ routine, since, states }: SlotQuestion, { daemonRuns }: SlotListing): string {
  const of = routine === null ? '' : ` of ${routine}`;
  if (since !== null || states.length > 0) return `No such slots${of}.`;
  return daemonRuns
    ? `No slots${of} yet. The next ones: roundsman next${routine === null ? '' : ` ${routine}`}`
    : `No slots${of} yet: no daemon is running. Start one: roundsman start`;
}

function readRoutine(text: string | undefined): RoutineId | null {
  if (text === undefined) return null;
  if (isRoutineId(text)) return text;
  throw usage(
    'bad-routine-id',
    `"${oneLine(text, 80)}" cannot be the id of a routine`,
    'An id is the file name in routines/ without .yaml; `roundsman list` shows them.',
  );
}

function readState(text: string): SlotState['kind'] {
  const state = SLOT_STATES.find((one) => one === text);
  if (state !== undefined) return state;
  throw usage(
    'bad-slot-state',
    `--state ${oneLine(text, 80)} is not a state of a slot`,
    `There are: ${SLOT_STATES.join(', ')}.`,
  );
}

function usage(code: string, message: string, hint: string): AppError {
  return new AppError('usage', { code, message, hint });
}
