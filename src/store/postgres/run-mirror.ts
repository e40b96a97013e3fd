/** Copies what changed of the runs of this machine into rows. Several processes may do so at once: the newest record stays. */
import { forAll } from '../../platform/many-files.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { RunStore } from '../ports.ts';
import { readRunFolder } from '../run-folder/read-run-folder.ts';
import type { Ask } from './database.ts';
import type { RowsOf } from './row-texts.ts';

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
    `select count(*)::integer as count, coalesce(array_agg(id) filter (where not is_ended), '{}') as open
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

/** Gives how many could be read. */
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
    await ask(
      `insert into roundsman.runs as r (workspace, id, place, is_ended, spec, record)
       select $1, n.id, $2, n.is_ended = 'yes', n.spec, nullif(n.record, '')
       from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as n (id, is_ended, spec, record)
       on conflict (workspace, id) do update
         set is_ended = excluded.is_ended, record = excluded.record
         where r.place = $2 and not r.is_ended and r.record is distinct from excluded.record`,
      [
        workspace,
        place,
        runs.map(({ spec }) => spec.id),
        runs.map(({ record }) => (record?.phase.kind === 'ended' ? 'yes' : 'no')),
        runs.map(({ spec }) => JSON.stringify(spec)),
        runs.map(({ record }) => (record === null ? '' : JSON.stringify(record))),
      ],
    );
  }
  return copied;
}
