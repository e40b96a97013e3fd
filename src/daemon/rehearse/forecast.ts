/** What the night would take, from what earlier runs took. */
import { inspectDisk } from '../../platform/disk.ts';
import { makeFolder } from '../../platform/files.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Forecast, RehearsedRoutine } from './contract.ts';
import { bytesOfRun } from './run-folders.ts';

export async function forecastOf(
  workspace: Workspace,
  {
    routines,
    views,
  }: { readonly routines: readonly RehearsedRoutine[]; readonly views: readonly RunView[] },
): Promise<Forecast> {
  const { stateDir } = workspace.location;
  await makeFolder(stateDir, 0o700);
  const { freeBytes } = await inspectDisk(stateDir);
  let sum: Omit<Forecast, 'freeBytes'> = {
    runs: 0,
    durationMs: 0,
    unknown: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    neededBytes: 0,
  };
  for (const { id, starts, typical } of routines) {
    if (starts === 0) continue;
    const bytes = (await bytesOfRun(stateDir, id, views)) ?? 0;
    sum = {
      runs: sum.runs + starts,
      durationMs: sum.durationMs + starts * (typical.durationMs ?? 0),
      unknown: sum.unknown + (typical.durationMs === null ? starts : 0),
      inputTokens: sum.inputTokens + starts * typical.inputTokens,
      outputTokens: sum.outputTokens + starts * typical.outputTokens,
      costUsd: sum.costUsd + starts * typical.costUsd,
      neededBytes: sum.neededBytes + starts * bytes,
    };
  }
  return { ...sum, freeBytes };
}
