/** The files of the demo's repository that hold no code of its own. */

export const DOCUMENTS: readonly DemoFile[] = [
  {
    path: 'README.md',
    lines: `
01|# Harbour
01|
01|Tells customers when their parcel arrives.
01|
03|\`npm test\` runs the tests. Everything is in \`src/\`.
07|Mails go out through \`src/notify.js\`.
25|
25|Texts are in \`src/words.js\`, one entry a language. Ask a native speaker.
`,
  },
  {
    path: 'package.json',
    lines: `
01|{
01|  "name": "harbour",
01|  "private": true,
04-14|  "version": "0.9.0",
14-27|  "version": "1.0.0",
27-32|  "version": "1.1.0",
32|  "version": "1.2.0",
01|  "type": "module",
04|  "scripts": { "test": "node --test" },
01|  "license": "MIT"
01|}
`,
  },
  {
    path: 'CHANGELOG.md',
    lines: `
14|# Changelog
14|
14|## [Unreleased]
14|
33|### Added
33|
37|- A map of the way that a parcel takes
34|- The parcels of a customer come in pages of twenty
33|
33|### Changed
33|
33|- The estimate is shown as a range of hours
33|
32|## [1.2.0] - {date:32}
32|
31|### Added
31|
31|- Carriers can be imported twice a year
30|- Requests are limited per customer
31|
29|### Changed
29|
29|- The estimate depends on the carrier
29|
27|## [1.1.0] - {date:27}
27|
15|### Added
15|
24|- Mails come in the language of the customer
22|- Estimates are kept for ten minutes
20|- Health checks are answered
18|- Distances are given in kilometres
15|- The parcels of a customer can be listed
15|
21|### Fixed
21|
26|- A number that is no parcel is refused
21|- Carriers without a contract are skipped
21|
23|### Removed
23|
23|- The old format of the feed
23|
14|## [1.0.0] - {date:14}
14|
14|The first release.
`,
  },
  {
    path: 'docs/operations.md',
    lines: `
11|# Operating Harbour
11|
11|It is one process behind the load balancer. The feed comes every ten minutes.
12|Each request is one line of the log: time, path, status.
28|
28|## The feed key
28|
28|It is rotated in March. Put the new one beside the old one, wait a day, remove the old one.
37|
37|## Alarms
37|
37|- no feed for half an hour: call the carrier, then restart
37|- more than five bad speeds in an import: the sheet has changed its columns
37|
37|What is left to do stands in the code as @todo notes, with a name where someone has taken it.
`,
  },
  {
    path: 'vendor/tiny-queue.js',
    lines: `
16|// tiny-queue 0.3.1, MIT
16|export class Queue {
16|  #items = [];
16|  // @todo: shrink after a burst
16|  push(item) {
16|    this.#items.push(item);
16|  }
16|  take() {
16|    return this.#items.shift();
16|  }
16|}
`,
  },
];

/**
 * A file of the demo's repository, with who wrote which line when.
 *
 * Each line stands behind the number of the commit that wrote it, `05-09|` when commit 9 took it out again.
 * `{date:9}` is the day of commit 9. Markers are written `@todo`, `@fixme`, `@hack`, so that a sweep of Roundsman itself does not find them.
 */
export interface DemoFile {
  readonly path: string;
  /** Where it was before a commit moved it. */
  readonly moved?: { readonly from: string; readonly inCommit: number };
  readonly lines: string;
}
