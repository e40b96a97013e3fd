import { runsWithParts } from '../../runtime/variants/part-view.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { hasFailed } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { noteMergesLate, openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { formatResting, runColumns } from '../output/run-columns.ts';
import { writeJson } from '../output/write-json.ts';
import { readLimit, tellCut } from '../read-count.ts';
import { readSince } from '../read-moment.ts';

export async function runsCommand(call: CommandCall): Promise<number> {
  const limit = readLimit(call.options);
  const routine = routineFilter(call.words[0]);
  const workspace = await openAttended(call);
  if (call.json) await noteMergesLate(workspace);
  const failed = call.options.flag('failed');
  const { views, corrupt, total, isCounted } = await newestRuns(workspace, {
    routine,
    limit,
    failed,
    since: readSince(call),
  });
  if (call.json) {
    writeJson(call.terminal, views);
  } else if (views.length === 0) {
    openPage(call.terminal).line(
      failed
        ? `No failed runs${routine === null ? '' : ` of ${routine}`}.`
        : routine === null
          ? 'No runs yet. Start one: roundsman run todo-sweep'
          : `No runs of ${routine} yet. The routines: roundsman list`,
    );
  } else {
    const rows = await runsWithParts(workspace, views);
    // A run that waits for a person says so wherever it is listed.
    const below = (run: RunView): string =>
      run.state === 'waiting' ? formatResting(run, { daemon: true }) : '';
    openPage(call.terminal).table(runColumns(call.clock.now(), rows), rows, below);
  }
  tellCut(call, { shown: views.length, total, more: '--all', isCounted });
  if (corrupt.length > 0) {
    const first = corrupt[0];
    call.terminal.err(
      `note: ${plural(corrupt.length, 'run record')} cannot be read, the first is ${first?.path ?? ''}: ${first?.problem ?? ''}\n`,
    );
  }
  return 0;
}

/** So many are read to count them; of more it is enough that there are more. */
const COUNTED = 2_000;

interface RunsRequest {
  readonly routine: RoutineId | null;
  readonly limit: number;
  /** Only those that did not go well. */
  readonly failed: boolean;
  /** ISO 8601: only those that started then or later. */
  readonly since: string | null;
}

async function newestRuns(
  { runs }: Workspace,
  { routine, limit, failed, since }: RunsRequest,
): Promise<
  Awaited<ReturnType<Workspace['runs']['listViews']>> & {
    readonly total: number;
    readonly isCounted: boolean;
  }
> {
  const filter = routine === null ? {} : { routine };
  const isWhole = routine !== null || failed || since !== null;
  const listed = await runs.listViews(isWhole ? filter : { limit: Math.max(limit, COUNTED) });
  const views = listed.views.filter(
    (run) => (!failed || hasFailed(run)) && (since === null || (run.startedAt ?? since) >= since),
  );
  const isCounted = isWhole || views.length < COUNTED || views.length < limit;
  return {
    views: views.slice(0, limit),
    corrupt: listed.corrupt,
    total: views.length,
    isCounted,
  };
}

function routineFilter(text: string | undefined): RoutineId | null {
  if (text === undefined) return null;
  if (isRoutineId(text)) return text;
  throw new AppError('usage', {
    code: 'bad-routine-id',
    message: `"${text}" cannot be the id of a routine`,
    hint: 'An id is the file name in routines/ without .yaml; `roundsman list` shows them.',
  });
}
