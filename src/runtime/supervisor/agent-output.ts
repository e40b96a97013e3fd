/** Writes what an agent prints to its logs, and passes its newest line to watchers. */
import { openCappedLog, type CappedLog } from '../../platform/capped-log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StartedProcess } from '../../platform/start-process.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import { oneLine } from '../../words/text.ts';
import type { AgentStream } from './agent-stream.ts';

const LINE_EVERY_MS = 250;

interface AgentLogs {
  readonly stdout: CappedLog;
  readonly stderr: CappedLog;
}

export interface LogPlaces {
  readonly logs: { readonly stdout: string; readonly stderr: string };
  /** For each of the two logs. */
  readonly maxOutputBytes: number;
  readonly redactor: Redactor;
}

export async function openAgentLogs(places: LogPlaces): Promise<AgentLogs> {
  const rules = { maxBytes: places.maxOutputBytes, redactor: places.redactor };
  return {
    stdout: await openCappedLog(places.logs.stdout, rules),
    stderr: await openCappedLog(places.logs.stderr, rules),
  };
}

/** Of both. */
export async function closeAgentLogs(
  logs: AgentLogs,
): Promise<{ readonly total: number; readonly dropped: number }> {
  const [stdout, stderr] = [await logs.stdout.close(), await logs.stderr.close()];
  return { total: stdout.total + stderr.total, dropped: stdout.dropped + stderr.dropped };
}

export interface AgentOutput {
  /** Monotonic. */
  readonly lastAt: () => number;
  /** When both pipes are; something that the agent left behind may hold them open. */
  readonly closed: Promise<unknown>;
}

interface OutputListener {
  readonly clock: Clock;
  readonly onLine: (text: string) => void;
  /** Knows what the lines mean; then what it tells is shown instead of them. */
  readonly stream: AgentStream | null;
}

export function readAgentOutput(
  agent: StartedProcess,
  logs: AgentLogs,
  { clock, onLine, stream }: OutputListener,
): AgentOutput {
  let lastAt = clock.monotonic();
  let lineAt = -Infinity;
  const listen = (
    pipe: StartedProcess['stdout'],
    log: CappedLog,
    tell: ((chunk: Uint8Array) => void) | undefined,
  ): Promise<void> =>
    new Promise((resolve) => {
      if (pipe === null) {
        resolve();
        return;
      }
      pipe.on('data', (chunk: Uint8Array) => {
        log.write(chunk);
        lastAt = clock.monotonic();
        tell?.(chunk);
        if (tell !== undefined || lastAt - lineAt < LINE_EVERY_MS) return;
        const line = oneLine(log.lastLine(), 200);
        if (line === '') return;
        lineAt = lastAt;
        onLine(line);
      });
      pipe.on('error', () => resolve());
      pipe.on('close', () => resolve());
    });
  const closed = Promise.all([
    listen(agent.stdout, logs.stdout, stream?.stdout),
    listen(agent.stderr, logs.stderr, stream?.stderr),
  ]);
  return { lastAt: () => lastAt, closed };
}
