/** The demo's repository: a small parcel tracker. */
import { type DemoFile, DOCUMENTS } from './project-documents.ts';

export const DEMO_FILES: readonly DemoFile[] = [
  ...DOCUMENTS,
  {
    path: 'src/parcel.js',
    lines: `
02|/** A parcel from one line of the carrier's feed: id;postcode;kilometres;customer. */
02|export function readParcel(line) {
02-23|  const separator = line.includes('\\t') ? '\\t' : ';';
02-23|  const [id, postcode, kilometres, customer] = line.split(separator);
23|  const [id, postcode, kilometres, customer] = line.split(';');
10|  if (!postcode) throw new Error(\`parcel \${id} has no postcode\`);
02|  return { id, postcode, kilometres: Number(kilometres), customer };
02|}
26|
26|export function isParcelId(text) {
26|  return /^P[0-9]{6}$/.test(text);
26|}
`,
  },
  {
    path: 'src/eta.js',
    lines: `
29|const SPEED = { bicycle: 12, van: 38, night: 61 };
29|
22|const cache = new Map();
22|
39|/** Hours from now until the parcel arrives. */
03|export function estimate(parcel, now = new Date()) {
22|  const known = cache.get(parcel.id);
22|  if (known && now - known.at < 600_000) return known.hours;
03-29|  const hours = parcel.kilometres / 40;
29|  // @todo(HAR-12): take the traffic of the last hour instead of a fixed speed
29|  const hours = parcel.kilometres / (SPEED[parcel.carrier] ?? 40);
03-09|  return hours;
09-14|  return Math.ceil(hours);
14|  const rounded = Math.ceil(hours) + weekendHours(now);
22|  cache.set(parcel.id, { at: now, hours: rounded });
14|  return rounded;
03|}
14|
14|function weekendHours(now) {
14|  // @todo(jonas): public holidays count like Sundays, but differ by postcode
14|  const day = now.getUTCDay();
14|  return day === 6 ? 48 : day === 0 ? 24 : 0;
14|}
`,
  },
  {
    path: 'src/store.js',
    lines: `
05|const parcels = new Map();
05|
05|// @fixme: everything is lost on a restart; customers see "unknown parcel" until the next feed
05|export function keep(parcel) {
05|  parcels.set(parcel.id, parcel);
05|}
05|
05|export function find(id) {
05|  return parcels.get(id) ?? null;
05|}
15|
15|export function ofCustomer(customer) {
15|  return [...parcels.values()].filter((parcel) => parcel.customer === customer);
15|}
38|
38|export async function close() {
38|  // @hack: the feed writes for up to a second after it says it is done
38|  await new Promise((resolve) => setTimeout(resolve, 1000));
38|  parcels.clear();
38|}
`,
  },
  {
    path: 'src/http/routes.js',
    moved: { from: 'src/routes.js', inCommit: 19 },
    lines: `
06-19|import { find } from './store.js';
19|import { find, ofCustomer } from '../store.js';
26|import { isParcelId } from '../parcel.js';
30|import { allow } from './limit.js';
06|
06|export function route(request) {
30|  if (!allow(request.customer)) return { status: 429 };
20|  if (request.path === '/health') return { status: 200, body: 'ok' };
06|  const [, kind, id] = request.path.split('/');
15|  if (kind === 'customers') return listOf(id, request.page);
26|  if (!isParcelId(id)) return { status: 400 };
06|  const parcel = find(id);
06|  return parcel ? { status: 200, body: parcel } : { status: 404 };
06|}
15|
15|// @todo: check who is asking before the parcels of a customer are listed
15|function listOf(customer, page = 0) {
15-34|  return { status: 200, body: ofCustomer(customer) };
34|  // @todo(maya): say how many there are in all
34|  return { status: 200, body: ofCustomer(customer).slice(page * 20, page * 20 + 20) };
15|}
`,
  },
  {
    path: 'src/http/limit.js',
    lines: `
30|const seen = new Map();
30|
30|/** A hundred requests per customer and process. */
30|export function allow(customer) {
30|  const count = (seen.get(customer) ?? 0) + 1;
30|  seen.set(customer, count);
30|  // @todo(HAR-31): partners are to have a higher limit
30|  return count <= 100;
30|}
`,
  },
  {
    path: 'src/notify.js',
    lines: `
17|import { Queue } from '../vendor/tiny-queue.js';
24|import { words } from './words.js';
07|
17|const mails = new Queue();
17|
07|export function notify(customer, parcel) {
07-24|  const text = \`Your parcel \${parcel.id} is on its way\`;
24|  const text = words(customer.language).onItsWay(parcel.id);
35|  // @todo(priya): remember a "no", so that nobody is asked again
35|  if (customer.mails >= 2 && !customer.askedForMore) return;
07-17|  send(customer.mail, text);
17|  mails.push({ to: customer.mail, text });
07|}
13|
13|export function bounced(mail) {
13|  // @hack: the provider reports each bounce twice, so every second one is left out
13|  mail.bounces = (mail.bounces ?? 0) + 0.5;
13|  return mail.bounces < 3;
13|}
`,
  },
  {
    path: 'src/words.js',
    lines: `
24|const LANGUAGES = {
24|  en: { onItsWay: (id) => \`Your parcel \${id} is on its way\` },
24|  de: { onItsWay: (id) => \`Ihr Paket \${id} ist unterwegs\` },
24|  // @todo: plural forms for Polish, see #17
24|  pl: { onItsWay: (id) => \`Twoja paczka \${id} jest w drodze\` },
24|};
24|
24|export const words = (language) => LANGUAGES[language] ?? LANGUAGES.en;
`,
  },
  {
    path: 'src/format.js',
    lines: `
18|export function distance(kilometres) {
18-33|  // @todo: miles for the shops in Leeds
18|  return \`\${kilometres.toFixed(1)} km\`;
18|}
33|
33|export function range(hours) {
33|  // @fixme: gives "-1 to 3 hours" for parcels that are due now
33|  return \`\${hours - 1} to \${hours + 3} hours\`;
33|}
`,
  },
  {
    path: 'scripts/import_carriers.py',
    lines: `
08|import csv
08|import sys
08|
08|
08|def carriers(path):
08|    # @todo: read the column names from the head of the sheet
08|    for row in csv.reader(open(path)):
21|        # @fixme: a carrier with two contracts is skipped although one still holds
21|        if not row[3]:
21|            continue
08|        yield {"name": row[0], "speed": float(row[1]), "contact": row[2]}
08|
08|
08|if __name__ == "__main__":
31|    # runs in January and July, by hand
08|    for carrier in carriers(sys.argv[1]):
08|        print(carrier["name"], carrier["speed"])
32|        if carrier["speed"] <= 0:
32|            print("bad speed:", carrier["name"], file=sys.stderr)
`,
  },
  {
    path: 'test/eta.test.js',
    lines: `
04|import assert from 'node:assert/strict';
04|import { test } from 'node:test';
04|
04|import { estimate } from '../src/eta.js';
04|
04|test('forty kilometres take an hour', () => {
04|  const noon = new Date('2024-03-13T12:00:00Z');
04|  assert.equal(estimate({ id: 'P000001', kilometres: 40 }, noon), 1);
04|});
36|
36|// @todo: the same over the change to summer time
36|test('a parcel sent on a Sunday waits a day', () => {
36|  const sunday = new Date('2023-12-31T12:00:00Z');
36|  assert.equal(estimate({ id: 'P000002', kilometres: 40 }, sunday), 25);
36|});
`,
  },
];
