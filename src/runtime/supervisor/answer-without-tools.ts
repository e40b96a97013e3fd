/**
 * What the agent is answered when the server of its tools did not come up: that there are none. Some engines refuse to work
 * without a server that they were told of, and a run can always report by files.
 */
import type { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import { isRecord, tryParseJson } from '../../platform/json.ts';

/** Longer than anything that is asked of a server without tools. */
const MAX_LINE_CHARS = 1_000_000;

/** @param asked what came before it was known that nobody would answer */
export function answerWithoutTools(connection: Duplex, asked: string): void {
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
    // Answers that nobody reads would pile up in the supervisor.
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
export function answerTo(line: string): string | null {
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
