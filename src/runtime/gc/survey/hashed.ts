/** Payloads of events and whole definitions: needed while a slot, a run or a setting names them. */
import { join } from 'node:path';

import { inspectPath, listFolder } from '../../../platform/files.ts';
import { referencedHashes } from '../../../scheduler/fold-ledger.ts';
import type { Remains, RemainsFacts } from '../../../worktrees/remains.ts';
import { present, remainsAt, together, type SurveyRequest } from './parts.ts';

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
