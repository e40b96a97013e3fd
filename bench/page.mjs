// The page with 20,000 runs beside the same page of an empty workspace, in the same process: what it costs to ask for the
// home, the inbox and the runs must not grow with what ran.
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

import { startPage } from '../.build/modules/page/start-page.js';
import { systemClock } from '../.build/modules/platform/clock.js';
import { newRunId } from '../.build/modules/platform/ids.js';
import { ownIdentity } from '../.build/modules/platform/process-identity.js';
import { RUN_PROTOCOL } from '../.build/modules/words/run-spec.js';
import { EMPTY_PROGRESS } from '../.build/modules/words/run.js';
import { openWorkspace } from '../.build/modules/workspace/open-workspace.js';
import { git, median, timed, workFolder } from './measure.mjs';

const RUNS = 20_000;
/** More than a page of them. */
const FEW = 60;
const ROUNDS = 9;
const BOUND = 3;
const UNSETTLED = 'still being looked at';

export async function page() {
  const { folder } = workFolder('page', 4e9);
  const [empty, few, full] = [
    await world(join(folder, 'empty'), 0),
    await world(join(folder, 'few'), FEW),
    await world(join(folder, 'full'), RUNS),
  ];
  const results = [
    await compare('/', { name: 'none', small: empty, large: full }),
    await compare('/runs', { name: `${FEW}`, small: few, large: full }),
    await compare('/inbox', { name: `${FEW}`, small: few, large: full }),
  ];
  for (const one of [empty, few, full]) await one.close();
  return results;
}

async function compare(path, { name, small, large }) {
  const times = { small: [], large: [] };
  // The first look makes the index: that takes as long as there are runs, once, and pages say so meanwhile.
  await small.settle(path);
  await large.settle(path);
  const bytes = { small: await small.get(path), large: await large.get(path) };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.small.push(await timed(() => small.get(path)));
    times.large.push(await timed(() => large.get(path)));
  }
  const [few, many] = [median(times.small), median(times.large)];
  const worst = Math.max(many / few, bytes.large / bytes.small);
  return {
    name: `page ${path} with 20,000 runs / with ${name}: time and bytes`,
    value: Math.round(worst * 100) / 100,
    bound: BOUND,
    unit: '×',
    ok: worst <= BOUND,
    detail: `${many.toFixed(1)} ms and ${few.toFixed(1)} ms; ${bytes.large} and ${bytes.small} bytes`,
  };
}

async function world(folder, count) {
  const repo = join(folder, 'repo');
  mkdirSync(repo, { recursive: true });
  git(repo, 'init', '-q', '-b', 'main');
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'first');
  const env = { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: join(folder, 'state') };
  const workspace = await openWorkspace({ actor: 'ada', folder: repo, env, clock: systemClock });
  for (let number = 0; number < count; number += 1) writeRun(workspace, number);
  const settings = { listen: '127.0.0.1:0', hosts: [], token: null, people: null };
  const listener = await startPage({ workspace, settings, log: () => undefined });
  const login = await ask(listener.link(), {});
  const cookie = String(login.headers['set-cookie']).split(';')[0];
  return {
    get: async (path) => (await ask(`http://${listener.address}${path}`, { cookie })).bytes,
    settle: async (path) => {
      for (let turn = 0; turn < 60; turn += 1)
        if (!(await ask(`http://${listener.address}${path}`, { cookie })).text.includes(UNSETTLED))
          return;
      throw new Error(`${path} does not come to rest`);
    },
    close: () => listener.close(),
  };
}

function writeRun({ location }, number) {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 600_000);
  const id = newRunId(at);
  const folder = join(location.stateDir, 'runs', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'spec.json'), JSON.stringify(specOf(location, id, at)));
  writeFileSync(join(folder, 'state.json'), JSON.stringify(recordOf(id, at)));
}

function specOf(location, id, at) {
  const instant = at.toISOString();
  return {
    protocol: RUN_PROTOCOL,
    id,
    routine: {
      id: 'nightly',
      name: 'nightly',
      agent: { engine: 'builtin', variants: [] },
      outputs: { mode: 'review' },
    },
    definition: { path: '/x.yaml', hash: '0', source: 'working-tree', overrides: [] },
    slot: { key: `at:${instant}`, scheduledFor: instant, trigger: 'schedule' },
    event: null,
    inputs: {},
    attempt: 1,
    workspace: location,
    settings: {
      timezone: 'UTC',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
    window: { from: null, to: instant, uncovered: null },
    admittedAt: instant,
    admittedBy: ownIdentity(),
    limits: { maxOutputBytes: 1 },
  };
}

function recordOf(id, at) {
  const result = {
    execution: 'succeeded',
    report: 'valid',
    checks: 'none',
    changes: 'none',
    proposals: 'none',
    delivery: 'none',
    review: 'none',
  };
  return {
    protocol: RUN_PROTOCOL,
    sequence: 9,
    id,
    phase: { kind: 'ended', result, endedAt: new Date(at.getTime() + 60_000).toISOString() },
    startedAt: at.toISOString(),
    agentExit: null,
    session: null,
    earlier: [],
    progress: { ...EMPTY_PROGRESS, report: { kind: 'valid', quiet: true } },
    failure: null,
    skipped: null,
  };
}

function ask(url, headers) {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, (answer) => {
      let bytes = 0;
      let text = '';
      answer.on('data', (chunk) => {
        bytes += chunk.length;
        text += chunk.toString();
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes, text }),
      );
    })
      .on('error', reject)
      .end();
  });
}
