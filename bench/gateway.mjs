// What stands between an agent and its model: how much later an answer begins, and how fast it is counted.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { openGateway } from '../.build/modules/engines/gateway/open-gateway.js';
import { systemClock } from '../.build/modules/platform/clock.js';
import { median } from './measure.mjs';

const server = fileURLToPath(new URL('gateway-model.mjs', import.meta.url));
const counter = fileURLToPath(new URL('gateway-count.mjs', import.meta.url));
const ROUNDS = 300;
const FORMATS = ['anthropic', 'openai-responses', 'openai-chat', 'gemini'];

export async function gateway() {
  const rows = [await latency()];
  for (const api of FORMATS) rows.push(await speed(api));
  rows.push(await longLine());
  return rows;
}

/** First byte of the answer, asked directly and through the gateway in turn. */
async function latency() {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-bench-gateway-'));
  const model = spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await firstLine(model));
  const socket = join(folder, 'model.sock');
  const opened = await openGateway(
    {
      upstream: `http://127.0.0.1:${port}`,
      api: 'anthropic',
      key: { name: 'K', value: 'k' },
      token: 't',
      at: { kind: 'socket', path: socket },
      budget: null,
      prices: [],
      unknownPrice: null,
      maxRefusals: 9,
      proxy: null,
      log: join(folder, 'log.jsonl'),
    },
    systemClock,
    { onNotice: () => undefined, onStop: () => undefined },
  );
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ model: 'm', stream: true, messages: ['x'.repeat(50_000)] });
  const direct = [];
  const through = [];
  for (let round = 0; round < ROUNDS + 30; round += 1) {
    const plain = await firstByte({ host: '127.0.0.1', port, agent }, body);
    const gone = await firstByte({ socketPath: socket, agent }, body);
    if (round < 30) continue;
    direct.push(plain);
    through.push(gone);
  }
  agent.destroy();
  await opened.close();
  model.kill();
  rmSync(folder, { recursive: true, force: true });
  const added = median(through) - median(direct);
  return {
    name: 'first byte of an answer, later by the gateway, p50',
    value: Number(added.toFixed(2)),
    bound: 3,
    unit: 'ms',
    ok: added <= 3,
    detail: `${median(through).toFixed(2)} ms through it, ${median(direct).toFixed(2)} ms directly, 50 kB asked, ${ROUNDS} each`,
  };
}

function firstByte(place, body) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(
      { ...place, method: 'POST', path: '/v1/messages', headers: { 'x-api-key': 't' } },
      (answer) => {
        let took = null;
        answer.on('data', () => (took ??= performance.now() - began));
        answer.on('end', () => resolve(took));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

async function speed(api) {
  const { mbPerSecond, grownMb, tokens } = await count(api);
  return {
    name: `counting a stream of 500 MB, ${api}`,
    value: Math.round(mbPerSecond),
    bound: 100,
    unit: 'MB a second of one core',
    ok: mbPerSecond >= 100 && grownMb <= 64 && tokens,
    detail: `memory grew by ${grownMb.toFixed(0)} MB (bound 64), ${tokens ? 'counted right' : 'COUNTED WRONG'}`,
  };
}

async function longLine() {
  const { mbPerSecond, grownMb, tokens } = await count('one-line');
  return {
    name: 'counting one line of 100 MB, memory',
    value: Math.round(grownMb),
    bound: 64,
    unit: 'MB',
    ok: grownMb <= 64 && tokens,
    detail: `${Math.round(mbPerSecond)} MB a second, ${tokens ? 'counted right' : 'COUNTED WRONG'}`,
  };
}

/** In a process of its own, whose memory is nobody else's. */
async function count(what) {
  const child = spawn(process.execPath, [counter, what], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await firstLine(child));
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    createInterface({ input: child.stdout }).once('line', resolve);
  });
}
