import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lineTransport, MAX_LINE_BYTES, MAX_UNDER_WAY } from '../../src/mcp/line-transport.ts';

interface Wire {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly got: JSONRPCMessage[];
  readonly transport: Transport;
}

async function wire(): Promise<Wire> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const got: JSONRPCMessage[] = [];
  const transport = lineTransport({ input, output });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK has none
  transport.onmessage = (message) => void got.push(message);
  await transport.start();
  return { input, output, got, transport };
}

async function written(output: PassThrough): Promise<string> {
  if (output.readableLength === 0) await once(output, 'readable');
  return String(output.read());
}

const ping = (id: number | string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

describe('lineTransport', () => {
  it('gives the same messages however their bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 30 }),
        async (ids, size) => {
          const { input, got } = await wire();
          const bytes = Buffer.from(ids.map((id) => `${ping(id)}\r\n`).join(''));
          for (let at = 0; at < bytes.length; at += size)
            input.write(bytes.subarray(at, at + size));
          input.end();
          if (bytes.length > 0) await once(input, 'end');
          expect(got.map((one) => ('id' in one ? one.id : null))).toEqual(ids);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('answers a line that is too long with its id, holds little of it, and reads on', async () => {
    const { input, output, got } = await wire();
    input.write(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"finish","arguments":{"report":"',
    );
    const piece = Buffer.alloc(1_000_000, 'x');
    for (let sent = 0; sent < 10; sent += 1) input.write(piece);
    input.write(`"}}}\n${ping(8)}\n`);
    expect(JSON.parse(await written(output))).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32_600,
        message: `the message has more than ${MAX_LINE_BYTES} bytes: say it shorter`,
      },
    });
    expect(got).toMatchObject([{ id: 8, method: 'ping' }]);
  });

  it('finds the id of a long line also where it stands at the end', async () => {
    const { input, output } = await wire();
    input.write(`{"method":"x","params":"${'y'.repeat(MAX_LINE_BYTES)}","id":"last-1"}\n`);
    expect(JSON.parse(await written(output))).toMatchObject({ id: 'last-1' });
  });

  it.each(['nonsense', '[]', '{"jsonrpc":"1.0"}', `{"id":3,"a":${'['.repeat(20_000)}`, '\u0000'])(
    'says of a line that is not a message that it is none, and reads on',
    async (line) => {
      const { input, output, got } = await wire();
      input.write(`${line}\n\n${ping(1)}\n`);
      expect(JSON.parse(await written(output))).toMatchObject({ error: { code: -32_700 } });
      expect(got).toMatchObject([{ id: 1 }]);
    },
  );

  it('is closed when its client goes away, and writes nothing more', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = lineTransport({ input, output });
    const closed = new Promise<void>((resolve) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK has none
      transport.onclose = () => resolve();
    });
    await transport.start();
    input.end();
    input.resume();
    await closed;
    await transport.send({ jsonrpc: '2.0', method: 'x' });
    expect(output.readableLength).toBe(0);
  });

  it('takes no more requests than it answers, also of a client that calls them off', async () => {
    const { input, got, transport } = await wire();
    const calledOff = (id: number): string =>
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id },
      });
    for (let id = 1; id <= 1_000; id += 1) input.write(`${ping(id)}\n${calledOff(id)}\n`);
    await settled();
    expect(got).toHaveLength(MAX_UNDER_WAY);
    expect(input.isPaused()).toBe(true);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await settled();
    expect(got).toHaveLength(MAX_UNDER_WAY + 1);
  });

  it('stops reading where nobody reads what it answers, and loses none of it', async () => {
    const { input, output, got, transport } = await wire();
    const answer = 'x'.repeat(10_000);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK has none
    transport.onmessage = (message) => {
      got.push(message);
      if ('id' in message && message.id !== undefined)
        void transport.send({ jsonrpc: '2.0', id: message.id, result: { answer } });
    };
    for (let id = 1; id <= 500; id += 1) input.write(`${ping(id)}\n`);
    await settled();
    expect(got.length).toBeLessThan(20);
    let read = '';
    output.on('data', (piece) => (read += String(piece)));
    while (got.length < 500) await settled();
    await settled();
    expect(read.trim().split('\n')).toHaveLength(500);
  });
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}
