/** What an engine's words about its model's side mean, by the status in them. */
import type { EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';

/** Of a message such as `[API Error: 429 slow down]`; `null` when it names none. */
export function statusIn(message: string): number | null {
  const found = /(?:^|[^\d.:])([45]\d\d)(?![\d.])/.exec(message.slice(0, 2_000))?.[1];
  return found === undefined ? null : Number(found);
}

/** 503 and 529: its side has too much to do, which is a no for now like 429. */
export function reasonOfStatus(status: number | null): EndReason {
  switch (status ?? 0) {
    case 401:
    case 403:
      return 'unauthorized';
    case 429:
    case 503:
    case 529:
      return 'limit';
    default:
      return 'error';
  }
}

/** The last thing that a program said on stderr: why it did not even begin. */
export function openLastWords(): {
  hear(line: string): void;
  words(): string | null;
} {
  let last: string | null = null;
  return {
    hear: (line) => {
      const words = oneLine(line.slice(0, 5000), 500);
      if (words !== '') last = words;
    },
    words: () => last,
  };
}
