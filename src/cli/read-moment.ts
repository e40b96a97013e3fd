/** Moments of a command line: `--since`, and until when something is put aside. */
import { hostTimezone } from '../platform/environment.ts';
import { readMoment } from '../words/moment.ts';
import { oneLine } from '../words/text.ts';
import type { CommandCall } from './command.ts';
import { usageFailure } from './usage-failure.ts';

/** What `--since` says, as ISO 8601; `null` when it was not given. Throws `usage` for what is not a moment. */
export function readSince({
  options,
  clock,
}: Pick<CommandCall, 'options' | 'clock'>): string | null {
  const text = options.text('since');
  if (text === null) return null;
  const now = clock.now();
  return readMoment({ name: 'since', text, now, timezone: hostTimezone(), way: 'back' });
}

// Until when something is put aside: `until monday`, `for 2 weeks`, `2w`, as options or as the last words of the line.
export interface ReadEnd {
  /** What is left of the line. */
  readonly words: readonly string[];
  /** ISO 8601; `null`: none was given. */
  readonly until: string | null;
}

interface EndRule {
  readonly example: string;
  /** It may stand without a name before it. */
  readonly alone?: boolean;
}

/** Throws `usage` for two ends, what is no moment, and one that has passed. @param example a line that is right */
export function readEnd(call: CommandCall, { example, alone = false }: EndRule): ReadEnd {
  const { words, end } = splitEnd(call, alone);
  if (end === null) return { words, until: null };
  const { name, text } = end;
  const now = call.clock.now();
  const until = readMoment({ name, text, now, timezone: hostTimezone(), way: 'ahead' });
  if (Date.parse(until) > now.getTime()) return { words, until };
  throw usageFailure(
    `--${name} ${oneLine(text, 80)} has passed`,
    `Give a moment ahead: ${example}`,
  );
}

const SHORT_AMOUNT = /^\d+[smhdw]$/;
const NAMED_DAY = /^(?:tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d{2}-\d{2})$/i;

interface End {
  readonly name: 'for' | 'until';
  readonly text: string;
}

function splitEnd(
  { words, options }: CommandCall,
  alone: boolean,
): {
  readonly words: readonly string[];
  readonly end: End | null;
} {
  const [until, lasting] = [options.text('until'), options.text('for')];
  if (until !== null && lasting !== null)
    throw usageFailure('--for and --until exclude each other', 'Give one of them.');
  if (until !== null) return { words, end: { name: 'until', text: until } };
  if (lasting !== null) return { words, end: { name: 'for', text: lasting } };
  const first = options.flag('all') || (alone && isEnd(words[0] ?? '')) ? 0 : 1;
  const at = words.findIndex((word, index) => index >= first && /^(for|until)$/i.test(word));
  if (at >= 0 && at < words.length - 1) {
    const name = words[at]?.toLowerCase() === 'for' ? 'for' : 'until';
    return { words: words.slice(0, at), end: { name, text: words.slice(at + 1).join(' ') } };
  }
  const last = words.at(-1) ?? '';
  const name =
    words.length <= first
      ? null
      : SHORT_AMOUNT.test(last)
        ? 'for'
        : NAMED_DAY.test(last)
          ? 'until'
          : null;
  return name === null
    ? { words, end: null }
    : { words: words.slice(0, -1), end: { name, text: last } };
}

/** No routine is called so; the end of a run’s id may be. */
function isEnd(word: string): boolean {
  return /^(?:for|until)$/i.test(word) || SHORT_AMOUNT.test(word) || NAMED_DAY.test(word);
}
