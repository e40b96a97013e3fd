/** Entries of a session as one transcript that fits into memory: the beginning and the end, cleaned of secrets. */
import type { Transcript, TranscriptEntry } from '../transcript.ts';
import { cleanEntry, MAX_OUTPUT, type Redact } from './clean-text.ts';

export interface TranscriptLimits {
  /** At most so many entries; the first fifth of them, at most forty, is the beginning. */
  readonly maxEntries: number;
  /** Characters of all of them. */
  readonly maxCharacters?: number;
}

const MAX_CHARACTERS = 16_000_000;
const MAX_HEAD = 40;

/** What is left out in the middle is read past, and never cleaned: it goes nowhere. */
export async function gatherTranscript(
  entries: AsyncIterable<TranscriptEntry | 'unreadable'>,
  { maxEntries, maxCharacters = MAX_CHARACTERS }: TranscriptLimits,
  redact: Redact,
): Promise<Transcript> {
  const most = Math.max(1, maxEntries);
  const atHead = Math.min(MAX_HEAD, Math.floor(most / 5));
  const head: TranscriptEntry[] = [];
  const tail: TranscriptEntry[] = [];
  let [unreadable, held, from] = [0, 0, 0];
  let truncated = false;
  for await (const entry of entries) {
    if (entry === 'unreadable') {
      unreadable += 1;
      continue;
    }
    held += sizeOf(entry);
    if (head.length < atHead && held < maxCharacters / 4) {
      head.push(entry);
      continue;
    }
    tail.push(entry);
    while (
      tail.length - from > 1 &&
      (tail.length - from > most - head.length || held > maxCharacters)
    ) {
      held -= sizeOf(tail[from]);
      from += 1;
      truncated = true;
    }
    // Moved up now and then: one at a time, it would take time with the square of them.
    if (from > most) from -= tail.splice(0, from).length;
  }
  const kept = [...head, ...tail.slice(from)];
  return { entries: kept.map((entry) => cleanEntry(entry, redact)), unreadable, truncated };
}

function sizeOf(entry: TranscriptEntry | undefined): number {
  switch (entry?.kind) {
    case undefined:
      return 0;
    case 'tool':
      return 200 + Math.min(MAX_OUTPUT, entry.output?.length ?? 0) + entry.summary.length;
    case 'steps':
      return entry.steps.reduce((sum, { text }) => sum + text.length, 100);
    case 'asked':
    case 'said':
    case 'thought':
      return 100 + entry.text.length;
  }
}
