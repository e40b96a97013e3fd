// One process that looks at the sessions of a workspace (`look`) or reads all of them whole (`read`). Prints JSON.
import { openSync, readSync, closeSync } from 'node:fs';

import { openWorkspace } from '../dist/app/open-workspace.js';
import { look, openSessionCache } from '../dist/app/sessions/look.js';
import { systemClock } from '../dist/platform/clock.js';

const [folder, what] = process.argv.slice(2);
const workspace = await openWorkspace({ folder, env: { ...process.env }, clock: systemClock });
const answer = what === 'read' ? await readAll() : await lookTwice();
console.log(JSON.stringify({ ...answer, memory: process.resourceUsage().maxRSS / 1024 }));

async function lookTwice() {
  const cache = await openSessionCache(workspace);
  const started = performance.now();
  const first = await look(workspace, { all: true }, cache);
  const ms = performance.now() - started;
  const rounds = [];
  for (let round = 0; round < 5; round += 1) {
    const before = performance.now();
    await look(workspace, { all: true }, cache);
    rounds.push(performance.now() - before);
  }
  return {
    found: first.sessions.length,
    bytesRead: first.bytesRead,
    ms,
    again: rounds.toSorted((a, b) => a - b)[2],
  };
}

/** Alternating, transcript by transcript, so that neither has the better disk. */
async function readAll() {
  const { SESSION_SOURCES } = await import('../dist/context/sessions/sources.js');
  const { found } = await look(workspace, { all: true });
  const sources = new Map();
  for (const one of SESSION_SOURCES) sources.set(one.engine, one);
  let [ours, plain, entries] = [0, 0, 0];
  for (const { session, place } of found) {
    const source = await sources.get(session.engine).load();
    plainly(place.handle.location);
    const begun = performance.now();
    for await (const entry of source.entries(place.handle)) entries += entry === null ? 0 : 1;
    const middle = performance.now();
    plainly(place.handle.location);
    ours += middle - begun;
    plain += performance.now() - middle;
  }
  return { ours, plain, entries };
}

/** What anybody would write: blocks to lines to values. */
function plainly(path) {
  const file = openSync(path, 'r');
  const block = Buffer.alloc(1024 * 1024);
  let rest = '';
  let count = 0;
  for (;;) {
    const length = readSync(file, block, 0, block.length, null);
    if (length === 0) break;
    const lines = (rest + block.toString('utf8', 0, length)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) count += JSON.parse(line) === null ? 0 : 1;
  }
  closeSync(file);
  return count;
}
