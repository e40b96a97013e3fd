/** What the programs of a run printed, from its folder. */
import type { RunId } from '../domain/ids.ts';
import { toRunView } from '../domain/run-view.ts';
import { readFrom, readTextIfThere } from '../platform/files.ts';
import { runPaths } from '../store/state-paths.ts';
import type { Workspace } from './contract.ts';

export interface RunLogs {
  /** The agent's stdout and stderr, and what set-up, checks and our own worker wrote. */
  readonly agent: string;
  readonly errors: string;
  readonly worker: string;
}

export async function readLogs(workspace: Workspace, id: RunId): Promise<RunLogs> {
  const paths = runPaths(workspace.location.stateDir, id);
  const [agent, errors, worker] = await Promise.all(
    [paths.agentLog, paths.agentErrors, paths.workerLog].map(readTextIfThere),
  );
  return { agent: agent ?? '', errors: errors ?? '', worker: worker ?? '' };
}

const POLL_MS = 200;

/** The agent's stdout from the beginning, as it comes, until the run has ended or the signal aborts. */
export async function* followLog(
  workspace: Workspace,
  id: RunId,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const path = runPaths(workspace.location.stateDir, id).agentLog;
  const decoder = new TextDecoder();
  let offset = 0;
  while (!signal.aborted) {
    // Looked at before reading: what was written up to the end is then in the next read.
    const ended = await hasEnded(workspace, id);
    for (;;) {
      const bytes = await readFrom(path, offset);
      if (bytes.length === 0) break;
      offset += bytes.length;
      yield decoder.decode(bytes, { stream: true });
    }
    if (ended) return;
    await workspace.clock.sleep(POLL_MS, signal);
  }
}

async function hasEnded(workspace: Workspace, id: RunId): Promise<boolean> {
  const run = await workspace.runs.read(id);
  return run === null || toRunView(run).state === 'ended';
}
