// A thousand runs whose supervisors died: how long whoever comes next (a daemon, a command) takes to find out what is to
// become of each, against reading the same files. Finishing them is another matter.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { systemClock } from '../.build/modules/platform/clock.js';
import { newRunId } from '../.build/modules/platform/ids.js';
import { ownIdentity } from '../.build/modules/platform/process-identity.js';
import { sortUnfinished } from '../.build/modules/runtime/live-runs.js';
import { fileRunStore } from '../.build/modules/store/files/file-run-store.js';
import { runIndex } from '../.build/modules/store/files/run-index.js';
import { median, repositoryOf, roundsman, timed, workFolder } from './measure.mjs';

const RUNS = 1_000;
const ROUNDS = 7;

export async function recovery() {
  const { folder, where } = workFolder('recovery');
  const stateDir = join(folder, 'state');
  const template = await oneRun(folder, stateDir);
  for (let number = 0; number < RUNS; number += 1) await deadRun(stateDir, template, number);
  const store = fileRunStore(stateDir, runIndex(stateDir, systemClock));
  const reading = [];
  const looking = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = async () => reading.push(await timed(() => readAll(stateDir)));
    const look = async () =>
      looking.push(
        await timed(async () => {
          found = sortUnfinished(await store.listUnfinished()).orphaned.length;
        }),
      );
    for (const turn of round % 2 === 0 ? [read, look] : [look, read]) await turn();
  }
  if (found !== RUNS) throw new Error(`${found} of ${RUNS} runs were found orphaned`);
  const ratio = median(looking) / median(reading);
  return [
    {
      name: `look at ${RUNS.toLocaleString('en-US')} runs whose supervisors died / reading their files`,
      value: Number(ratio.toFixed(2)),
      bound: 3,
      unit: 'x',
      ok: ratio <= 3,
      detail: `looking ${median(looking).toFixed(0)} ms, reading ${median(reading).toFixed(0)} ms, medians of ${ROUNDS}, ${where}`,
    },
  ];
}

/** A real run's files, as this version writes them. */
async function oneRun(folder, stateDir) {
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 10, bytes: 200 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  writeFileSync(
    `${repository}/routines/tiny.yaml`,
    'on: manual\nagent: { engine: command, command: ["true"], prompt: "Do nothing at all in this repository." }\n',
  );
  const { id } = JSON.parse(roundsman(repository, ['run', 'tiny', '--json'], options).stdout);
  const of = (name) => readFile(join(stateDir, 'runs', id, name), 'utf8').then(JSON.parse);
  return { spec: await of('spec.json'), state: await of('state.json') };
}

async function deadRun(stateDir, template, number) {
  const id = newRunId(new Date(Date.now() - 1_000_000 + number));
  const folder = join(stateDir, 'runs', id);
  const dead = { ...ownIdentity(), pid: 4_000_000 + number, startTime: '1' };
  const { spec, state } = template;
  const phase = {
    kind: 'running',
    cursor: { step: 'work', at: 'begun' },
    supervisor: dead,
    agent: null,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'spec.json'), JSON.stringify({ ...spec, id, admittedBy: dead }));
  const record = { ...state, id, phase, agentExit: null, failure: null, skipped: null };
  writeFileSync(join(folder, 'state.json'), JSON.stringify(record));
}

/** What cannot be done without: each file opened, read and parsed, one after the other. */
async function readAll(stateDir) {
  for (const id of readdirSync(join(stateDir, 'runs'))) {
    for (const name of ['spec.json', 'state.json'])
      JSON.parse(await readFile(join(stateDir, 'runs', id, name), 'utf8'));
  }
}
