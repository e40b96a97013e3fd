/** The agent's program, with the protocol's messages on its stdin and stdout. */
import { Writable } from 'node:stream';

import type { Clock } from '../../../platform/clock.ts';
import { endProcesses } from '../../../platform/end-processes.ts';
import type { Environment } from '../../../platform/environment.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { identifyProcess } from '../../../platform/process-identity.ts';
import { followDescendants } from '../../../platform/process-tree.ts';
import { splitLines } from '../../../platform/split-lines.ts';
import {
  startProcess,
  type ProcessEnd,
  type StartedProcess,
} from '../../../platform/start-process.ts';
import type { ProcessIdentity } from '../../../words/run-spec.ts';
import type { DriverPlan } from './driver-plan.ts';

export interface AgentProcess {
  readonly input: WritableStream<Uint8Array>;
  /** Only lines that hold a JSON object. */
  readonly output: ReadableStream<Uint8Array>;
  readonly ended: Promise<ProcessEnd>;
  /** Ends it with all that it started: asked first, forced after some seconds. */
  end(): Promise<void>;
}

/** Of one message. A file that an agent shows whole is in one. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** How long it has to exit by itself after the conversation ends. */
const GOODBYE_MS = 1_000;

export interface AgentSurroundings {
  readonly env: Environment;
  readonly clock: Clock;
  /** A line that is not a message. */
  readonly onForeign: (line: string) => void;
}

export function startAgent(
  { argv, worktree }: Pick<DriverPlan, 'argv' | 'worktree'>,
  { env, clock, onForeign }: AgentSurroundings,
): AgentProcess {
  const started = startProcess({
    argv,
    cwd: worktree,
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
    ownSession: true,
  });
  const identity = started.pid === null ? null : identifyProcess(started.pid);
  return {
    input: Writable.toWeb(started.stdin ?? new Writable()),
    output: messagesOf(started, onForeign),
    ended: started.ended,
    end: async () => {
      const known = new Map<number, ProcessIdentity>();
      if (identity !== null) followDescendants(identity, known);
      started.stdin?.end();
      const over = new AbortController();
      await Promise.race([started.ended, clock.sleep(GOODBYE_MS, over.signal)]);
      over.abort();
      if (identity !== null) await endTree([identity, ...known.values()], clock);
      for (const stream of [started.stdin, started.stdout]) stream?.destroy();
    },
  };
}

function messagesOf(
  { stdout }: StartedProcess,
  onForeign: (line: string) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let open = true;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const lines = splitLines(MAX_LINE_BYTES, {
        onLine: (text) => {
          if (text.trim() === '') return;
          if (!isRecord(tryParseJson(text))) onForeign(text);
          else if (open) controller.enqueue(encoder.encode(`${text}\n`));
        },
        onLong: (bytes) => onForeign(`a line of ${bytes} bytes`),
      });
      const close = (): void => {
        if (!open) return;
        lines.end();
        open = false;
        controller.close();
      };
      stdout?.on('data', (chunk: Uint8Array) => lines.write(chunk));
      stdout?.once('close', close);
      stdout?.once('error', close);
      if (stdout === null) close();
    },
    cancel: () => {
      open = false;
    },
  });
}

/** By descent and session alone: the run's marker is on others of the run as well, this program among them. */
async function endTree(roots: readonly ProcessIdentity[], clock: Clock): Promise<void> {
  await endProcesses({
    runId: `agent-of-${roots[0]?.pid ?? 0}`,
    roots,
    confinement: 'none',
    led: false,
    groups: [],
    signal: 'SIGTERM',
    clock,
  });
}
