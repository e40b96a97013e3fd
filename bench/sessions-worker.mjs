// One process that looks at the sessions of a workspace (`look`) or reads all of them whole (`read`). Prints JSON.
import { openSync, readSync, closeSync } from 'node:fs';

import { look, openSessionCache } from '../.build/modules/context/sessions/look.js';
import { systemClock } from '../.build/modules/platform/clock.js';
import { openWorkspace } from '../.build/modules/workspace/open-workspace.js';

const [folder, what] = process.argv.slice(2);
const workspace = await openWorkspace({
  actor: 'ada',
  folder,
  env: { ...process.env },
  clock: systemClock,
});
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

/**
 * Alternating, transcript by transcript, so that neither has the better disk. All of them are read by both before: compiling
 * is no part of reading, and goes on in other threads for some megabytes. Cleaning is measured apart: all of a transcript, as
 * `sessions show` has it.
 */
async function readAll() {
  const { sessionSources } = await import('../.build/modules/context/sessions/ask-source.js');
  const { gatherTranscript } = await import('../.build/modules/context/sessions/read-session.js');
  const { redactorOf } = await import('../.build/modules/context/sessions/look.js');
  const redact = redactorOf(workspace);
  const { found } = await look(workspace, { all: true });
  const sources = new Map();
  for (const one of sessionSources()) sources.set(one.engine, one);
  const engines = new Map();
  const measures = [];
  const later = [];
  for (const { session, place } of found) {
    const source = await sources.get(session.engine).load();
    const { handle } = place;
    const count = async () => {
      let entries = 0;
      for await (const block of source.entries(handle))
        for (const entry of block) entries += entry === null ? 0 : 1;
      return entries;
    };
    const gather = () => gatherTranscript(source.entries(handle), { maxEntries: 500 }, redact);
    const parse = () => plainly(handle.location);
    const sums = engines.get(session.engine) ?? {
      ours: 0,
      plain: 0,
      wall: 0,
      plainWall: 0,
      told: 0,
      entries: 0,
    };
    engines.set(session.engine, sums);
    for (const work of [count, parse]) await work();
    measures.push(async () => {
      const our = await measured(count);
      const plain = await measured(parse);
      sums.ours += our.cpu;
      sums.wall += our.wall;
      sums.entries += our.value;
      sums.plain += plain.cpu;
      sums.plainWall += plain.wall;
    });
    // Afterwards, so that its waste is cleared away in nobody else's time.
    later.push(async () => (sums.told += (await measured(gather)).cpu));
  }
  for (const work of [...measures, ...later]) await work();
  return { engines: [...engines].map(([engine, sums]) => ({ engine, ...sums })) };
}

async function measured(work) {
  const [cpu, wall] = [cpuMs(), performance.now()];
  const value = await work();
  return { value, cpu: cpuMs() - cpu, wall: performance.now() - wall };
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

/** Of this process, all of its threads: what other programs do meanwhile does not count. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
