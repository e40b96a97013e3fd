/**
 * Server-sent events without a known value that their fields would give piece by piece: `{"text":"sk-re"}`, `{"text":"al-…"}`.
 * What a field gives over all events is put together by its name. Events are held while one of them may be its beginning.
 */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { KnownValues, KnownWatch } from '../../words/redaction/watch-known.ts';

export interface EventWatch {
  /** What may pass: whole lines. `null` once a known value was seen. */
  write(text: string): string | null;
  end(): string | null;
}

/** One line, and all that is held: no event of a model is as long. */
const MOST_HELD = 16_000_000;
/** More names than any wire format has; the others count as one. */
const MOST_FIELDS = 200;

export function watchEvents(known: KnownValues): EventWatch {
  const fields = new Map<string, KnownWatch>();
  let line = '';
  let held = '';
  let seen = false;
  const take = (name: string, value: string): void => {
    const key = fields.has(name) || fields.size < MOST_FIELDS ? name : '';
    const field = fields.get(key) ?? known.watch();
    fields.set(key, field);
    if (field.write(value) === null) seen = true;
  };
  const judge = (whole: string): void => {
    held += whole;
    const data = /^data: ?([{[].*)$/s.exec(whole.trimEnd())?.[1];
    if (data !== undefined) eachText(tryParseJson(data), { name: '', depth: 0 }, take);
  };
  return {
    write: (text) => {
      if (!/[\r\n]/.test(text) && line.length + held.length <= MOST_HELD) {
        line += text;
        return '';
      }
      const lines = (line + text).split(/(?<=[\r\n])/);
      line = /[\r\n]$/.test(lines.at(-1) ?? '') ? '' : (lines.pop() ?? '');
      for (const whole of lines) judge(whole);
      seen ||= line.length + held.length > MOST_HELD;
      if (seen) return null;
      if ([...fields.values()].some((field) => field.isOpen())) return '';
      const out = held;
      held = '';
      return out;
    },
    end: () => {
      if (line !== '') judge(line);
      return seen ? null : held;
    },
  };
}

/** Deeper than any wire format. */
const MOST_DEPTH = 100;

function eachText(
  value: unknown,
  { name, depth }: { readonly name: string; readonly depth: number },
  take: (name: string, text: string) => void,
): void {
  const below = { name, depth: depth + 1 };
  if (typeof value === 'string') take(name, value);
  else if (depth > MOST_DEPTH) return;
  else if (Array.isArray(value)) for (const one of value) eachText(one, below, take);
  else if (isRecord(value))
    for (const [key, one] of Object.entries(value)) eachText(one, { ...below, name: key }, take);
}
