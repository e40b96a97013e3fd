/** How many slots of a routine came and went since one of them was started. Pure. */
import type { SlotRecord } from '../words/slot.ts';

export interface Silence {
  readonly routine: string;
  /** Slots since the last started one. */
  readonly slots: number;
  /** When that was scheduled for; `null`: none was started as far as was looked. */
  readonly lastStarted: string | null;
  /** `missed (downtime)`, `not looked at`; most first. */
  readonly reasons: readonly { readonly words: string; readonly count: number }[];
}

interface SilenceRequest {
  readonly routine: string;
  /** Of the routine, newest first. */
  readonly records: readonly SlotRecord[];
  /** Expected slots without a record: when, as far as they were looked at one by one. */
  readonly unrecorded: readonly string[];
  /** And how many there are besides. */
  readonly earlier: number;
  /** Slots that came due later may well start yet. ISO 8601. */
  readonly lateBefore: string;
}

/** `null` when the newest slot was started, or there was none. */
export function silenceOf(request: SilenceRequest): Silence | null {
  const { routine, unrecorded, earlier, lateBefore } = request;
  const own = request.records.filter(({ slot }) => isOfItself(slot.key));
  const started = own.find(({ state }) => state.kind === 'started');
  const lastStarted = started?.slot.scheduledFor ?? null;
  const isSince = (instant: string): boolean =>
    instant < lateBefore && (lastStarted === null || instant > lastStarted);
  const counts = new Map<string, number>();
  const count = (words: string, more: number): void => {
    if (more > 0) counts.set(words, (counts.get(words) ?? 0) + more);
  };
  for (const record of own) {
    if (record.state.kind === 'started' || !isSince(record.slot.scheduledFor)) continue;
    count(wordsOf(record), record.covers?.count ?? 1);
  }
  count('without a record', unrecorded.filter(isSince).length + earlier);
  const reasons = [...counts]
    .map(([words, count]) => ({ words, count }))
    .toSorted((a, b) => b.count - a.count);
  const slots = reasons.reduce((sum, reason) => sum + reason.count, 0);
  return slots === 0 ? null : { routine, slots, lastStarted, reasons };
}

/** Neither `run` nor `backfill` says that a routine starts by itself. */
function isOfItself(key: string): boolean {
  return key.startsWith('at:') || key.startsWith('event:');
}

function wordsOf({ state }: SlotRecord): string {
  return 'cause' in state ? `${state.kind} (${state.cause})` : state.kind;
}
