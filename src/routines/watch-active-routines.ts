/** Noticing that what is active may be another than it was. */
import { basename, dirname, join } from 'node:path';

import { openRefs } from '../git/ref-reader.ts';
import { makeFolder } from '../platform/files.ts';
import { lookOnChange, type LookedAtFolder } from '../platform/folder-watch.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { Workspace } from '../workspace/contract.ts';
import { readRefNames } from './active/active-state.ts';
import { chooseHome, findNamed } from './active/choose-ref.ts';

/** git writes a ref in several steps. */
const QUIET_MS = 100;
const POLL_MS = 30_000;

export interface ActiveWatch {
  close(): void;
}

/**
 * Calls `onChange` when the definitions' ref moved, when another ref counts now, or when a user enabled something; never for
 * changes that only the working tree holds. Also calls it once at the start, so that no change since the last read is
 * missed. In between it only looks at a few small files, every 30 s.
 */
export function watchActiveRoutines(workspace: Workspace, onChange: () => void): ActiveWatch {
  let last: string | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;
  const look = async (): Promise<void> => {
    if (isClosed) return;
    // What cannot be read now is looked at again later.
    const seen = await lookAround(workspace).catch(() => null);
    if (isClosed || seen === null) return;
    // Folders may have been removed and made again since: they are followed again each time.
    watch.follow(seen.folders);
    if (seen.stamp === last) return;
    last = seen.stamp;
    onChange();
    // What moved before the folders were followed.
    lookNext();
  };
  const lookNext = (): void => {
    looking = looking.then(look);
  };
  const watch = lookOnChange({ quietMs: QUIET_MS, pollMs: POLL_MS, look: lookNext });
  looking = makeFolder(workspace.location.stateDir, 0o700).catch(() => {
    // Then nothing can be enabled either.
  });
  lookNext();
  return {
    close: () => {
      isClosed = true;
      watch.close();
    },
  };
}

async function lookAround(
  workspace: Workspace,
): Promise<{ readonly stamp: string; readonly folders: readonly LookedAtFolder[] }> {
  const { gitDir, stateDir } = workspace.location;
  const { enabled } = workspace.files;
  const known = await readRefNames(machinePaths(stateDir).active);
  const refs = await openRefs({ gitDir, env: workspace.gitEnv });
  const home = await chooseHome(refs, known.home);
  const definitions = known.named === null ? null : await findNamed(refs, known.named);
  const { stamp } = await workspace.enabled.read();
  const watched = [home?.ref, definitions?.ref, 'refs/remotes/origin/HEAD'].flatMap((ref) =>
    ref === undefined ? [] : [join(gitDir, ref)],
  );
  return {
    stamp: JSON.stringify([known.named, home, definitions, stamp]),
    folders: [
      ...[...watched, join(gitDir, 'packed-refs'), ...(enabled === null ? [] : [enabled])].map(
        (path) => ({
          path: dirname(path),
          names: new Set([basename(path)]),
        }),
      ),
      { path: join(gitDir, 'reftable'), names: null },
    ],
  };
}
