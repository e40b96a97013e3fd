/**
 * The socket of a run's tools. Each connection has a process of its own, outside of the sandbox, which serves that run
 * and nothing else; what the agent sends never reaches this process but as bytes that are handed on.
 */
import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import { TOOLS_SOCKET, type ServedTools } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { makeFolder, removeTree } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { socketPath, serveAtPath } from '../../platform/sockets.ts';
import {
  startProcess,
  type ProcessEnd,
  type StartedProcess,
} from '../../platform/start-process.ts';
import { oneLine } from '../../words/text.ts';

/** Longer than anything that is asked of a server without tools. */
const MAX_LINE_CHARS = 1_000_000;

/**
 * Engines open one each; sub-agents of theirs may open another. Processes are what is bounded: an agent that breaks its
 * connections off while calls are under way would otherwise leave one behind each time, outside of its sandbox and limits.
 */
const MAX_PROCESSES = 4;

/** Of what is asked before the first answer: an engine waits for that before it asks more. */
const MAX_ASKED_CHUNKS = 64;

/** It ends by itself when its input does. */
const LEAVES_WITHIN_MS = 2_000;

interface ToolsServed {
  /** When it resolves, nothing of it is left. Never rejects. */
  close(): Promise<void>;
}

interface ToolsParts {
  readonly clock: Clock;
  readonly onNotice: (text: string) => void;
}

/** Rejects when the socket cannot be had. */
export async function serveTools(
  plan: ServedTools,
  { clock, onNotice }: ToolsParts,
): Promise<ToolsServed> {
  const serving = new Set<StartedProcess>();
  let told = false;
  const tellOnce = (text: string): void => {
    if (!told) onNotice(text);
    told = true;
  };
  await makeFolder(plan.socketFolder, 0o700);
  const path = socketPath(plan.socketFolder, TOOLS_SOCKET);
  // What an earlier one left when it was killed.
  await removeTree(path);
  const server = await serveAtPath(path, {
    maxConnections: MAX_PROCESSES,
    onConnection: (connection) => {
      if (serving.size >= MAX_PROCESSES) {
        connection.destroy();
        return;
      }
      const process = startOrTell(plan, connection, tellOnce);
      if (process === null) return;
      serving.add(process);
      void process.ended.then(() => serving.delete(process));
      connection.once('close', () => void endOne(process, clock));
    },
  });
  return {
    close: async () => {
      await server.close();
      await Promise.all([...serving].map((process) => endOne(process, clock)));
      await removeTree(plan.socketFolder).catch(() => undefined);
    },
  };
}

/** `null`: it could not even be tried, such as on a full disk. An error here would end the supervisor. */
function startOrTell(
  plan: ServedTools,
  connection: Duplex,
  onFailure: (text: string) => void,
): StartedProcess | null {
  try {
    return start(plan, connection, onFailure);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    onFailure(`the agent's tools could not be served, only files: ${oneLine(why)}`);
    connection.destroy();
    return null;
  }
}

function start(
  plan: ServedTools,
  connection: Duplex,
  onFailure: (text: string) => void,
): StartedProcess {
  const process = startProcess({
    argv: plan.argv,
    cwd: '/',
    env: { ...readEnvironment(), ...plan.env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: { file: plan.log },
    ownSession: true,
  });
  let answered = false;
  const asked: Buffer[] = [];
  const keep = (chunk: Buffer): void => {
    if (asked.length < MAX_ASKED_CHUNKS) asked.push(chunk);
  };
  connection.on('data', keep);
  process.stdout?.once('data', () => {
    answered = true;
    connection.off('data', keep);
    asked.length = 0;
  });
  process.stdout?.on('error', () => undefined);
  if (process.stdin !== null) connection.pipe(process.stdin);
  process.stdout?.pipe(connection, { end: false });
  const end = ({ startError, exitCode, signal }: ProcessEnd): void => {
    if (answered) {
      connection.destroy();
      return;
    }
    connection.off('data', keep);
    connection.unpipe();
    if (!connection.destroyed)
      answerWithoutTools(connection, Buffer.concat(asked).toString('utf8'));
    const why = startError ?? `it ended with ${signal ?? exitCode} before it said anything`;
    onFailure(`the agent's tools could not be served, only files: ${oneLine(why)} (${plan.log})`);
  };
  void process.ended.then(end);
  return process;
}

/** Half-open as its connection is, an agent that went away would leave it waiting; and calls under way would keep it. */
async function endOne(process: StartedProcess, clock: Clock): Promise<void> {
  process.stdin?.end();
  const left = new AbortController();
  const ended = process.ended.then(() => true);
  const gone = await Promise.race([
    ended,
    clock.sleep(LEAVES_WITHIN_MS, left.signal).then(() => false),
  ]);
  left.abort();
  if (gone) return;
  process.kill('SIGKILL');
  await process.ended;
}

/**
 * Answers the agent when its tool server did not start: reports that there are no tools. Some engines refuse to work
 * without a server that they were told about, and a run can always report through files.
 * @param asked the input received before it was known that the server would not answer
 */
function answerWithoutTools(connection: Duplex, asked: string): void {
  let rest = '';
  const take = (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARS) {
      connection.destroy();
      return;
    }
    for (const line of lines) {
      const answer = answerTo(line);
      if (answer !== null) connection.write(`${answer}\n`);
    }
    // Unread answers would pile up in the supervisor.
    if (connection.writableNeedDrain) connection.pause();
  };
  connection.on('drain', () => connection.resume());
  connection.on('data', (chunk: Buffer) => take(chunk.toString('utf8')));
  connection.once('end', () => connection.end());
  take(asked);
  // Taken from a pipe it stands still.
  if (!connection.writableNeedDrain) connection.resume();
  if (connection.readableEnded) connection.end();
}

/** One message of JSON-RPC; `null`: it wants no answer, or none can be given. */
function answerTo(line: string): string | null {
  const message = tryParseJson(line);
  if (!isRecord(message)) return null;
  const { id, method, params } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const result = resultOf(method, isRecord(params) ? params : {});
  const error = { code: -32_601, message: 'the tools of this run could not be served' };
  return JSON.stringify({ jsonrpc: '2.0', id, ...(result === null ? { error } : { result }) });
}

function resultOf(
  method: unknown,
  { protocolVersion }: Readonly<Record<string, unknown>>,
): object | null {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'roundsman', version: 'none' },
      };
    case 'tools/list':
      return { tools: [] };
    case 'ping':
      return {};
    default:
      return null;
  }
}
