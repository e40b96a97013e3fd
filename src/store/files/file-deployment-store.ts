/** What has been deployed where: one file a place, named by a hash, since environments are named freely. */
import { join } from 'node:path';

import { makeFolder, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { DeploymentMemory, DeploymentPlace, DeploymentStore } from '../definition-ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { readRecord } from './read-record.ts';

export function fileDeploymentStore(stateDir: string): DeploymentStore {
  const folder = workspacePaths(stateDir).deployments;
  const pathOf = ({ environment, ref }: DeploymentPlace): string =>
    join(folder, `${sha256(JSON.stringify([environment, ref]))}.json`);
  return {
    read: async (place) => {
      const found = await readRecord(pathOf(place), isMemory);
      if (found.kind === 'record') return found.value;
      if (found.kind === 'nothing') return { place, deployments: [] };
      throw new AppError('failed', {
        code: 'corrupt-deployments',
        message: `what was deployed to ${oneLine(place.environment)} cannot be read: ${found.path}: ${found.problem}`,
        hint: 'Move the file away; the next deployment then has no previous one.',
      });
    },
    write: async (memory) => {
      await makeFolder(folder, 0o700);
      await writeDurably(pathOf(memory.place), JSON.stringify(memory));
    },
  };
}

function isMemory(value: unknown): value is DeploymentMemory {
  return isRecord(value) && isRecord(value['place']) && Array.isArray(value['deployments']);
}
