/** What a day's runs used: rows in the order of their writing, never changed. */
import { tryParseJson } from '../../platform/json.ts';
import type { UsageEntry } from '../../words/usage.ts';
import { isUsageEntry } from '../files/file-usage-store.ts';
import type { CorruptRecord, UsageStore } from '../ports.ts';
import type { RowsOf } from './row-texts.ts';

export function rowUsage({ database, workspace }: RowsOf): UsageStore {
  return {
    days: async () => {
      const rows = await database.read<{ day: string }>(
        'select distinct day from roundsman.usage where workspace = $1 order by day desc',
        [workspace],
      );
      return rows.map(({ day }) => day);
    },
    read: async (day) => {
      const rows = await database.read<{ body: string }>(
        'select body from roundsman.usage where workspace = $1 and day = $2 order by line',
        [workspace, day],
      );
      return entriesIn(rows, `${database.shown}/usage/${day}`);
    },
    append: async (day, entries) => {
      if (entries.length === 0) return;
      await database.write(
        `insert into roundsman.usage (workspace, day, body)
         select $1, $2, body from unnest($3::text[]) with ordinality as r (body, at) order by at`,
        [workspace, day, entries.map((entry) => JSON.stringify(entry))],
      );
    },
    drop: async (before) => {
      const rows = await database.write<{ day: string }>(
        `with gone as (delete from roundsman.usage where workspace = $1 and day < $2 returning day)
         select distinct day from gone order by day desc`,
        [workspace, before],
      );
      return rows.map(({ day }) => day);
    },
  };
}

function entriesIn(
  rows: readonly { readonly body: string }[],
  path: string,
): Awaited<ReturnType<UsageStore['read']>> {
  const entries: UsageEntry[] = [];
  const corrupt: CorruptRecord[] = [];
  for (const [at, { body }] of rows.entries()) {
    const entry = tryParseJson(body);
    if (isUsageEntry(entry)) entries.push(entry);
    else corrupt.push({ path, problem: `line ${at + 1} does not say what a run used` });
  }
  return { entries, corrupt };
}
