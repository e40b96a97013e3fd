// `npm run bench [name…]`: every benchmark compares with a baseline measured in the same run, alternating,
// and says whether its bound holds. Exits 1 when one does not. `--json` prints one document.
import { brief } from './brief.mjs';
import { daemon } from './daemon.mjs';
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
};
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

const rows = [];
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const row of await benchmark()) {
    rows.push(row);
    if (!json)
      console.log(
        `${row.ok ? 'ok    ' : 'FAILED'} ${row.name}: ${row.value} ${row.unit} (bound ${row.bound}); ${row.detail}`,
      );
  }
}
if (json) console.log(JSON.stringify(rows, null, 2));
if (rows.some((row) => !row.ok)) process.exit(1);
