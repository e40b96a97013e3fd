/**
 * What the collector keeps of good runs, version 1.
 *
 * - `told`: ids by the day (UTC) of the window's end in which they were told first. A day is kept for 400 days after
 *   the newest window; then its ids are dropped, and `toldBefore` says that what was created before counts as told.
 * - `undated`: told ids without a date, kept for good: nothing else could say that they were told.
 * - `windows`: the newest windows with a ticket, to know which one came right before another. One without (a run
 *   by hand, a minute after the last) is nothing to compare with.
 * - `themes`: the newest records of each theme, at most three, so that a window that runs again is compared with
 *   the one before it and not with itself. A theme that was not told for 120 days is forgotten.
 * - `kept`: what the tickets of the last 28 days said, newest window first, so that a day of few tickets is grouped
 *   by many. At most 1,500 tickets of at most 60 terms, without their text: about 300 bytes each in practice, 0.5 MB
 *   in all; at worst 3 MB. A ticket stays under the window that told it, so that a window that runs again does not take
 *   its own tickets for the past.
 * - `mark`: how far a source that is asked for what is new was read; absent: of none.
 */
import { isRecord } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import type { CollectorMemory } from '../../../words/facts.ts';
import type { ThemeTerm, TicketsMark } from '../../../words/ticket.ts';
import type { KeptTicket } from '../themes/contract.ts';

export interface TicketsMemory {
  readonly version: 1;
  readonly told: Readonly<Record<string, readonly string[]>>;
  readonly toldBefore: string | null;
  readonly undated: readonly string[];
  readonly windows: readonly ToldWindow[];
  readonly themes: Readonly<Record<string, readonly ThemeRecord[]>>;
  readonly kept: readonly KeptWindow[];
  readonly mark?: TicketsMark;
}

/** What is kept of the tickets that one window told. */
export interface KeptWindow {
  /** The window's end. */
  readonly to: string;
  readonly tickets: readonly KeptTicket[];
}

/** ISO 8601 instants. */
export interface ToldWindow {
  readonly from: string | null;
  readonly to: string;
}

/** A theme as one window told it. */
export interface ThemeRecord {
  readonly window: ToldWindow;
  readonly name: string;
  readonly signature: readonly ThemeTerm[];
  /** `2026-11-21`. */
  readonly firstSeen: string;
  readonly tickets: number;
  /** Without the late ones: what its window brought. */
  readonly inTime: number;
}

export const NOTHING_TOLD: TicketsMemory = {
  version: 1,
  told: {},
  toldBefore: null,
  undated: [],
  windows: [],
  themes: {},
  kept: [],
};

/** Throws an AppError for what is there and cannot be read: to begin again would tell every ticket again. */
export function readTicketsMemory(memory: CollectorMemory | null): TicketsMemory {
  if (memory === null) return NOTHING_TOLD;
  const { value, routine, collector } = memory;
  if (isTicketsMemory(value)) return value;
  const version = isRecord(value) ? value['version'] : undefined;
  const newer = typeof version === 'number' && version > 1;
  throw new AppError('failed', {
    code: 'corrupt-memory',
    message: `what \`${collector}\` kept for ${routine} cannot be read: ${newer ? `it has version ${version}, this Roundsman reads version 1` : 'it has another form'}`,
    hint: newer
      ? 'Use the Roundsman that wrote it, or a newer one.'
      : 'Move the file of this memory away; the next run starts over and reports every ticket again.',
  });
}

function isTicketsMemory(value: unknown): value is TicketsMemory {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    isRecord(value['told']) &&
    Object.values(value['told']).every(isTexts) &&
    (value['toldBefore'] === null || typeof value['toldBefore'] === 'string') &&
    isTexts(value['undated']) &&
    Array.isArray(value['windows']) &&
    value['windows'].every(isToldWindow) &&
    isRecord(value['themes']) &&
    Object.values(value['themes']).every(
      (records) => Array.isArray(records) && records.every(isThemeRecord),
    ) &&
    Array.isArray(value['kept']) &&
    value['kept'].every(isKeptWindow) &&
    (value['mark'] === undefined || isMark(value['mark']))
  );
}

/** Its value is looked at by the source. */
function isMark(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['identity'] === 'string' &&
    isInstant(value['reached']) &&
    value['value'] !== undefined
  );
}

function isKeptWindow(value: unknown): boolean {
  return (
    isRecord(value) &&
    isInstant(value['to']) &&
    Array.isArray(value['tickets']) &&
    value['tickets'].every(isKeptTicket)
  );
}

function isKeptTicket(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['theme'] === 'string' &&
    (value['text'] === undefined || typeof value['text'] === 'string') &&
    isRecord(value['terms']) &&
    Object.values(value['terms']).every((count) => typeof count === 'number' && count > 0)
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isToldWindow(value: unknown): value is ToldWindow {
  return (
    isRecord(value) &&
    isInstant(value['to']) &&
    (value['from'] === null || isInstant(value['from']))
  );
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isThemeRecord(value: unknown): value is ThemeRecord {
  return (
    isRecord(value) &&
    isToldWindow(value['window']) &&
    typeof value['name'] === 'string' &&
    typeof value['firstSeen'] === 'string' &&
    typeof value['tickets'] === 'number' &&
    typeof value['inTime'] === 'number' &&
    Array.isArray(value['signature']) &&
    value['signature'].every(
      (one) =>
        isRecord(one) && typeof one['term'] === 'string' && typeof one['weight'] === 'number',
    )
  );
}
