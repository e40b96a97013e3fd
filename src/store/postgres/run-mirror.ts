/** Copies what changed of the runs of this machine into rows. Several processes may do so at once: the newest record stays. */
import type { Buffer } from 'node:buffer';

import { forAll } from '../../platform/many-files.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { RunStore, StoredRun } from '../ports.ts';
import { readRunFolder } from '../run-folder/read-run-folder.ts';
import { readRunFile, RUN_FILES, type RunFileName } from '../run-folder/run-files.ts';
import type { Ask } from './database.ts';
import type { RowsOf } from './row-texts.ts';
import { recordText, specText } from './run-row.ts';

export interface MirroredRuns extends RowsOf {
  readonly stateDir: string;
  readonly place: string;
  readonly local: Pick<RunStore, 'listIds'>;
}

const AT_ONCE = 200;

/** Callers at the same time share one copying. */
export function runMirror(runs: MirroredRuns): () => Promise<void> {
  let going: Promise<void> | null = null;
  return () =>
    (going ??= mirrorRuns(runs).finally(() => {
      going = null;
    }));
}

interface Known {
  readonly count: number;
  readonly open: readonly string[];
}

export async function mirrorRuns(runs: MirroredRuns): Promise<void> {
  const { database, workspace, place, local } = runs;
  const own = [workspace, place];
  const [known] = await database.read<Known>(
    `select count(*)::integer as count, coalesce(array_agg(id) filter (where not is_carried), '{}') as open
     from roundsman.runs where workspace = $1 and place = $2`,
    own,
  );
  const here = await local.listIds();
  const open = (known?.open ?? []).filter((id) => isRunId(id));
  const isSame = known?.count === here.length;
  const { missing, gone } = isSame ? NONE : await compare(runs, here);
  if (gone.length > 0)
    await database.write(
      'delete from roundsman.runs where workspace = $1 and place = $2 and id = any($3)',
      [...own, gone],
    );
  const left = new Set(gone);
  await copyRuns(database.write, runs, [...missing, ...open.filter((id) => !left.has(id))]);
}

const NONE = { missing: [], gone: [] } as const;

/** A run was made, or its folder went. */
async function compare(
  { database, workspace, place }: MirroredRuns,
  here: readonly RunId[],
): Promise<{ readonly missing: readonly RunId[]; readonly gone: readonly string[] }> {
  const rows = await database.read<{ id: string }>(
    'select id from roundsman.runs where workspace = $1 and place = $2',
    [workspace, place],
  );
  const known = new Set(rows.map(({ id }) => id));
  const there = new Set<string>(here);
  return {
    missing: here.filter((id) => !known.has(id)),
    gone: [...known].filter((id) => !there.has(id)),
  };
}

/** Gives how many could be read. Of those that ended, what they left is copied too. */
export async function copyRuns(
  ask: Ask,
  { stateDir, workspace, place }: Omit<MirroredRuns, 'local' | 'database'>,
  ids: readonly RunId[],
): Promise<number> {
  let copied = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const read = await forAll(ids.slice(at, at + AT_ONCE), (id) => readRunFolder(stateDir, id));
    const runs = read.flatMap((one) => (one.kind === 'run' ? [one.run] : []));
    copied += runs.length;
    if (runs.length === 0) continue;
    const ended = runs.filter(({ record }) => record?.phase.kind === 'ended');
    await ask(
      `insert into roundsman.runs as r (workspace, id, place, is_ended, spec, record)
       select $1, n.id, $2, n.is_ended = 'yes', n.spec, nullif(n.record, '')
       from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as n (id, is_ended, spec, record)
       on conflict (workspace, id) do update
         set is_ended = excluded.is_ended, record = excluded.record, told_at = now()
         where r.place = $2 and not r.is_ended and r.record is distinct from excluded.record`,
      [
        workspace,
        place,
        runs.map(({ spec }) => spec.id),
        runs.map(({ record }) => (record?.phase.kind === 'ended' ? 'yes' : 'no')),
        runs.map(({ spec }) => specText(spec)),
        runs.map(({ spec, record }) => (record === null ? '' : recordText(record, spec))),
      ],
    );
    await copyFiles(ask, { stateDir, workspace }, ended);
    await noteCarried(ask, { workspace, place }, ended);
  }
  return copied;
}

/** So much is sent at once. Bytes. */
const AT_ONCE_BYTES = 4_000_000;

interface Left {
  readonly run: RunId;
  readonly name: RunFileName;
  readonly body: Buffer;
}

async function copyFiles(
  ask: Ask,
  { stateDir, workspace }: Pick<MirroredRuns, 'stateDir' | 'workspace'>,
  runs: readonly StoredRun[],
): Promise<void> {
  let left: Left[] = [];
  const send = async (): Promise<void> => {
    if (left.length === 0) return;
    await ask(
      `insert into roundsman.run_files (workspace, run, name, body)
       select $1, run, name, body from unnest($2::text[], $3::text[], $4::bytea[]) as n (run, name, body)
       on conflict (workspace, run, name) do update set body = excluded.body`,
      [
        workspace,
        left.map(({ run }) => run),
        left.map(({ name }) => name),
        left.map(({ body }) => body),
      ],
    );
    left = [];
  };
  for (const { spec } of runs) {
    for (const name of RUN_FILES) {
      const body = await readRunFile(stateDir, spec.id, name);
      if (body !== null) left.push({ run: spec.id, name, body });
    }
    const bytes = left.reduce((sum, { body }) => sum + body.length, 0);
    if (bytes > AT_ONCE_BYTES) await send();
  }
  await send();
}

/** The branch of a run that ended is to travel, unless that was noted when it was handed back. */
async function noteCarried(
  ask: Ask,
  { workspace, place }: Pick<MirroredRuns, 'workspace' | 'place'>,
  runs: readonly StoredRun[],
): Promise<void> {
  if (runs.length === 0) return;
  await ask(
    `update roundsman.runs as r
     set is_carried = true, branch = coalesce(nullif(n.branch, ''), r.branch), head = coalesce(nullif(n.head, ''), r.head),
       travel = coalesce(r.travel, case when n.branch <> '' and n.head <> '' and r.branch is null then 'due' end)
     from unnest($3::text[], $4::text[], $5::text[]) as n (id, branch, head)
     where r.workspace = $1 and r.place = $2 and r.id = n.id and r.is_ended`,
    [
      workspace,
      place,
      runs.map(({ spec }) => spec.id),
      runs.map(({ record }) => record?.progress.branch ?? ''),
      runs.map(({ record }) => record?.progress.head ?? ''),
    ],
  );
}
