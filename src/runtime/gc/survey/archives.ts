/** Work that was put away before it was discarded. */
import { basename, join } from 'node:path';

import { listFolder } from '../../../platform/files.ts';
import { workspacePaths } from '../../../store/state-paths.ts';
import { formatDuration } from '../../../words/duration.ts';
import { isRunId, type RunId } from '../../../words/ids.ts';
import { archivePaths, listArchives } from '../../../worktrees/archive-record.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { JUST_NOW_MS, present, remainsAt, type SurveyRequest } from './parts.ts';

interface ArchivesFound {
  readonly remains: readonly Remains[];
  /** Whose pins have to stay. */
  readonly runs: ReadonlySet<RunId>;
}

export async function surveyArchives({
  workspace,
  now,
  archivesMs,
}: SurveyRequest & { readonly archivesMs: number }): Promise<ArchivesFound> {
  const { stateDir } = workspace.location;
  const { records, unreadable } = await listArchives(stateDir);
  const found: (Remains | null)[] = [];
  const runs = new Set<RunId>();
  for (const { run, routine, at } of records) {
    runs.add(run);
    const { bundle, record } = archivePaths(stateDir, run);
    const until = new Date(Date.parse(at) + archivesMs).toISOString();
    const why = `archives are kept for ${formatDuration(archivesMs)} (keep.archives)`;
    const facts = { kind: 'ages', until, why, early: false } as const;
    const one =
      (await remainsAt('archive', bundle, facts)) ?? (await remainsAt('archive', record, facts));
    if (one !== null) found.push({ ...one, since: at, owner: { routine, run } });
  }
  for (const path of unreadable)
    found.push(
      await remainsAt('archive', path, { kind: 'doubtful', why: 'its record cannot be read' }),
    );
  for (const name of await listFolder(workspacePaths(stateDir).archives)) {
    const id = basename(name, name.endsWith('.git') ? '.git' : '.bundle');
    if (name.endsWith('.json') || !isRunId(id) || runs.has(id)) continue;
    found.push(await unfinished(join(workspacePaths(stateDir).archives, name), now));
  }
  return { remains: present(found), runs };
}

/** Its record is written last: until then what was to be discarded is still there. */
function unfinished(path: string, now: Date): Promise<Remains | null> {
  return remainsAt('half-written', path, (changedMs) => {
    const until = new Date(changedMs + JUST_NOW_MS);
    return until > now
      ? { kind: 'ages', until: until.toISOString(), why: 'it may be being made', early: false }
      : { kind: 'left', why: 'left by a process that died' };
  });
}
