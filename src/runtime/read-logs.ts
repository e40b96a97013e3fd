/** What the programs of a run printed: from its folder, of a run of another machine the ends that were kept when it ended. */
import { agentEventLines } from '../engines/format-agent-event.ts';
import { findReader } from '../engines/registry.ts';
import { readFrom } from '../platform/files.ts';
import { splitLines } from '../platform/split-lines.ts';
import type { RunElsewhere } from '../store/dispatch-port.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { AgentEvent } from '../words/agent-event.ts';
import { AppError } from '../words/errors.ts';
import { type RunId, shortIdOf } from '../words/ids.ts';
import { localTime } from '../words/local-time.ts';
import type { EngineId } from '../words/routine.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

// From what an agent printed to what a person reads: for engines whose stream is made for programs.

const MAX_LINE_BYTES = 8 * 1024 * 1024;

interface LogTeller {
  /** The lines that became whole with it, each with its end. */
  readonly write: (chunk: Uint8Array) => string;
  readonly end: () => string;
}

/** `null`: the engine prints plain text. */
export async function agentLogTeller(engine: EngineId): Promise<LogTeller | null> {
  const open = await findReader(engine);
  if (open === null) return null;
  const reader = open({ usageBefore: null });
  let told = '';
  const take = (events: readonly AgentEvent[]): void => {
    for (const event of events) {
      const text = agentEventLines(event);
      if (text !== null) told += `${text}\n`;
    }
  };
  const lines = splitLines(MAX_LINE_BYTES, {
    onLine: (text) => take(reader.line(text)),
    onLong: (bytes) => {
      told += `?? a line of ${bytes} bytes\n`;
    },
  });
  const taken = (): string => {
    const text = told;
    told = '';
    return text;
  };
  return {
    write: (chunk) => {
      lines.write(chunk);
      return taken();
    },
    end: () => {
      lines.end();
      return taken();
    },
  };
}

interface RunLogs {
  /** The agent's stdout and stderr, and what set-up, checks and our own worker wrote. */
  readonly agent: string;
  readonly errors: string;
  readonly worker: string;
  /** What the agent's stream tells, for people; `null` for engines that print plain text. */
  readonly told: string | null;
  /** Set for a run of another machine. */
  readonly elsewhere: RunElsewhere | null;
}

export async function readLogs(workspace: Workspace, id: RunId): Promise<RunLogs> {
  const { runs, fleet } = workspace;
  const [agent, errors, worker] = await Promise.all(
    (['agentLog', 'agentErrors', 'workerLog'] as const).map((name) => runs.readFile(id, name)),
  );
  return {
    agent: agent ?? '',
    errors: errors ?? '',
    worker: worker ?? '',
    told: await toldOf(workspace, id, agent ?? ''),
    elsewhere: (await fleet?.whereIs(id)) ?? null,
  };
}

/** Where the log is, in a sentence. @param zone IANA, of the reader */
export function formatElsewhere(
  run: Pick<RunView, 'id' | 'state'>,
  { host, toldAt }: RunElsewhere,
  zone: string,
): string {
  const id = shortIdOf(run.id);
  return run.state === 'ended'
    ? `Run ${id} was on ${host}; here is the end of its log.`
    : `Run ${id} is on ${host} (as of ${localTime(toldAt, zone)}): its log is there, and its end is here once it has ended.`;
}

async function toldOf(workspace: Workspace, id: RunId, agent: string): Promise<string | null> {
  const teller = await tellerOf(workspace, id);
  if (teller === null) return null;
  return teller.write(new TextEncoder().encode(agent)) + teller.end();
}

async function tellerOf(
  { runs }: Workspace,
  id: RunId,
): Promise<Awaited<ReturnType<typeof agentLogTeller>>> {
  const run = await runs.read(id);
  return run === null ? null : agentLogTeller(run.spec.routine.agent.engine);
}

const POLL_MS = 200;

interface FollowRequest {
  readonly id: RunId;
  /** As it was printed, also where a stream tells more. */
  readonly raw: boolean;
  readonly signal: AbortSignal;
}

/** The agent's stdout from the beginning, as it comes, until the run has ended or the signal aborts. */
export async function* followLog(
  workspace: Workspace,
  { id, raw, signal }: FollowRequest,
): AsyncGenerator<string> {
  await refuseElsewhere(workspace, id);
  const path = runPaths(workspace.location.stateDir, id).agentLog;
  const teller = raw ? null : await tellerOf(workspace, id);
  const decoder = new TextDecoder();
  let offset = 0;
  while (!signal.aborted) {
    // Looked at before reading: what was written up to the end is then in the next read.
    const ended = await hasEnded(workspace, id);
    for (;;) {
      const bytes = await readFrom(path, offset);
      if (bytes.length === 0) break;
      offset += bytes.length;
      yield teller === null ? decoder.decode(bytes, { stream: true }) : teller.write(bytes);
    }
    if (ended) {
      if (teller !== null) yield teller.end();
      return;
    }
    await workspace.clock.sleep(POLL_MS, signal);
  }
}

async function refuseElsewhere({ fleet }: Workspace, id: RunId): Promise<void> {
  const elsewhere = (await fleet?.whereIs(id)) ?? null;
  if (elsewhere === null) return;
  throw new AppError('refused', {
    code: 'log-elsewhere',
    message: `run ${shortIdOf(id)} is on ${elsewhere.host}: its log can be followed there only`,
    hint: `On ${elsewhere.host}: roundsman logs ${shortIdOf(id)} --follow. Once it has ended, its end is here: roundsman logs ${shortIdOf(id)}`,
  });
}

async function hasEnded(workspace: Workspace, id: RunId): Promise<boolean> {
  const run = await workspace.runs.read(id);
  return run === null || toRunView(run).state === 'ended';
}
