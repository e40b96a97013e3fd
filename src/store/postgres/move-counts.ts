/** What a move carries, counted by kind. */
import type { Ask } from './database.ts';

export type MoveCounts = Readonly<Record<string, number>>;

/** As the rows of a workspace are now. */
export async function countRows(ask: Ask, workspace: string): Promise<MoveCounts> {
  const rows = await ask<{ kind: string; count: number }>(
    `select kind::text, count(*)::integer as count from roundsman.records where workspace = $1 group by kind
     union all select 'slots', count(*)::integer from roundsman.slots where workspace = $1
     union all select 'usage', count(*)::integer from roundsman.usage where workspace = $1
     union all select 'runs', count(*)::integer from roundsman.runs where workspace = $1
     order by 1`,
    [workspace],
  );
  return Object.fromEntries(rows.flatMap(({ kind, count }) => (count > 0 ? [[kind, count]] : [])));
}

/** Another one whenever a row of the workspace is written, comes or goes. */
export async function stampRows(ask: Ask, workspace: string): Promise<string> {
  const tables = ['slots', 'usage', 'runs', 'run_files'].map(
    (table) =>
      `(select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from roundsman.${table} where workspace = $1)`,
  );
  const [row] = await ask<{ stamp: string }>(
    `select (select count(*) || ' ' || coalesce(sum(changed), 0) from roundsman.records where workspace = $1)
       || ' ' || ${tables.join(` || ' ' || `)} as stamp`,
    [workspace],
  );
  return row?.stamp ?? '';
}

/** Counts that differ, as words; empty: none does. */
export function differences(counted: MoveCounts, found: MoveCounts): readonly string[] {
  const kinds = new Set([...Object.keys(counted), ...Object.keys(found)]);
  return [...kinds].flatMap((kind) => {
    const [wanted, there] = [counted[kind] ?? 0, found[kind] ?? 0];
    return wanted === there ? [] : [`${kind}: ${wanted} read, ${there} written`];
  });
}
