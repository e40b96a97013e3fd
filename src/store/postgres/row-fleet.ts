/** Where runs are, and which branches travel: columns of `runs`. */
import { tryParseJson } from '../../platform/json.ts';
import { isBranchName, isCommitSha, isRunId } from '../../words/ids.ts';
import type { Fleet, Travel, TravellingBranch } from '../dispatch-port.ts';
import { readRunSpec } from '../run-folder/run-guards.ts';
import type { RowsOf } from './row-texts.ts';

interface TravelRow {
  readonly id: string;
  readonly spec: string;
  readonly branch: string;
  readonly head: string;
  readonly travel: string;
  readonly why: string | null;
  readonly tried: Date | null;
  readonly place: string;
  readonly host: string | null;
}

export function rowFleet({
  database,
  workspace,
  place,
}: RowsOf & { readonly place: string }): Fleet {
  return {
    place,
    whereIs: async (id) => {
      const [row] = await database.read<{ host: string | null; told: Date }>(
        `select p.host, r.told_at as told from roundsman.runs r
         left join roundsman.places p on p.workspace = r.workspace and p.id = r.place
         where r.workspace = $1 and r.id = $2 and r.place <> $3`,
        [workspace, id, place],
      );
      return row === undefined
        ? null
        : { host: row.host ?? 'another machine', toldAt: row.told.toISOString() };
    },
    branches: async () => {
      const rows = await database.read<TravelRow>(
        `select r.id, r.spec, r.branch, r.head, r.travel, r.why, r.tried_at as tried, r.place, p.host
         from roundsman.runs r
         left join roundsman.places p on p.workspace = r.workspace and p.id = r.place
         where r.workspace = $1 and r.travel is not null order by r.id`,
        [workspace],
      );
      return rows.flatMap(branchIn);
    },
    note: async ({ run, branch, head = '' }, travel) => {
      const isKept = travel?.kind === 'kept';
      await database.write(
        `update roundsman.runs
         set travel = $4, why = $5, tried_at = $6, branch = $3, head = coalesce(nullif($7, ''), head)
         where workspace = $1 and id = $2 and (branch is null or branch = $3)`,
        [
          workspace,
          run,
          branch,
          travel?.kind ?? null,
          isKept ? travel.why : null,
          isKept ? new Date(travel.triedAt) : null,
          head,
        ],
      );
    },
  };
}

function branchIn(row: TravelRow): readonly TravellingBranch[] {
  const { id, branch, head, place, host } = row;
  const spec = readRunSpec(tryParseJson(row.spec));
  const travel = travelIn(row);
  if (spec === null || travel === null) return [];
  if (!isRunId(id) || !isBranchName(branch) || !isCommitSha(head)) return [];
  const { attempt } = spec;
  return [{ run: id, attempt, branch, head, travel, place, host: host ?? 'another machine' }];
}

function travelIn({ travel, why, tried }: TravelRow): Travel | null {
  if (travel === 'due' || travel === 'pushed') return { kind: travel };
  if (travel !== 'kept') return null;
  return { kind: travel, why: why ?? '', triedAt: (tried ?? new Date(0)).toISOString() };
}
