/** What may be made again at any time: the newer, the likelier that it is wanted. */
import { join } from 'node:path';

import { listFolder } from '../../../platform/files.ts';
import { workspacePaths } from '../../../store/state-paths.ts';
import type { Remains, RemainsFacts } from '../../../worktrees/remains.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

const UNUSED_MS = 30 * 86_400_000;
/** Of older versions, whose runs left programs and settings there for others. Nothing reads it any more. */
const OLD_PACKAGES = 'packages';
/** Runs name these files in their sandboxes for as long as they last, and nothing marks that use. */
const COVERS = 'covers';

export async function surveyCaches({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { cache } = workspacePaths(workspace.location.stateDir);
  const names = await listFolder(cache);
  return present(
    await Promise.all(
      names.map((name) =>
        remainsAt('cache', join(cache, name), (changedMs) => factsOf(name, changedMs)),
      ),
    ),
  );
}

function factsOf(name: string, changedMs: number): RemainsFacts {
  if (name === COVERS)
    return { kind: 'needed', why: 'runs mount these empty files over credentials' };
  if (name === OLD_PACKAGES)
    return {
      kind: 'ages',
      until: new Date(0).toISOString(),
      why: 'an older version kept package caches there; nothing reads them any more',
      early: true,
    };
  return {
    kind: 'ages',
    until: new Date(changedMs + UNUSED_MS).toISOString(),
    why: 'caches are kept for 30 days after their last use',
    early: true,
  };
}
