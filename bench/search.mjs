// Full text over 20,000 reports: a question to a daemon whose index is warm against a scan of the same files, one report
// more, the daemon's memory, and the command without a daemon.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newRunId } from '../.build/modules/platform/ids.js';
import { askDaemon } from '../.build/modules/scheduler/ask-daemon.js';
import { git, median, program, repositoryOf, roundsman, timed, workFolder } from './measure.mjs';

const REPORTS = 20_000;
const BYTES = 2_000;
const ROUNDS = 25;
const DAY_MS = 86_400_000;

export async function search() {
  const { folder, where } = workFolder('search', 1e9);
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 10, bytes: 200 });
  const options = { state: folder };
  const stateDir = join(folder, 'state');
  const pattern = oneRun(repository, { stateDir, options });
  const words = vocabulary();
  for (let index = 0; index < REPORTS; index += 1)
    copyRun(pattern, {
      stateDir,
      at: Date.now() - ((index % 1_000) + 1) * DAY_MS,
      text: textOf(words),
    });
  const pid = await startDaemon(repository, folder, stateDir);
  const built = await timed(() => ask(stateDir, 'warm'));
  const asked = [];
  const scanned = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const question = questionOf(words, round);
    asked.push(await timed(() => ask(stateDir, question)));
    if (round % 5 === 0) scanned.push(await timed(() => scan(stateDir, question)));
  }
  const added = [];
  for (let round = 0; round < 9; round += 1) {
    const word = `${'abcdefghi'[round]}${round}quokka${round}`;
    copyRun(pattern, { stateDir, at: Date.now(), text: `${textOf(words)} ${word}` });
    added.push(
      await timed(async () => {
        const { total } = await ask(stateDir, word);
        if (total !== 1) throw new Error(`${word} is in ${total} reports`);
      }),
    );
  }
  const memory = { daemon: memoryOf(pid), index: memoryOf(searcherOf(pid)) };
  await askDaemon(stateDir, 'stop', 60_000);
  const cold = coldTimes(repository, { options, words });
  return rowsOf({ built, asked, scanned, added, memory, cold, where });
}

function rowsOf({ built, asked, scanned, added, memory, cold, where }) {
  const warm = median(asked);
  const slowest = asked.toSorted((a, b) => a - b)[Math.ceil(0.95 * asked.length) - 1];
  return [
    {
      name: 'search of 20,000 reports in the daemon, warm',
      value: Math.round(warm),
      bound: 50,
      unit: 'ms',
      ok: warm <= 50,
      detail: `95 of 100 within ${slowest.toFixed(0)} ms; a scan of the files ${median(scanned).toFixed(0)} ms; first question ${(built / 1_000).toFixed(1)} s, ${where}`,
    },
    {
      name: 'search: one report more, and found',
      value: Math.round(median(added)),
      bound: 150,
      unit: 'ms',
      ok: median(added) <= 150,
      detail: `${added.length} rounds, the whole question`,
    },
    memoryRow('search: memory of the daemon', memory.daemon),
    memoryRow('search: memory of the process with the index', memory.index),
    {
      name: 'search without a daemon - node -e 0',
      value: Math.round(cold.took - cold.bare),
      bound: 1_000,
      unit: 'ms',
      ok: cold.took - cold.bare <= 1_000,
      detail: `command ${cold.took.toFixed(0)} ms, node ${cold.bare.toFixed(0)} ms`,
    },
  ];
}

function memoryRow(name, { now, most }) {
  return {
    name,
    value: Math.round(now),
    bound: 250,
    unit: 'MB',
    ok: now <= 250,
    detail: `at most ${most.toFixed(0)} MB so far`,
  };
}

/** However long it takes to look through what is there: that is not what is measured. */
async function startDaemon(repository, folder, stateDir) {
  const child = spawn(process.execPath, [program, 'start', '--no-doctor'], {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: stateDir },
    stdio: 'ignore',
  });
  process.on('exit', () => child.kill());
  for (;;) {
    const { kind } = await askDaemon(stateDir, 'status', 60_000);
    if (kind === 'answer') return child.pid;
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The process of the daemon that holds the index. */
function searcherOf(pid) {
  const all = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const found = all.find((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0').includes('search'),
  );
  if (found === undefined) throw new Error(`process ${pid} has none that searches`);
  return Number(found);
}

/** A real one, to be copied. */
function oneRun(repository, { stateDir, options }) {
  mkdirSync(`${repository}/routines`);
  const report =
    'printf "## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"';
  const lines = [
    'on: manual',
    'agent:',
    '  engine: command',
    `  command: ${JSON.stringify(['sh', '-c', report])}`,
    '  prompt: Report.',
    'workspace: { isolation: private }',
    '',
  ];
  writeFileSync(`${repository}/routines/nightly.yaml`, lines.join('\n'));
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', 'routine');
  const ran = roundsman(repository, ['run', 'nightly', '--json'], options);
  if (ran.status !== 0) throw new Error(ran.stdout + ran.stderr);
  const { id, endedAt } = JSON.parse(ran.stdout);
  const read = (name) => readFileSync(join(stateDir, 'runs', id, name), 'utf8');
  return { id, endedAt, spec: read('spec.json'), state: read('state.json') };
}

function copyRun(pattern, { stateDir, at, text }) {
  const id = newRunId(new Date(at));
  const folder = join(stateDir, 'runs', id);
  mkdirSync(folder);
  const renamed = (json) =>
    json.replaceAll(pattern.id, id).replaceAll(pattern.endedAt, new Date(at).toISOString());
  writeFileSync(join(folder, 'spec.json'), renamed(pattern.spec));
  writeFileSync(join(folder, 'state.json'), renamed(pattern.state));
  writeFileSync(
    join(folder, 'report.md'),
    `# Nightly, ${new Date(at).toISOString().slice(0, 10)}\n\n${text}\n`,
  );
}

/** As many words as a large project has, names of code among them; few are said often. */
function vocabulary() {
  const letters = 'etaoinshrdlucmfwypvbgk';
  const word = () =>
    Array.from(
      { length: 3 + Math.floor(Math.random() * 8) },
      () => letters[Math.floor(Math.random() * letters.length)],
    ).join('');
  return Array.from({ length: 30_000 }, (_, index) => {
    if (index % 20 === 0) return `src/${word()}/${word()}.ts`;
    if (index % 10 === 0) return `${word()}${word().replace(/^./, (first) => first.toUpperCase())}`;
    return word();
  });
}

function textOf(words) {
  let text = '';
  while (text.length < BYTES) text += `${pick(words)} `;
  return text;
}

function pick(words) {
  return words[Math.floor(Math.random() ** 3 * words.length)];
}

/** Whole words, one begun, one with a slip. */
function questionOf(words, round) {
  const plain = words.filter((word) => /^[a-z]{6,}$/.test(word));
  const at = (share) => plain[Math.floor(share * plain.length * Math.random())];
  if (round % 3 === 0) return `${at(0.3)} ${at(0.1)}`;
  if (round % 3 === 1) return `${at(0.5).slice(0, 4)} ${at(0.1)}`;
  const word = at(0.3);
  return `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
}

async function ask(stateDir, words) {
  const args = { words, kinds: [], routine: null, from: null, to: null, limit: 20 };
  for (;;) {
    const asked = await askDaemon(stateDir, { ask: 'search', args }, 60_000);
    if (asked.kind !== 'answer') throw new Error(JSON.stringify(asked));
    if (asked.answer.building !== true) return asked.answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What one would do without an index. */
function scan(stateDir, question) {
  const wanted = question.toLowerCase().split(' ');
  const runs = join(stateDir, 'runs');
  let found = 0;
  for (const id of readdirSync(runs)) {
    const text = readFileSync(join(runs, id, 'report.md'), 'utf8').toLowerCase();
    if (wanted.every((word) => text.includes(word))) found += 1;
  }
  return found;
}

function coldTimes(repository, { options, words }) {
  const bare = [];
  const took = [];
  for (let round = 0; round < 5; round += 1) {
    bare.push(timedSync(() => spawnSync(process.execPath, ['-e', '0'])));
    took.push(timedSync(() => roundsman(repository, ['search', questionOf(words, 0)], options)));
  }
  return { bare: median(bare), took: median(took) };
}

function timedSync(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1_024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
