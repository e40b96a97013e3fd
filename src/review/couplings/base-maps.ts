/** Where branches left their target at different commits: how the lines of one base became those of the other. */
import type { GitContext } from '../../git/run-git.ts';
import { lineHunks, linesOf, type LineHunk } from './line-hunks.ts';
import type { LookedFile, Pair } from './looked.ts';
import { readTexts } from './read-texts.ts';
import { commonFiles, type BaseMaps } from './text-couplings.ts';

export async function mapBases(repository: GitContext, pairs: readonly Pair[]): Promise<BaseMaps> {
  const wishes = new Map<string, { readonly from: string; readonly to: string }>();
  for (const pair of pairs)
    for (const [a, b] of commonFiles(pair)) {
      const [from, to] = [b.change.oldBlob, a.change.oldBlob];
      if (from === null || to === null || from === to || !hasLines(a) || !hasLines(b)) continue;
      wishes.set(`${from} ${to}`, { from, to });
    }
  const maps = new Map<string, readonly LineHunk[]>();
  if (wishes.size === 0) return maps;
  await readTexts(
    repository,
    [...wishes].map(([key, { from, to }]) => ({ of: { key, from, to }, blobs: [from, to] })),
    async ({ key, from, to }, texts) => {
      if (texts !== null)
        maps.set(key, lineHunks(linesOf(texts.get(from) ?? ''), linesOf(texts.get(to) ?? '')));
    },
  );
  return maps;
}

function hasLines({ facts }: LookedFile): boolean {
  return facts.hunks.length > 0 && facts.oldLines > 0;
}
