import type { Redactor } from './redactor.ts';

/**
 * Our own words, identified by their keys: a run must stay readable, even if a user's secret is `cancelled`.
 * Text that a person or an agent may have written has another key.
 */
const MACHINE_KEYS: ReadonlySet<string> = new Set([
  'kind',
  'step',
  'phase',
  'at',
  'cause',
  'signal',
  'execution',
  'checks',
  'proposals',
  'delivery',
  'review',
  'isolation',
  'id',
  'base',
  'head',
  'branch',
  'startedAt',
  'endedAt',
  'bootId',
  'startTime',
]);

/** The JSON of a record, an event or a message, every text in it redacted. */
export function redactedJson(value: unknown, redactor: Redactor): string {
  return JSON.stringify(value, (key, part: unknown) =>
    typeof part === 'string' && !MACHINE_KEYS.has(key) ? redactor.text(part) : part,
  );
}

/** The same as data; keys too, but none of ours. */
export function redactDeep(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((part) => redactDeep(part, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [text(key), redactDeep(part, text)]),
  );
}
