import { oneLine } from '../../words/text.ts';

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
