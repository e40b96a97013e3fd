import { readDiff } from '../git/read-diff.ts';
import { settingsAsEnvironment } from '../git/stream-git.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';

const PIECE_BYTES = 1_000_000;

/** What would make of the first what the second is; told in pieces. */
export async function diffOfPair(
  { location, gitEnv }: Workspace,
  [from, to]: readonly [CommitSha, CommitSha],
  take: (text: string) => void,
): Promise<void> {
  const repository = { cwd: location.root, env: { ...gitEnv, ...settingsAsEnvironment() } };
  let offset: number | null = 0;
  while (offset !== null) {
    const piece: Awaited<ReturnType<typeof readDiff>> = await readDiff(repository, {
      from,
      to,
      path: null,
      offset,
      most: PIECE_BYTES,
    });
    take(piece.text);
    offset = piece.next;
  }
}
