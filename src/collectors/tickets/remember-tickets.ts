/** What was told, and what each theme is known by; `memory/tickets-memory.ts` says how long. Pure. */
import type { TicketsFacts } from '../../words/facts.ts';
import type { TicketTheme } from '../../words/ticket.ts';
import type { RememberRequest } from '../contract.ts';
import { keptText } from './embeddings/text-key.ts';
import { isSameWindow } from './memory/known-themes.ts';
import {
  readTicketsMemory,
  type ThemeRecord,
  type TicketsMemory,
  type ToldWindow,
} from './memory/tickets-memory.ts';
import { MAX_KEPT } from './themes/contract.ts';

const DAY_MS = 86_400_000;
const KEEP_TOLD_MS = 400 * DAY_MS;
const KEEP_THEME_MS = 120 * DAY_MS;
const KEEP_TICKETS_MS = 28 * DAY_MS;
const MAX_RECORDS = 3;
const MAX_WINDOWS = 30;

/** Throws an AppError when `current` cannot be read. Doing it twice changes nothing. */
export function rememberTickets({
  facts,
  window,
  current,
}: RememberRequest<TicketsFacts>): TicketsMemory {
  const memory = readTicketsMemory(current);
  const told: ToldWindow = { from: window.from, to: window.to };
  const windows = newestWindows([
    ...(facts.themes.length === 0 ? [] : [told]),
    ...memory.windows.filter((one) => !isSameWindow(one, told)),
  ]);
  const newest = Math.max(Date.parse(windows[0]?.to ?? window.to), Date.parse(window.to));
  return {
    version: 1,
    ...rememberTold(memory, { facts, day: window.to.slice(0, 10), newest }),
    windows,
    themes: rememberThemes(memory, { facts, window: told, newest }),
    kept: rememberTerms(memory, { facts, window: told, newest }),
    ...rememberMark(memory, facts),
  };
}

/** A window of long ago, run again, does not lead back. */
function rememberMark(
  memory: TicketsMemory,
  { origin }: TicketsFacts,
): Pick<TicketsMemory, 'mark'> {
  const kept = memory.mark;
  const read = origin?.mark ?? null;
  const goesBack = read !== null && kept?.identity === read.identity && read.reached < kept.reached;
  const mark = read === null || goesBack ? kept : read;
  return mark === undefined ? {} : { mark };
}

/** What the tickets of this window said, in place of what an earlier run of it kept; whole windows, newest first. */
function rememberTerms(
  memory: TicketsMemory,
  {
    facts,
    window,
    newest,
  }: { readonly facts: TicketsFacts; readonly window: ToldWindow; readonly newest: number },
): TicketsMemory['kept'] {
  const home = new Map(facts.themes.flatMap(({ id, tickets }) => tickets.map((one) => [one, id])));
  const told = facts.items
    .flatMap((item) => {
      const { id } = item;
      const theme = home.get(id);
      const terms = facts.terms?.[id];
      if (theme === undefined || terms === undefined) return [];
      return [{ id, theme, terms, ...keptText(facts, item) }];
    })
    .toReversed();
  const windows = [
    { to: window.to, tickets: told },
    ...memory.kept.filter(({ to }) => to !== window.to),
  ]
    .filter(({ to, tickets }) => tickets.length > 0 && Date.parse(to) >= newest - KEEP_TICKETS_MS)
    .toSorted((a, b) => (a.to < b.to ? 1 : -1));
  let free = MAX_KEPT;
  return windows.flatMap(({ to, tickets }) => {
    const kept = tickets.slice(0, free);
    free -= kept.length;
    return kept.length === 0 ? [] : [{ to, tickets: kept }];
  });
}

function newestWindows(windows: readonly ToldWindow[]): readonly ToldWindow[] {
  return windows.toSorted((a, b) => (a.to < b.to ? 1 : -1)).slice(0, MAX_WINDOWS);
}

function rememberTold(
  memory: TicketsMemory,
  {
    facts,
    day,
    newest,
  }: { readonly facts: TicketsFacts; readonly day: string; readonly newest: number },
): Pick<TicketsMemory, 'told' | 'toldBefore' | 'undated'> {
  const known = new Set([...Object.values(memory.told).flat(), ...memory.undated]);
  const fresh = facts.items.filter(({ id }) => !known.has(id));
  const dated = fresh.filter(({ createdAt }) => createdAt !== null).map(({ id }) => id);
  const undated = fresh.filter(({ createdAt }) => createdAt === null).map(({ id }) => id);
  const days = new Map(Object.entries(memory.told));
  if (dated.length > 0) days.set(day, [...(days.get(day) ?? []), ...dated]);
  const oldest = new Date(newest - KEEP_TOLD_MS).toISOString().slice(0, 10);
  const dropped = [...days.keys()].filter((key) => key < oldest).toSorted();
  const last = dropped.at(-1);
  const bound = last === undefined ? null : new Date(Date.parse(last) + DAY_MS).toISOString();
  return {
    told: Object.fromEntries(
      [...days].filter(([key]) => key >= oldest).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    toldBefore: later(memory.toldBefore, bound),
    undated: [...memory.undated, ...undated],
  };
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function rememberThemes(
  memory: TicketsMemory,
  {
    facts,
    window,
    newest,
  }: {
    readonly facts: TicketsFacts;
    readonly window: ToldWindow;
    readonly newest: number;
  },
): TicketsMemory['themes'] {
  // What an earlier run of this very window told gives way to what this one tells.
  const records = new Map(
    Object.entries(memory.themes).map(([id, all]): [string, readonly ThemeRecord[]] => [
      id,
      all.filter((record) => !isSameWindow(record.window, window)),
    ]),
  );
  const late = new Set(facts.items.filter((item) => item.late).map(({ id }) => id));
  for (const theme of facts.themes) {
    records.set(
      theme.id,
      newestRecords([...(records.get(theme.id) ?? []), recordOf(theme, { window, late })]),
    );
  }
  const kept = [...records].filter(([, all]) => {
    const last = all[0];
    return last !== undefined && Date.parse(last.window.to) >= newest - KEEP_THEME_MS;
  });
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function recordOf(
  theme: TicketTheme,
  { window, late }: { readonly window: ToldWindow; readonly late: ReadonlySet<string> },
): ThemeRecord {
  const { name, signature, firstSeen, tickets } = theme;
  const inTime = tickets.filter((id) => !late.has(id)).length;
  return { window, name, signature, firstSeen, tickets: tickets.length, inTime };
}

function newestRecords(records: readonly ThemeRecord[]): readonly ThemeRecord[] {
  return records.toSorted((a, b) => (a.window.to < b.window.to ? 1 : -1)).slice(0, MAX_RECORDS);
}
