/** What earlier windows knew of themes, as a window sees it. Pure. */
import type { Window } from '../../../words/run-spec.ts';
import type { KeptTicket, KnownTheme } from '../themes/find-themes.ts';
import type { ThemeRecord, TicketsMemory, ToldWindow } from './tickets-memory.ts';

export interface KnownRequest {
  readonly memory: TicketsMemory;
  readonly window: Window;
  /** The date of an instant in the workspace's zone. */
  readonly dateOf: (instant: string) => string;
}

/**
 * Each theme by its newest record of a window that ended before this one. A window that runs again, or one of
 * long ago, also knows themes that only it or later ones told: they keep their ids, and count as not told last.
 */
export function knownThemes({ memory, window, dateOf }: KnownRequest): readonly KnownTheme[] {
  const last = lastWindow(memory.windows, window);
  return Object.entries(memory.themes).flatMap(([id, records]): readonly KnownTheme[] => {
    const before = records.find((record) => record.window.to < window.to);
    const record = before ?? records.at(-1);
    if (record === undefined) return [];
    const wasLast = before !== undefined && last !== null && isSameWindow(record.window, last);
    return [
      {
        id,
        name: record.name,
        signature: record.signature,
        firstSeen: record.firstSeen,
        lastSeen: dateOf(record.window.to),
        tickets: before === undefined ? 0 : record.tickets,
        wasLast,
        expected: wasLast ? expectedIn(window, record) : null,
      },
    ];
  });
}

/**
 * The tickets that windows before this one told, newest window first. None of its own: the same window again knows
 * what it knew. A ticket that comes again under the same id is not its own past either.
 */
export function keptTickets({
  memory,
  window,
  ids,
}: {
  readonly memory: TicketsMemory;
  readonly window: Window;
  /** The tickets that are told now. */
  readonly ids: ReadonlySet<string>;
}): readonly KeptTicket[] {
  return memory.kept
    .filter(({ to }) => to < window.to)
    .flatMap(({ tickets }) => tickets.filter(({ id }) => !ids.has(id)));
}

/** Monday's window is three days long: a theme that comes as often as before brings three times as many tickets. */
function expectedIn(window: Window, record: ThemeRecord): number | null {
  const now = lengthOf(window);
  const then = lengthOf(record.window);
  return now === null || then === null || then <= 0 ? null : (record.inTime * now) / then;
}

function lengthOf({ from, to }: Pick<Window, 'from' | 'to'>): number | null {
  return from === null ? null : Date.parse(to) - Date.parse(from);
}

function lastWindow(windows: readonly ToldWindow[], { to }: Window): ToldWindow | null {
  return windows.find((window) => window.to < to) ?? null;
}

/** By its end: what began earlier or later and ends at the same instant tells of the same time. */
export function isSameWindow(one: ToldWindow, other: ToldWindow): boolean {
  return one.to === other.to;
}
