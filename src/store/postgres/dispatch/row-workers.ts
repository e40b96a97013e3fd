/** The workers of a workspace as rows: each reports itself, and is told which of its runs are to stop. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import { isRunId } from '../../../words/ids.ts';
import {
  WORKER_GONE_MS,
  type StopRequest,
  type WorkerEntry,
  type Workers,
} from '../../dispatch-port.ts';
import type { Database } from '../database.ts';
import { requireSchema } from '../migrate.ts';
import type { RowsOf } from '../row-texts.ts';

interface WorkerRow {
  readonly place: string;
  readonly host: string;
  readonly labels: readonly string[];
  readonly places: number;
  readonly runs: readonly string[];
  readonly draining: boolean;
  readonly silent_ms: number;
}

export function rowWorkers({ database, workspace, place }: RowsOf & { place: string }): Workers {
  return {
    report: async ({ host, labels, places, runs, draining }) => {
      // A newer Roundsman may have migrated since this process began: that only adds, so the others are still told.
      const refusal = await schemaRefusal(database);
      await database.write(
        `insert into roundsman.workers (workspace, place, host, labels, places, runs, draining)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (workspace, place) do update set host = excluded.host, labels = excluded.labels,
           places = excluded.places, runs = excluded.runs, draining = excluded.draining,
           seen_at = clock_timestamp()`,
        [workspace, place, host, labels, places, runs, draining || refusal !== null],
      );
      if (refusal !== null) throw refusal;
      const asked = await database.read<{ id: string; stop: string }>(
        `select id, stop from roundsman.runs
         where workspace = $1 and place = $2 and not is_ended and stop is not null`,
        [workspace, place],
      );
      return asked.flatMap(stopIn);
    },
    leave: async () => {
      await database.write('delete from roundsman.workers where workspace = $1 and place = $2', [
        workspace,
        place,
      ]);
    },
    list: async () => {
      const rows = await database.read<WorkerRow>(
        `select place, host, labels, places, runs, draining,
           (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as silent_ms
         from roundsman.workers
         where workspace = $1 and seen_at > clock_timestamp() - $2 * interval '1 millisecond'
         order by host, place`,
        [workspace, WORKER_GONE_MS],
      );
      return rows.map(({ silent_ms: silentMs, runs, ...row }): WorkerEntry => ({
        ...row,
        runs: runs.filter((run) => isRunId(run)),
        silentMs: Math.round(silentMs),
      }));
    },
  };
}

async function schemaRefusal(database: Database): Promise<AppError | null> {
  try {
    await requireSchema(database);
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'store-newer') return thrown;
    throw thrown;
  }
}

function stopIn({ id, stop }: { readonly id: string; readonly stop: string }): StopRequest[] {
  const wish = tryParseJson(stop);
  if (!isRunId(id) || !isRecord(wish)) return [];
  const { how, reason } = wish;
  return typeof reason === 'string' && (how === 'cancel' || how === 'terminate')
    ? [{ run: id, how, reason }]
    : [];
}
