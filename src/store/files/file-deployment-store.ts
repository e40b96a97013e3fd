/** What has been deployed where: one record a place, named by a hash, since environments are named freely. */
import { sha256 } from '../../platform/hash.ts';
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { DeploymentMemory, DeploymentPlace, DeploymentStore } from '../definition-ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { readStored } from './read-record.ts';

export function fileDeploymentStore(stateDir: string): DeploymentStore {
  return deploymentStore(fileTexts(stateDir, 'deployments'));
}

export function deploymentStore(texts: RecordTexts): DeploymentStore {
  const nameOf = ({ environment, ref }: DeploymentPlace): string =>
    `${sha256(JSON.stringify([environment, ref]))}.json`;
  return {
    read: async (place) => {
      const found = await readStored(texts, nameOf(place), isMemory);
      if (found.kind === 'record') return found.value;
      if (found.kind === 'nothing') return { place, deployments: [] };
      throw new AppError('failed', {
        code: 'corrupt-deployments',
        message: `what was deployed to ${oneLine(place.environment)} cannot be read: ${found.path}: ${found.problem}`,
        hint: 'Move the file away; the next deployment then has no previous one.',
      });
    },
    write: (memory) => texts.write(nameOf(memory.place), JSON.stringify(memory)),
  };
}

function isMemory(value: unknown): value is DeploymentMemory {
  return isRecord(value) && isRecord(value['place']) && Array.isArray(value['deployments']);
}
