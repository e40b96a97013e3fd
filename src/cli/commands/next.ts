import { hostTimezone } from '../../platform/environment.ts';
import {
  nextOfAll,
  nextOfRoutine,
  type Calendar,
  type CalendarSlot,
  type ComingSlot,
  type ComingSlots,
  type SlotSearch,
} from '../../routines/next-slots.ts';
import { formatClock, formatSchedule, untilWords } from '../../scheduler/format-schedule.ts';
import { nextOfText } from '../../scheduler/next-of-text.ts';
import { AppError } from '../../words/errors.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';

/** Whose time it would be, where words given to --cron leave it open. */
const ANY_ROUTINE = 'routine';

export async function nextCommand(call: CommandCall): Promise<number> {
  const count = readCount(call.options, { name: 'count', byDefault: 5, most: 1_000 });
  const search = { from: readInstant(call), count };
  const cron = call.options.text('cron');
  const routine = call.words[0];
  if (cron !== null && routine !== undefined) {
    throw usage('give either a routine or --cron', 'For example: roundsman next todo-sweep');
  }
  if (cron === null && call.options.text('timezone') !== null) {
    throw usage('--timezone goes with --cron only', 'A routine says its zone itself.');
  }
  if (cron !== null) return nextOfCron(call, cron, search);
  return routine === undefined ? nextOfEach(call, search) : nextOfOne(call, routine, search);
}

async function nextOfOne(call: CommandCall, id: string, search: SlotSearch): Promise<number> {
  const coming = await nextOfRoutine(await openWorkspace(call), { id, ...search });
  tellBroken(call, coming);
  if (!coming.enabled && !call.json) {
    call.terminal.err(`note: ${id} is \`enabled: false\`; it does not start by itself\n`);
  }
  if (coming.pause !== null && !call.json) {
    const { by, until } = coming.pause;
    call.terminal.err(
      `note: ${id} is paused by ${oneLine(by, 60)}${untilWords(until)}: its slots start nothing (roundsman resume ${id})\n`,
    );
  }
  if (!call.json && coming.active !== 'same') {
    const why =
      coming.active === 'none'
        ? `${id} is local, not active: nothing starts it by itself`
        : `this is the schedule of the working tree; another version of ${id} is active`;
    call.terminal.err(`note: ${why} (roundsman enable ${id})\n`);
  }
  const byHand = `it runs by hand, with \`roundsman run ${id}\`.`;
  const empty =
    coming.schedules.length === 0
      ? `${id} has no schedule: ${byHand}`
      : `${id} has no slot ahead: its schedule has passed; ${byHand}`;
  return writeComing(call, coming, empty);
}

function nextOfCron(call: CommandCall, text: string, search: SlotSearch): number {
  const timezone = call.options.text('timezone');
  const fallback = hostTimezone();
  const coming = nextOfText({ text, timezone, fallback, routine: ANY_ROUTINE, ...search });
  if (!call.json && coming.schedules.some(({ phrase }) => (phrase?.stretch ?? null) !== null)) {
    call.terminal.err(
      `note: each routine gets a time of its own; this is that of one named "${ANY_ROUTINE}"\n`,
    );
  }
  return writeComing(call, coming, 'No slot in sight: this schedule never comes true.');
}

async function nextOfEach(call: CommandCall, search: SlotSearch): Promise<number> {
  const calendar = await nextOfAll(await openWorkspace(call), search);
  tellBroken(call, calendar);
  if (call.json) {
    writeInstants(call, calendar.slots);
    return 0;
  }
  const page = openPage(call.terminal);
  if (calendar.slots.length === 0) page.line(emptyWords(calendar));
  else {
    const routine = { title: 'routine', text: (slot: CalendarSlot) => slot.routine, shrinkTo: 12 };
    const isMarked = calendar.slots.some(({ active }) => !active);
    const note = {
      title: 'note',
      text: ({ active }: CalendarSlot) => (active ? '' : 'once it is active'),
    };
    page.table(
      [routine, ...slotColumns(calendar.slots, call.clock.now()), ...(isMarked ? [note] : [])],
      calendar.slots,
    );
  }
  const { disabled, broken, paused } = calendar;
  const left = [
    ...(disabled === 0 ? [] : [`${disabled} disabled`]),
    ...(paused === 0 ? [] : [`${paused} paused (roundsman resume --all)`]),
    ...(broken === 0 ? [] : [`${broken} broken (roundsman validate)`]),
  ];
  if (left.length > 0) call.terminal.err(`note: left out: ${left.join(', ')}\n`);
  tellNotActive(call, calendar);
  return 0;
}

/** Of a routine that was changed here, the times above are those of the version that is active. */
function tellNotActive({ terminal }: CommandCall, { notActive, slots }: Calendar): void {
  const active = new Set(slots.flatMap((slot) => (slot.active ? [slot.routine] : [])));
  const changed = notActive.filter((id) => active.has(id));
  const local = notActive.filter((id) => !active.has(id));
  const named = (ids: readonly string[]): string =>
    ids.length > 5 ? plural(ids.length, 'routine') : ids.join(', ');
  if (changed.length > 0)
    terminal.err(
      `note: changed here, while the active version runs at the times above: ${named(changed)} (roundsman list)\n`,
    );
  if (local.length > 0) terminal.err(`note: local, not active: ${named(local)} (roundsman list)\n`);
}

function tellBroken({ terminal }: CommandCall, { isBroken }: { readonly isBroken: boolean }): void {
  if (isBroken)
    terminal.err(
      'note: roundsman.yaml is broken: these are the times of the active versions (roundsman validate)\n',
    );
}

function emptyWords({ routines, disabled, broken, paused }: Calendar): string {
  if (routines === 0) return 'No routines yet. `roundsman init` writes a first one.';
  const able = routines - disabled - broken;
  if (able === 0) return 'No slots ahead: no routine is enabled and sound.';
  if (able === paused) return 'No slots ahead: every routine that starts by itself is paused.';
  return `No slots ahead: ${plural(able, 'routine')} here, none with one to come. Write \`on: { schedule: daily at 07:00 }\`.`;
}

function writeComing(call: CommandCall, coming: ComingSlots, empty: string): number {
  const { schedules, slots } = coming;
  if (call.json) {
    writeInstants(call, slots);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const schedule of schedules) page.line(page.paint('faint', formatSchedule(schedule)));
  if (slots.length === 0) page.line(empty);
  else page.table(slotColumns(slots, call.clock.now()), slots);
  return 0;
}

function writeInstants(call: CommandCall, slots: readonly ComingSlot[]): void {
  writeJson(
    call.terminal,
    slots.map((slot) => slot.instant),
  );
}

function slotColumns(slots: readonly ComingSlot[], now: Date): readonly Column<ComingSlot>[] {
  const isMarked = slots.some(({ change }) => change !== null);
  return [
    { title: 'local', text: (slot) => localTime(slot.instant, slot.timezone) },
    { title: 'utc', text: (slot) => `${slot.instant.slice(0, 16)}Z` },
    { title: 'when', text: (slot) => howFar(slot.instant, now) },
    ...(isMarked
      ? [{ title: 'clocks', text: (slot: ComingSlot) => formatClock(slot.change), shrinkTo: 20 }]
      : []),
  ];
}

/** The date stands beside it already. */
function howFar(instant: string, now: Date): string {
  const days = Math.round((Date.parse(instant) - now.getTime()) / 86_400_000);
  if (Math.abs(days) <= 30) return relativeTime(instant, now);
  return days > 0 ? `in ${days} d` : `${-days} d ago`;
}

function readInstant(call: CommandCall): Date {
  const text = call.options.text('from');
  if (text === null) return call.clock.now();
  const instant = new Date(text);
  if (/^[0-9]{4}-/.test(text) && !Number.isNaN(instant.getTime())) return instant;
  throw usage(`--from ${text} is not an instant`, 'Write it as in 2026-12-01T09:00:00Z.');
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
