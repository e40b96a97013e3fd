/** All entries of a file. The rules of reading are loaded when somebody reads: a list of sessions mostly needs none. */
import type { TranscriptEntry } from '../../transcript.ts';
import type { LineFormat } from './line-format.ts';
import { oneByOne } from './one-by-one.ts';

/** Oldest first. @param knownCwd where its lines do not say it */
export function entriesOfLines(
  path: string,
  load: () => Promise<LineFormat>,
  knownCwd: string | null = null,
): AsyncIterable<TranscriptEntry | 'unreadable'> {
  return oneByOne(async function* blocks() {
    const { entryBlocks } = await import('./read-records.ts');
    yield* entryBlocks(path, await load(), knownCwd);
  });
}
