// Asks for the next instant at every minute around changes of the clocks; run with TZ set, to see that the host's zone
// makes no difference. Prints JSON: { changes, problems, digest }.
import { createHash } from 'node:crypto';

import { reckonerOf } from '../../dist/scheduler/reckoner.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const RULES = [
  '* * * * *',
  '*/20 * * * *',
  '30 2 * * *',
  '0 0 * * *',
  '0 23 * * *',
  '15 1,13 * * 1-5',
]
  .map((expression) => ({ kind: 'cron', expression }))
  .concat([6 * 60 * MINUTE, 24 * 60 * MINUTE].map((ms) => ({ kind: 'every', ms })));
const ZONES = {
  'America/New_York': [2023, 2027],
  'Europe/London': [2023, 2027],
  'Australia/Lord_Howe': [2023, 2027],
  'Antarctica/Troll': [2023, 2027],
  'America/Santiago': [2023, 2027],
  'Africa/Cairo': [2023, 2027],
  'America/Nuuk': [2022, 2027],
  'Pacific/Apia': [2010, 2013],
  'Africa/Casablanca': [2023, 2027],
};

const problems = [];
const digest = createHash('sha256');
let changes = 0;
for (const [zone, [first, last]] of Object.entries(ZONES)) {
  for (const change of changesOf(zone, Date.UTC(first, 0, 1), Date.UTC(last, 0, 1))) {
    changes += 1;
    for (const rule of RULES) check(zone, rule, change);
  }
}
console.log(JSON.stringify({ changes, problems, digest: digest.digest('hex') }));

function check(zone, rule, change) {
  const { next } = reckonerOf(rule, zone);
  let known = 0;
  for (let at = change - DAY; at <= change + DAY; at += stepAt(at - change)) {
    const found = next(at);
    digest.update(String(found));
    const minutely = rule.expression === '* * * * *';
    const sound = found > at && (at < known ? found === known : found > known);
    if (!sound || (minutely && found !== at + MINUTE)) {
      if (problems.length < 5) problems.push({ zone, rule, at: new Date(at), found });
    }
    known = found;
  }
}

/** Each minute of eight hours around the change, one in seven of the rest. */
function stepAt(distance) {
  return Math.abs(distance) <= 4 * 60 * MINUTE ? MINUTE : 7 * MINUTE;
}

/** To the minute, found apart from what is tested. */
function changesOf(zone, from, to) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const offset = (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
  const found = [];
  for (let at = from; at < to; at += DAY) {
    const before = offset(at);
    if (before === offset(at + DAY)) continue;
    let low = at;
    let high = at + DAY;
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}
