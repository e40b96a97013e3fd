// Slots planned by one process and taken by another up to where a run would begin: on PostgreSQL by our own planner and queue,
// beside a bare pg-boss on the same server, which has no slots, leases or files, and beside the records in files. In turns.
// `FLEET_SLOTS` is how many.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { workFolder } from './measure.mjs';
import { hasPostgres, postgresServer } from './postgres-server.mjs';

const SLOTS = Number(process.env.FLEET_SLOTS ?? 10_000);
const ROUNDS = 2;
const MOST = 1.5;
const worker = fileURLToPath(new URL('fleet-worker.mjs', import.meta.url));
const NAME = `${SLOTS} slots planned and taken on PostgreSQL / by bare pg-boss`;

export async function fleet() {
  if (!hasPostgres()) return [missing()];
  const server = await postgresServer();
  try {
    const found = { ours: [], bare: [], files: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const both = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
      for (const kind of both) found[kind].push(await onServer(server, kind, round));
      const place = ['none', workFolder('fleet').folder];
      found.files.push(wholeOf(await start('files', place).ended));
    }
    return rowsOf(found, server.version);
  } finally {
    await server.remove();
  }
}

async function onServer(server, kind, round) {
  const place = [server.database(`${kind}_${round}`), workFolder('fleet').folder];
  await start(`make-${kind}`, place).ended;
  const works = start(`work-${kind}`, place);
  await works.ready;
  const plans = start(`plan-${kind}`, place);
  const [taken, planned] = await Promise.all([works.ended, plans.ended]);
  return wholeOf({ ...taken, ...planned });
}

function wholeOf(round) {
  if (round.waits.many !== SLOTS) throw new Error(`${round.waits.many} of ${SLOTS} slots began`);
  return { ...round, whole: round.endedAt - round.beganAt };
}

function rowsOf({ ours, bare, files }, version) {
  const [own, plain, embedded] = [ours, bare, files].map(quickest);
  const beside = (show) => `bare ${show(plain)}, files ${show(embedded)}`;
  const seconds = ({ whole }) => `${(whole / 1_000).toFixed(1)} s`;
  const wait = (share) =>
    row({
      name: `slot to start, ${share}, of ${SLOTS} at once on PostgreSQL`,
      value: own.waits[share],
      bound: Math.round(MOST * plain.waits[share]),
      unit: 'ms',
      detail: `${beside(({ waits }) => `${waits[share]} ms`)}; bound is ${MOST} times bare`,
    });
  return [
    row({
      name: NAME,
      value: own.whole / plain.whole,
      bound: MOST,
      unit: 'x',
      detail: `${seconds(own)}, ${beside(seconds)}; quickest of ${ROUNDS} rounds, ${version}, 8 places`,
    }),
    wait('p50'),
    wait('p95'),
    row({
      name: 'connections of a worker',
      value: Math.max(...ours.map(({ connections }) => connections)),
      bound: 8,
      unit: 'connections',
      detail: `${megabytes(ours)} MB resident, ${megabytes(bare)} MB with bare pg-boss`,
    }),
  ];
}

function quickest(rounds) {
  return rounds.toSorted((a, b) => a.whole - b.whole)[0];
}

function megabytes(rounds) {
  return Math.round(Math.max(...rounds.map(({ rss }) => rss)) / 1e6);
}

function row({ value, bound, ...rest }) {
  return { ...rest, value: Number(value.toFixed(2)), bound, ok: value <= bound };
}

function missing() {
  const optional = (process.env.ROUNDSMAN_CI_OPTIONAL ?? '').split(/[\s,]+/).includes('services');
  const detail = 'there is no PostgreSQL here: no initdb';
  return { name: NAME, value: 'not measured', bound: MOST, unit: 'x', ok: optional, detail };
}

/** A process of its own. `ready`: it said so; `ended`: what it measured. */
function start(role, place) {
  const child = spawn(newNode(), [worker, role, ...place, String(SLOTS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, errors] = ['', ''];
  child.stderr.on('data', (piece) => (errors += piece));
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(said.trim().split('\n').at(-1)));
      else reject(new Error(`${role}: ${errors}`));
    });
  });
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      said += piece;
      if (said.includes('ready\n')) resolve();
    });
    ended.catch(reject);
  });
  ready.catch(() => {});
  ended.catch(() => {});
  return { ready, ended };
}

/** pg-boss needs a newer Node than the rest: where this is an older one, that of the package `node`. */
function newNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const bundled = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  const isNew = major > 22 || (major === 22 && minor >= 12);
  return isNew || !existsSync(bundled) ? process.execPath : bundled;
}
