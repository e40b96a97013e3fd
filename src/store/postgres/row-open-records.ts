/** What is still open: rows that are settled for good are marked, and not read again. */
import { tryParseJson } from '../../platform/json.ts';
import { WAITING_GUARDS } from '../files/file-open-records.ts';
import type { TextKind } from '../record-texts.ts';
import type { OpenRecords, OpenRowsRequest, WaitingRecords } from '../stores.ts';
import { rowTexts, type RowsOf } from './row-texts.ts';

const KINDS: { readonly [Kind in keyof WaitingRecords]: TextKind } = {
  proposals: 'proposals',
  findings: 'findings',
  notes: 'notes',
  pullRequests: 'review/pull-requests',
  messages: 'messages',
};

export function rowOpenRecords(rows: RowsOf): OpenRecords {
  const { database, workspace } = rows;
  return {
    rows: (kind, request) => openRows(rows, { ...request, kind, guard: WAITING_GUARDS[kind] }),
    forgetSettled: async () => {
      await database.write(
        'update roundsman.records set settled = null where workspace = $1 and settled is not null',
        [workspace],
      );
    },
  };
}

interface Asked<Kind, Row> extends OpenRowsRequest<Kind, Row> {
  readonly kind: keyof WaitingRecords;
  readonly guard: (value: unknown) => value is Kind;
}

async function openRows<Kind, Row>(
  rows: RowsOf,
  { kind, guard, generation, read, corrupt }: Asked<Kind, Row>,
): Promise<readonly Row[]> {
  const { database, workspace } = rows;
  const table = KINDS[kind];
  const texts = rowTexts(rows, table);
  const found = await database.read<{ name: string; body: string; changed: string }>(
    `select name, body, changed from roundsman.records
     where workspace = $1 and kind = $2 and name like '%.json' and settled is distinct from $3
     order by name`,
    [workspace, table, generation],
  );
  const settled: string[] = [];
  const open = found.flatMap(({ name, body, changed }) => {
    const value = tryParseJson(body);
    if (!guard(value)) return [corrupt(texts.placeOf(name))];
    const one = read(value);
    if (one.settled) settled.push(changed);
    return one.rows;
  });
  // Only as it was read: what changed meanwhile is looked at again.
  if (settled.length > 0)
    await database.write(
      `update roundsman.records set settled = $3
       where workspace = $1 and kind = $2 and changed = any($4::bigint[])`,
      [workspace, table, generation, settled],
    );
  return open;
}
