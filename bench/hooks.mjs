// Webhooks taken in: 10,000 at concurrency 50, against a loop that creates and syncs as many pairs of files.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { link, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fileEventStore } from '../.build/modules/store/files/file-definition-store.js';
import { fileSlotStore } from '../.build/modules/store/files/file-slot-store.js';
import { SECRET, sendHooks } from './hook-client.mjs';
import { timed } from './measure.mjs';

const COUNT = 10_000;
const CONCURRENCY = 50;
const BARE = 500;
const server = fileURLToPath(new URL('hook-server.mjs', import.meta.url));

export async function hooks() {
  // On the disk: in memory a sync costs nothing.
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-bench-hooks-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bare = await bareLoop(join(folder, 'bare'));
  const stateDir = join(folder, 'state');
  const { child, port } = await startServer(stateDir);
  let sent;
  const ms = await timed(async () => {
    sent = await sendHooks({ port, count: COUNT, concurrency: CONCURRENCY });
  });
  child.kill('SIGKILL');
  const { missing, rate, late } = await judge({ stateDir, sent, ms });
  const ratio = rate / bare;
  return [
    {
      name: 'webhooks lost that got 202',
      value: missing,
      bound: 0,
      unit: 'of 10,000',
      ok: missing === 0 && sent.accepted.size === COUNT,
      detail: `${sent.accepted.size} got 202, ${sent.failures.length} another answer, the listener was killed right after`,
    },
    {
      name: 'webhooks a second / pairs of files created and synced one by one',
      value: Number(ratio.toFixed(2)),
      bound: 1,
      unit: 'x',
      ok: ratio >= 1,
      detail: `${rate.toFixed(0)} a second at concurrency ${CONCURRENCY}, answered at p99 within ${late.toFixed(0)} ms; bare ${bare.toFixed(0)} a second`,
    },
  ];
}

async function judge({ stateDir, sent, ms }) {
  const slots = fileSlotStore(stateDir);
  const events = fileEventStore(stateDir);
  const { records } = await slots.list();
  const kept = new Set();
  for (const { event } of records)
    if ((await events.read(event.payload)) !== null) kept.add(event.id);
  const late = sent.durations.toSorted((a, b) => a - b)[Math.floor(sent.durations.length * 0.99)];
  const missing = [...sent.accepted].filter((id) => !kept.has(id)).length;
  return { missing, rate: (COUNT / ms) * 1_000, late };
}

/** What each delivery needs at the least, payload and record: a second. */
async function bareLoop(folder) {
  mkdirSync(folder, { recursive: true });
  const create = async (name) => {
    const file = await open(join(folder, `${name}.tmp`), 'wx');
    await file.writeFile('x'.repeat(600));
    await file.sync();
    await file.close();
    await link(join(folder, `${name}.tmp`), join(folder, name));
    await unlink(join(folder, `${name}.tmp`));
    const opened = await open(folder);
    await opened.sync();
    await opened.close();
  };
  const ms = await timed(async () => {
    for (let pair = 0; pair < BARE; pair += 1) {
      await create(randomUUID());
      await create(randomUUID());
    }
  });
  return (BARE / ms) * 1_000;
}

function startServer(stateDir) {
  const child = spawn(process.execPath, [server, stateDir, '0'], {
    env: { PATH: process.env.PATH, HOOK: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the listener ended')));
    child.stdout.once('data', (line) =>
      resolve({ child, port: Number(String(line).trim().split(':').at(-1)) }),
    );
  });
}
