/** All entries of a file. The format is loaded on the first read: a list of sessions mostly needs none. */
import type { TranscriptEntry } from '../transcript.ts';
import type { LineFormat } from './line-format.ts';

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

/** What comes in blocks, one by one: a generator waits three times for each, and there are thousands. */
function oneByOne<Each>(
  open: () => AsyncGenerator<readonly Each[], void, undefined>,
): AsyncIterable<Each> {
  return { [Symbol.asyncIterator]: () => iteratorOver(open()) };
}

/** Asked for the next one only when the one before was given, as `for await` does. */
function iteratorOver<Each>(
  blocks: AsyncGenerator<readonly Each[], void, undefined>,
): AsyncIterator<Each, undefined> {
  const none: readonly Each[] = [];
  let block = none.values();
  const nextBlock = async (): Promise<IteratorResult<Each, undefined>> => {
    for (;;) {
      const read = await blocks.next();
      if (read.done === true) return { done: true, value: undefined };
      block = read.value.values();
      const each = block.next();
      if (each.done !== true) return { done: false, value: each.value };
    }
  };
  return {
    next: () => {
      const each = block.next();
      return each.done === true ? nextBlock() : Promise.resolve({ done: false, value: each.value });
    },
    return: async () => {
      block = none.values();
      await blocks.return();
      return { done: true, value: undefined };
    },
  };
}
