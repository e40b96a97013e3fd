/** Files of ours that a process left when it died, or that were set aside: locks, half-written ones, unreadable ones. */
import { join } from 'node:path';

import { listFolder, readTextIfThere } from '../../../platform/files.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import type { Remains, RemainsFacts } from '../../../worktrees/remains.ts';
import { JUST_NOW_MS, present, remainsAt, type SurveyRequest } from './parts.ts';

/** As durable writes name their files until they are whole. */
const HALF_WRITTEN = /(\.[0-9a-f]{12}\.tmp|\.[0-9a-f]{16}-[0-9a-z]+|^\..*\.tmp|\.json\.tmp)$/;

export async function surveyLeftFiles(request: SurveyRequest): Promise<readonly Remains[]> {
  const found: (Remains | null)[] = [];
  for (const folder of foldersOf(request)) {
    for (const name of await listFolder(folder)) {
      const path = join(folder, name);
      if (name.includes('.unreadable.')) found.push(await setAside(path));
      else if (name.endsWith('.lock') || name.endsWith('.lock.breaker'))
        found.push(await lock(path));
      else if (HALF_WRITTEN.test(name)) found.push(await halfWritten(path, request.now));
    }
  }
  return present(found);
}

function foldersOf({ workspace }: SurveyRequest): readonly string[] {
  const { stateDir } = workspace.location;
  const { previews, trash, archives } = machinePaths(stateDir);
  return [stateDir, previews, trash, archives, ...workspace.files.written];
}

function setAside(path: string): Promise<Remains | null> {
  return remainsAt('set-aside', path, {
    kind: 'asked',
    why: 'it could not be read, and was set aside',
  });
}

async function lock(path: string): Promise<Remains | null> {
  const text = await readTextIfThere(path);
  if (text === null) return null;
  return remainsAt('lock', path, lockFacts(text));
}

function lockFacts(text: string): RemainsFacts {
  const holder = parseIdentity(text);
  if (holder === null)
    return { kind: 'doubtful', why: 'it names no process: Roundsman did not write it' };
  return isAlive(holder)
    ? { kind: 'needed', why: `process ${holder.pid} holds it` }
    : { kind: 'left', why: `process ${holder.pid}, which held it, is dead` };
}

function halfWritten(path: string, now: Date): Promise<Remains | null> {
  return remainsAt('half-written', path, (changedMs) => {
    const until = new Date(changedMs + JUST_NOW_MS);
    return until > now
      ? { kind: 'ages', until: until.toISOString(), why: 'it may be being written', early: false }
      : { kind: 'left', why: 'left by a process that died' };
  });
}
