import { join } from 'node:path';

import { readBrief } from '../../context/read-brief.ts';
import { findRun } from '../../routines/find-run.ts';
import type { Desk, Passage, ReadQuestion } from '../contract.ts';

/** What a run was told; its own where it asks for none. */
export async function readBriefPassage(
  { workspace, run: own }: Desk,
  { id }: Pick<ReadQuestion, 'id'>,
): Promise<Passage> {
  const run = await findRun(workspace, id === '' || id === 'own' ? (own?.spec.id ?? null) : id);
  const { folder, content } = await readBrief(workspace, run);
  const text = `${content.prompt}\n\n(${join(folder, 'brief.json')})`;
  return { source: `the brief of run ${run.id} of ${run.routine}`, text };
}
