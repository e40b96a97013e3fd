// 10,000 routines with daily schedules in four zones, beside what other schedulers make of the same: each in a process
// of its own, in turn.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { median } from './measure.mjs';

const COUNT = 10_000;
const OTHERS = ['node-cron', 'cron', 'bree', 'toad-scheduler', 'croner'];
const worker = fileURLToPath(new URL('schedules-worker.mjs', import.meta.url));

export async function schedules() {
  const ours = [measure('roundsman')];
  const others = new Map();
  for (const name of OTHERS) {
    others.set(name, measure(name));
    ours.push(measure('roundsman'));
  }
  const own = {
    loadMs: median(ours.map(({ loadMs }) => loadMs)),
    heapBytes: median(ours.map(({ heapBytes }) => heapBytes)),
    timers: Math.max(...ours.map(({ timers }) => timers)),
  };
  const side = (key, digits = 0) =>
    [...others].map(([name, found]) => `${name} ${found[key].toFixed(digits)}`).join(', ');
  const best = (key) => Math.min(...[...others.values()].map((found) => found[key]));
  return [
    row({
      name: `take in ${COUNT} schedules`,
      value: own.loadMs,
      bound: 1000,
      unit: 'ms',
      detail: side('loadMs'),
    }),
    row({
      name: 'take in schedules / the quickest other',
      value: own.loadMs / best('loadMs'),
      bound: 1,
      unit: 'x',
      detail: 'lower is better',
    }),
    row({
      name: 'heap of a routine',
      value: own.heapBytes,
      bound: 2000,
      unit: 'bytes',
      detail: side('heapBytes'),
    }),
    row({
      name: 'heap of a routine / the smallest other',
      value: own.heapBytes / best('heapBytes'),
      bound: 1,
      unit: 'x',
      detail: 'of a whole routine here, of a job there',
    }),
    row({
      name: 'timers that wait',
      value: own.timers,
      bound: 1,
      unit: 'timers',
      detail: side('timers'),
    }),
  ];
}

function row({ value, bound, ...rest }) {
  return { ...rest, value: Number(value.toFixed(2)), bound, ok: value <= bound };
}

function measure(kind) {
  const ran = spawnSync(process.execPath, ['--expose-gc', worker, kind, String(COUNT)], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const line = ran.stdout.trim().split('\n').at(-1);
  if (ran.status !== 0 || line === undefined) throw new Error(`${kind}: ${ran.stderr}`);
  return JSON.parse(line);
}
