/** What may be made again at any time: the newer, the likelier that it is wanted. */
import { join } from 'node:path';

import type { Remains } from '../../../domain/remains.ts';
import { listFolder } from '../../../platform/files.ts';
import { workspacePaths } from '../../../store/state-paths.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

const UNUSED_MS = 30 * 86_400_000;

export async function surveyCaches({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { cache } = workspacePaths(workspace.location.stateDir);
  const names = await listFolder(cache);
  return present(
    await Promise.all(
      names.map((name) =>
        remainsAt('cache', join(cache, name), (changedMs) => ({
          kind: 'ages',
          until: new Date(changedMs + UNUSED_MS).toISOString(),
          why: 'caches are kept for 30 days after their last use',
          early: true,
        })),
      ),
    ),
  );
}
