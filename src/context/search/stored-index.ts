/** The index in the cache folder: two files, each replaced whole. Whatever of them is torn or foreign is made anew. */
import { join } from 'node:path';

import { makeFolder, readBytesIfThere, writeDurably } from '../../platform/files.ts';
import { openLiveIndex, type LiveIndex } from './live-index.ts';
import { readSegment, writeSegment } from './segment-file.ts';
import { emptySegment } from './segment.ts';

export interface StoredIndex {
  readonly index: LiveIndex;
  /** Writes what changed since it was opened or written last. One call at a time. */
  readonly save: () => Promise<void>;
}

/** @param version of the program: another one indexes anew */
export async function openStoredIndex(folder: string, version: string): Promise<StoredIndex> {
  const paths = { base: join(folder, 'base.segment'), recent: join(folder, 'recent.segment') };
  const [baseBytes, recentBytes] = await Promise.all([
    readBytesIfThere(paths.base),
    readBytesIfThere(paths.recent),
  ]);
  const base = baseBytes === null ? null : readSegment(baseBytes, version);
  const recent = recentBytes === null ? null : readSegment(recentBytes, version);
  let baseId = base?.id ?? null;
  // What came since belongs to one large part, or to none where there was none.
  const belongs = recent !== null && recent.base === baseId;
  const index = openLiveIndex({
    base: base?.segment ?? emptySegment(),
    recent: belongs ? recent.segment : emptySegment(),
  });
  let saved = index.generations();
  return {
    index,
    save: async () => {
      const now = index.generations();
      const [large, small] = index.parts();
      if (large === undefined || small === undefined) return;
      if (now.base === saved.base && now.recent === saved.recent) return;
      await makeFolder(folder, 0o700);
      if (now.base !== saved.base) {
        const written = writeSegment(large.segment, { version, base: null });
        baseId = written.id;
        await writeDurably(paths.base, written.bytes);
      }
      const written = writeSegment(small.segment, { version, base: baseId });
      await writeDurably(paths.recent, written.bytes);
      saved = now;
    },
  };
}
