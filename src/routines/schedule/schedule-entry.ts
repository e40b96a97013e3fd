/** One entry of `on.schedule`: its rule, whether it was written as a key of its own or in words. */
import { parseDuration } from '../../words/duration.ts';
import type { SchedulePhrase, ScheduleRule } from '../../words/trigger.ts';
import { isPhrase, readPhrase, type PhraseFault } from './schedule-phrase.ts';
import type { ScatterKey } from './schedule-scatter.ts';

/** As the schema lets it through. */
export interface ScheduleEntry {
  /** A cron line or a phrase. */
  readonly cron?: string | undefined;
  readonly every?: string | undefined;
  readonly at?: string | undefined;
  readonly timezone?: string | undefined;
}

export type EntryReading =
  | {
      readonly kind: 'rule';
      readonly rule: ScheduleRule;
      /** The zone that a phrase names. */
      readonly timezone: string | null;
      readonly phrase: SchedulePhrase | null;
    }
  | { readonly kind: 'fault'; readonly fault: PhraseFault };

/** `null` for an entry without a rule, which the rules report. */
export function readScheduleEntry(entry: ScheduleEntry, key: ScatterKey): EntryReading | null {
  if (entry.cron !== undefined && isPhrase(entry.cron)) {
    const read = readPhrase(entry.cron, key);
    return read.kind === 'fault' ? read : { ...read, kind: 'rule' };
  }
  const rule = plainRule(entry);
  return rule === null ? null : { kind: 'rule', rule, timezone: null, phrase: null };
}

function plainRule({ cron, every, at }: ScheduleEntry): ScheduleRule | null {
  if (cron !== undefined) return { kind: 'cron', expression: cron };
  if (every !== undefined) {
    const ms = parseDuration(every);
    return ms === null ? null : { kind: 'every', ms };
  }
  return at === undefined ? null : { kind: 'at', local: at };
}

/** The phrase of each entry, `null` for one that was not written in words. */
export function phrasesOf(
  entries: readonly ScheduleEntry[],
  key: ScatterKey,
): readonly (SchedulePhrase | null)[] {
  return entries.map((entry) => {
    const read = readScheduleEntry(entry, key);
    return read?.kind === 'rule' ? read.phrase : null;
  });
}

/** The entry with its words replaced by what they come to, and every zone named. */
export function spellOut(
  entry: ScheduleEntry,
  { key, timezone }: { readonly key: ScatterKey; readonly timezone: string },
): ScheduleEntry & { readonly timezone: string } {
  const read = readScheduleEntry(entry, key);
  if (read?.kind !== 'rule' || read.phrase === null) {
    return { ...entry, timezone: entry.timezone ?? timezone };
  }
  const zone = entry.timezone ?? read.timezone ?? timezone;
  return read.rule.kind === 'cron'
    ? { cron: read.rule.expression, timezone: zone }
    : { every: read.phrase.text.slice('every '.length), timezone: zone };
}
