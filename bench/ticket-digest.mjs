// 10,000 tickets read, masked and grouped into themes: against tokenising their text alone, and against fixed bounds.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { median, workFolder } from './measure.mjs';

const TICKETS = 10_000;
const ROUNDS = 3;
/** Times as long as tokenising the same tickets; what is measured in the same process does not depend on the machine. */
const RATIO = 15;
const SECONDS = 20;
const MEGABYTES = 500;

const worker = fileURLToPath(new URL('ticket-digest-worker.mjs', import.meta.url));

/** [{name, value, bound, unit, ok, detail}] */
export async function run() {
  const { folder, where } = workFolder('ticket-digest');
  const path = join(folder, 'tickets.jsonl');
  writeFileSync(path, generate());
  const rounds = Array.from({ length: ROUNDS }, () =>
    JSON.parse(execFileSync(process.execPath, [worker, path], { encoding: 'utf8' })),
  );
  const of = (key) => median(rounds.map((round) => round[key]));
  const detail = `${TICKETS} tickets in ${of('themes')} themes, ${where}; tokenising ${Math.round(of('tokenising'))} ms, themes ${Math.round(of('grouping'))} ms, whole collector ${Math.round(of('collecting'))} ms (medians of ${ROUNDS})`;
  const row = (name, { value, bound, unit }) => ({
    name,
    value,
    bound,
    unit,
    ok: value <= bound,
    detail,
  });
  return [
    row('themes of tickets / tokenising them', {
      value: Number(median(rounds.map((one) => one.grouping / one.tokenising)).toFixed(1)),
      bound: RATIO,
      unit: 'x',
    }),
    row('10,000 tickets, whole collector', {
      value: Number((of('collecting') / 1_000).toFixed(1)),
      bound: SECONDS,
      unit: 's',
    }),
    row('10,000 tickets, peak memory of the process', {
      value: Math.round(of('memory')),
      bound: MEGABYTES,
      unit: 'MB',
    }),
  ];
}

/** Real tickets, shuffled sentence by sentence by a fixed sequence, so that no two thousand are the same. */
function generate() {
  const real = ['labelled.jsonl', 'labelled-hold-out.jsonl'].flatMap((name) =>
    readFileSync(new URL(`../test/fixtures/tickets/${name}`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  let state = 20_260_302;
  const below = (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return Array.from({ length: TICKETS }, (_, number) => {
    const own = real[below(real.length)];
    const kin = real.filter(({ theme }) => theme === own.theme);
    const sentences = [
      own,
      kin[below(kin.length)],
      kin[below(kin.length)],
      real[below(real.length)],
    ]
      .flatMap(({ body }) => body.split(/(?<=[.!?])\s+/))
      .filter(() => below(5) > 0);
    const createdAt = new Date(Date.UTC(2026, 2, 2) + number * 8_000).toISOString();
    return JSON.stringify({ ...own, id: `T-${number}`, body: sentences.join(' '), createdAt });
  }).join('\n');
}
