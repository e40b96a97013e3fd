// `npm run bench [name…]`: every benchmark compares with a baseline measured in the same run, alternating,
// and says whether its bound holds. Exits 1 when one does not. `--json` prints one document; `--short` is the set of .ci/run.
import { dropInherited } from '../.build/modules/platform/inherited-descriptors.js';
import { brief } from './brief.mjs';
import { daemon } from './daemon.mjs';
import { fleet } from './fleet.mjs';
import { gateway } from './gateway.mjs';
import { hooks } from './hooks.mjs';
import { ledger } from './ledger.mjs';
import { list } from './list.mjs';
import { page } from './page.mjs';
import { run as prepare, runLarge as prepareLarge } from './prepare.mjs';
import { recovery } from './recovery.mjs';
import { run as releaseCheck } from './release-check.mjs';
import { review } from './review.mjs';
import { runStart } from './run-start.mjs';
import { sandbox } from './sandbox.mjs';
import { schedules } from './schedules.mjs';
import { search } from './search.mjs';
import { sessions } from './sessions.mjs';
import { measureShort } from './short.mjs';
import { spares } from './spares.mjs';
import { starts } from './starts.mjs';
import { supervisor } from './supervisor.mjs';
import { run as sweep } from './sweep.mjs';
import { run as ticketDigest } from './ticket-digest.mjs';

const benchmarks = {
  list,
  brief,
  schedules,
  ledger,
  supervisor,
  daemon,
  'run-start': runStart,
  prepare,
  'prepare-large': prepareLarge,
  spares,
  starts,
  sandbox,
  recovery,
  sweep,
  'release-check': releaseCheck,
  'ticket-digest': ticketDigest,
  hooks,
  gateway,
  sessions,
  page,
  search,
  review,
  fleet,
};
// As each program of ours does.
dropInherited();
const words = process.argv.slice(2);
const json = words.includes('--json');
const wanted = words.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `no benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(2);
}

const show = (row) => {
  if (json) return;
  const { ok, name, value, unit, bound, detail } = row;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${value} ${unit} (bound ${bound}); ${detail}`);
};
const rows = words.includes('--short') ? await measureShort(show) : await measureAll();

async function measureAll() {
  const found = [];
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const row of await benchmark()) {
      found.push(row);
      show(row);
    }
  }
  return found;
}

if (json) console.log(JSON.stringify(rows, null, 2));
if (rows.some((row) => !row.ok)) process.exit(1);
