/** One entry of `on.schedule`: its rule, whether it was written as a key of its own or in words. */
import { sha256 } from '../../platform/hash.ts';
import { parseDuration } from '../../words/duration.ts';
import { oneLine } from '../../words/text.ts';
import type { SchedulePhrase, ScheduleRule } from '../../words/trigger.ts';
import type { WorkspaceConfig } from '../definition-context.ts';
import { nearestPhrase } from './schedule-suggestion.ts';
import {
  isTimezone,
  unknownTimezone,
  DAY_MINUTES,
  readTimeOfDay,
  timeOfDayText,
  type PhraseDays,
  readDays,
  WEEKDAYS,
} from './schedule-words.ts';

// Schedules in words. The grammar is closed: what it does not hold is a fault with the nearest phrase.
//
// hourly [at :15] | every 6h | DAYS [at TIME | between TIME and TIME]     each with [in ZONE] at its end
// DAYS: daily, weekdays, weekends, weekly [on monday], monthly [on the 1st | on the last day]
// Said otherwise: every day | night | hour | week | month | weekday | weekend | monday, mondays, nightly, every 6 hours, at TIME
//
// Days without a time are scattered from 01:00 to 05:00. A stretch over midnight belongs to the day on which
// it begins; in a monthly phrase it ends at midnight, because not every day of a month has a next one.

export type PhraseReading =
  | {
      readonly kind: 'phrase';
      readonly rule: Extract<ScheduleRule, { readonly kind: 'cron' | 'every' }>;
      /** What stood after `in`. */
      readonly timezone: string | null;
      readonly phrase: SchedulePhrase;
    }
  | { readonly kind: 'fault'; readonly fault: PhraseFault };

interface PhraseFault {
  readonly code: 'unknown-phrase' | 'unknown-timezone';
  readonly message: string;
  readonly hint: string;
}

/** What the hint of every fault lists. */
const UNDERSTOOD =
  'Understood: `hourly`, `hourly at :15`, `every 6h`, and `daily`, `weekdays`, `weekends`, `weekly on monday`, ' +
  '`monthly on the 1st`, each alone, with `at 07:00`, or with `between 01:00 and 04:00`; or a cron line.';

/** Outside working hours, and early enough that the night's run is over by the morning. */
const NIGHT = { from: 60, to: 300 } as const;

/** Whether a text is meant as words; cron lines and nicknames such as `@daily` are not. */
export function isPhrase(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) return false;
  if (!/^[0-9*?]/.test(trimmed)) return true;
  return trimmed.split(/\s+/).length < 5 && /[a-z:]/i.test(trimmed);
}

export function readPhrase(text: string, key: ScatterKey): PhraseReading {
  const written = text.trim().replace(/\s+/g, ' ');
  const { words, timezone } = splitZone(written);
  if (timezone !== null && !isTimezone(timezone)) {
    return { kind: 'fault', fault: unknownTimezone(timezone) };
  }
  const read = readWords(plainWords(words.toLowerCase()), key);
  if (read.kind === 'meaning') {
    const { rule, stretch, outcome } = read;
    return {
      kind: 'phrase',
      rule,
      timezone,
      phrase: { text: words.toLowerCase(), stretch, outcome },
    };
  }
  const near = nearestPhrase(words.toLowerCase());
  return fault(
    `the schedule "${oneLine(words, 60)}" ${read.why}`,
    `${near === null ? '' : `Did you mean "${near}"? `}${UNDERSTOOD}`,
  );
}

type WordsReading =
  | ({ readonly kind: 'meaning'; readonly rule: PhraseRule } & Omit<SchedulePhrase, 'text'>)
  | { readonly kind: 'refused'; readonly why: string };
type PhraseRule = Extract<PhraseReading, { readonly kind: 'phrase' }>['rule'];

const SAID_OTHERWISE: readonly (readonly [said: RegExp, plain: string])[] = [
  [/^(?:every (?:day|night)|nightly)\b/, 'daily'],
  [/^every (weekday|weekend)\b/, '$1s'],
  [/^every (week|month|hour)\b/, '$1ly'],
  [new RegExp(`^(?:every )?(${WEEKDAYS.join('|')})s?\\b`), 'weekly on $1'],
  [/^every ([1-9][0-9]*) ?min(?:ute)?s?$/, 'every $1m'],
  [/^every ([1-9][0-9]*) ?(h|d)(?:our|ay)s?$/, 'every $1$2'],
  [/^at\b/, 'daily at'],
];

/** The same in the words of the grammar; `text` in lower case. */
function plainWords(text: string): string {
  const [said, plain] = SAID_OTHERWISE.find(([pattern]) => pattern.test(text)) ?? [];
  return said === undefined || plain === undefined ? text : text.replace(said, plain);
}

function readWords(words: string, key: ScatterKey): WordsReading {
  const hour = /^hourly(?: at :([0-5][0-9]))?$/.exec(words);
  if (hour !== null) return hourly(hour[1], key);
  const every = /^every ([1-9][0-9]{0,5}[smhd])$/.exec(words);
  const ms = parseDuration(every?.[1] ?? '');
  if (ms !== null) {
    return { kind: 'meaning', rule: { kind: 'every', ms }, stretch: null, outcome: words };
  }
  const parts = /^(.+?)(?: (at|between) (.+))?$/.exec(words);
  const days = readDays(parts?.[1] ?? '');
  if (days.kind === 'refused') return days;
  const [word, rest = ''] = [parts?.[2], parts?.[3]];
  if (word === undefined) return scattered(days, NIGHT, key);
  if (word === 'at') {
    const time = readTimeOfDay(rest);
    if (time === null)
      return refused(`names the time "${oneLine(rest, 30)}", which no clock shows`);
    return { kind: 'meaning', ...atTime(days, time), stretch: null };
  }
  const ends = rest.split(' and ').map(readTimeOfDay);
  const [from, to] = ends;
  if (ends.length !== 2 || typeof from !== 'number' || typeof to !== 'number') {
    return refused('is not understood after `between`');
  }
  if (from === to) return refused('leaves no time between its two ends');
  return scattered(days, { from, to }, key);
}

function hourly(minute: string | undefined, key: ScatterKey): WordsReading {
  const at = minute === undefined ? scatter(key, 60) : Number(minute);
  return {
    kind: 'meaning',
    rule: { kind: 'cron', expression: `${at} * * * *` },
    stretch: minute === undefined ? 'between :00 and :59' : null,
    outcome: `hourly at :${String(at).padStart(2, '0')}`,
  };
}

/** Somewhere from `from` up to, not including, `to`. */
function scattered(
  days: PhraseDays,
  { from, to }: { readonly from: number; readonly to: number },
  key: ScatterKey,
): WordsReading {
  const past = to > from ? to : days.staysBeforeMidnight ? DAY_MINUTES : to + DAY_MINUTES;
  const time = from + scatter(key, past - from);
  const stretch = `between ${timeOfDayText(from)} and ${timeOfDayText(to)}`;
  return { kind: 'meaning', ...atTime(days, time), stretch };
}

/** @param time may be past midnight: then the days are the ones after those named */
function atTime(
  days: PhraseDays,
  time: number,
): { readonly rule: PhraseRule; readonly outcome: string } {
  const { fields, words } = time < DAY_MINUTES ? days.same : days.next;
  const minutes = time % DAY_MINUTES;
  const expression = `${minutes % 60} ${Math.floor(minutes / 60)} ${fields}`;
  return {
    rule: { kind: 'cron', expression },
    outcome: `${words} at ${timeOfDayText(minutes)}`,
  };
}

function splitZone(written: string): { readonly words: string; readonly timezone: string | null } {
  const at = written.toLowerCase().lastIndexOf(' in ');
  const zone = at < 0 ? '' : written.slice(at + 4);
  return zone === '' || zone.includes(' ')
    ? { words: written, timezone: null }
    : { words: written.slice(0, at), timezone: zone };
}

function refused(why: string): WordsReading & { readonly kind: 'refused' } {
  return { kind: 'refused', why };
}

function fault(message: string, hint: string): PhraseReading {
  return { kind: 'fault', fault: { code: 'unknown-phrase', message, hint } };
}

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
    : { every: read.phrase.outcome.slice('every '.length), timezone: zone };
}

// Where in its stretch a scattered schedule falls. It depends on nothing but the routine's id and the
// workspace's written name, so that it is the same on every machine and every day, another routine never
// moves it, and a routine that many repositories share does not start in all of them at once. The name of
// the folder does not count: it differs from checkout to checkout.

/** What the place is reckoned from; one text a routine. */
type ScatterKey = string;

export function scatterKey(id: string, workspace: Pick<WorkspaceConfig, 'name' | 'lines'>): string {
  return workspace.lines.name === null ? id : `${workspace.name}/${id}`;
}

/** A whole number from 0 to `size` - 1. */
function scatter(key: ScatterKey, size: number): number {
  // 48 bits: the remainder favours no place by anything that could be seen.
  return Number.parseInt(sha256(key).slice(0, 12), 16) % size;
}
