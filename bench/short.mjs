// `npm run bench -- --short`: what .ci/run holds at each change, in some two minutes. It asks whether something became slower, on
// any machine and whatever else runs there: the quickest of alternating rounds counts, bounds in ms grow with the time that
// `node -e 0` takes, and what is past its bound is measured up to twice more before it fails.
import { spawnSync } from 'node:child_process';

import { idle } from './daemon.mjs';
import { list } from './list.mjs';
import { mode, timed } from './measure.mjs';
import { review } from './review.mjs';
import { runStart } from './run-start.mjs';
import { starts } from './starts.mjs';
import { supervisor } from './supervisor.mjs';

const SET = [list, runStart, starts, supervisor, idle, review];
const TRIES = 3;
/** Of the machine that the bounds were set on (docs/figures.md). */
const START_MS = 24;

/** Where the bound is a goal still, the short set holds what is reached. */
const REACHED = {
  'last instruction of an agent that changed nothing to the end of its run': 350,
  // Sixteen runs on two cores are eight times the work of one; the rest is theirs and the machine's.
  '16 routines started at once / one alone': 16,
  'waiting supervisor - bare node': 9,
};

/** @param show given each row once it is decided */
export async function measureShort(show) {
  mode.short = true;
  const rows = [];
  for (const benchmark of SET) {
    const decided = await decide(benchmark);
    decided.forEach(show);
    rows.push(...decided);
  }
  return rows;
}

/** What held once holds. */
async function decide(benchmark) {
  let rows = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const held = rows;
    const now = (await benchmark()).map(hereWith(await startOfNode()));
    rows = now.map((row, index) => (held[index]?.ok === true ? held[index] : row));
    if (rows.every(({ ok }) => ok)) break;
  }
  return rows;
}

async function startOfNode() {
  const times = [];
  for (let round = 0; round < 7; round += 1)
    times.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
  return Math.min(...times);
}

function hereWith(start) {
  const pace = Math.max(1, start / START_MS);
  return (row) => {
    const goal = REACHED[row.name] ?? row.bound;
    const bound = row.unit === 'ms' ? Math.round(goal * pace) : goal;
    const detail = `${row.detail}; node -e 0 takes ${Math.round(start)} ms`;
    return { ...row, bound, ok: row.value <= bound, detail };
  };
}
