/** Files of ours that a process left when it died, or that were set aside: locks, half-written ones, unreadable ones. */
import { join } from 'node:path';

import { listFolder, readTextIfThere, inspectPath } from '../../../platform/files.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { listWork } from '../../../review/union/union-place.ts';
import { referencedHashes } from '../../../scheduler/fold-ledger.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { reviewWorkPaths } from '../../../store/run-folder/run-paths.ts';
import type { RunId } from '../../../words/ids.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import type { Remains, RemainsFacts } from '../../../worktrees/remains.ts';
import type { PinOwner } from '../../../worktrees/survey-runs.ts';
import { JUST_NOW_MS, present, remainsAt, type SurveyRequest, together } from './parts.ts';

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

// Payloads of events and whole definitions: needed while a slot, a run or a setting names them.
const HASH = /^([0-9a-f]{64})(\.json)?$/;
/** A file written more recently stays: the process that wrote it may be about to name it. */
const YOUNG_MS = 2 * 86_400_000;

export async function surveyHashed({ workspace, now }: SurveyRequest): Promise<readonly Remains[]> {
  const named = await referencedHashes(workspace);
  const found: Remains[] = [];
  for (const { kind, folder } of workspace.files.hashed) {
    const kept: (Remains | null)[] = [];
    for (const name of await listFolder(folder)) {
      const hash = HASH.exec(name)?.[1];
      if (hash === undefined) continue;
      const path = join(folder, name);
      const facts = await factsOf(path, { hash, named, now });
      const one = await remainsAt(kind, path, facts);
      if (one !== null && facts.kind === 'left') found.push(one);
      else kept.push(one);
    }
    found.push(...together(present(kept), folder));
  }
  return found;
}

async function factsOf(
  path: string,
  looked: { readonly hash: string; readonly named: ReadonlySet<string> | null; readonly now: Date },
): Promise<RemainsFacts> {
  const { hash, named, now } = looked;
  if (named === null) return { kind: 'doubtful', why: 'a record that may name it cannot be read' };
  const changedMs = (await inspectPath(path))?.mtimeMs ?? 0;
  if (named.has(hash) || changedMs > now.getTime() - YOUNG_MS)
    return { kind: 'needed', why: 'slots and runs name what they were made with' };
  return { kind: 'left', why: 'no slot and no run names it any more' };
}

// Unions of branches: where one was being built when its process died, and the refs that keep what was merged.
export async function surveyUnions({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const found: (Remains | null)[] = [];
  for (const { id, claim, pid } of await listWork(stateDir)) {
    const facts =
      pid === null
        ? ({ kind: 'left', why: 'its process died' } as const)
        : ({ kind: 'needed', why: `process ${pid} is at work on it` } as const);
    const { folder } = reviewWorkPaths(stateDir, id);
    const one =
      (await remainsAt('union', folder, facts)) ?? (await remainsAt('union', claim, facts));
    found.push(one === null ? null : { ...one, owner: { routine: null, run: id } });
  }
  return present(found);
}

const DAY_MS = 24 * 60 * 60_000;
/** A merged whole that is not landed within this time is out of date. */
const KEPT_MS = 30 * DAY_MS;

/** `null`: no union has that id. Of a set only what was merged last is kept. */
export async function unionPinOwner(
  { review }: Pick<Workspace, 'review'>,
  id: RunId,
  now: Date,
): Promise<PinOwner | null> {
  const union = await review.unions.read(id);
  if (union === null) return null;
  const { endedAt, set } = union;
  if (endedAt === null) return { kind: 'needs', why: 'its branches are being tested together' };
  const newer = (await review.unions.list()).some(
    (one) => one.set === set && one.id > id && one.commit !== null,
  );
  const isFresh = now.getTime() - Date.parse(endedAt) < KEPT_MS;
  return isFresh && !newer
    ? { kind: 'needs', why: `what was merged of ${set} can be landed as it was checked` }
    : { kind: 'ended', since: endedAt };
}
