/** How a slot stands in a table. */
import type { ListedSlot, SlotListing } from '../../scheduler/list-slots.ts';
import type { Silence } from '../../scheduler/silence.ts';
import { plural } from '../../words/text.ts';
import { localTime, relativeTime } from './relative-time.ts';
import { outcomeStyle } from './run-columns.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

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
