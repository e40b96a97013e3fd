/** All entries of a file. The format is loaded on the first read: a list of sessions mostly needs none. */
import type { EntryBlocks } from '../transcript.ts';
import type { LineFormat } from './line-format.ts';

/** @param knownCwd where its lines do not say it */
export async function* entriesOfLines(
  path: string,
  load: () => Promise<LineFormat>,
  knownCwd: string | null = null,
): EntryBlocks {
  const { entryBlocks } = await import('./read-records.ts');
  yield* entryBlocks(path, await load(), knownCwd);
}
