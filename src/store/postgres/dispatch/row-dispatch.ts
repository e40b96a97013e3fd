/** How runs of a workspace on PostgreSQL reach workers. */
import type { Dispatch } from '../../dispatch-port.ts';
import type { RowsOf } from '../row-texts.ts';
import { rowPlanner } from './row-planner.ts';
import { rowQueue } from './row-queue.ts';
import { rowWorkers } from './row-workers.ts';

export function rowDispatch(rows: RowsOf, place: string): Dispatch {
  const { database, workspace } = rows;
  const planner = rowPlanner(rows, place);
  const queue = rowQueue(rows);
  return {
    place,
    planner,
    queue,
    workers: rowWorkers({ ...rows, place }),
    stop: async (run, how, reason) => {
      const asked = await database.write(
        `update roundsman.runs r set stop = $3 from roundsman.workers w
         where r.workspace = $1 and r.id = $2 and not r.is_ended
           and w.workspace = r.workspace and w.place = r.place returning r.id`,
        [workspace, run, JSON.stringify({ how, reason })],
      );
      return asked.length > 0;
    },
    endElsewhere: async (run, record) => {
      const own = [workspace, run, place];
      if (record === null)
        await database.write(
          'delete from roundsman.runs where workspace = $1 and id = $2 and place <> $3',
          own,
        );
      else
        await database.write(
          `update roundsman.runs set is_ended = true, record = $4
           where workspace = $1 and id = $2 and place <> $3 and not is_ended`,
          [...own, JSON.stringify(record)],
        );
    },
    close: async () => {
      await Promise.all([planner.close(), queue.close()]);
    },
  };
}
