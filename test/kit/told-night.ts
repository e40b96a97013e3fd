/** Runs that tell: one by files and mails of which some arrive, and some cannot. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RunView } from '../../src/words/run.ts';
import type { PageWorld } from './page-world.ts';

/** For roundsman.yaml: nobody listens at that port. */
export const MUTE_MAIL =
  'connections:\n  mail: { kind: smtp, host: 127.0.0.1, port: 9, private: true, security: none, from: Rounds <rounds@example.com> }\n';

const NOTIFY = `workspace: { isolation: private }
notify:
  - on: [always]
    email: { to: [team@example.com], via: mail }
  - on: [always]
    file: { folder: ~/digests }
  - on: [always]
    file: { folder: ~/kept }
`;

const REPORT = `## Summary

Fourteen tickets came in since *Monday*, **three** of them about the same thing: the
checkout loses the cart when a voucher is entered twice.

| Theme | Tickets | Since |
|---|--:|---|
| Voucher twice | 3 | 2026-11-20 |
| Slow search | 7 | 2026-10-02 |

1. Look at \`src/dates.ts\`: it reads no day of two digits.
2. Search is slow with more than two words.

> "I entered it twice and everything was gone."

## Findings

None.
`;

/** What is not ready of `~/digests`; removed, the message can be sent. */
export function toldNight(world: PageWorld): { readonly run: RunView; readonly clear: () => void } {
  const inTheWay = join(world.home, 'digests');
  writeFileSync(inTheWay, 'a file in the way');
  const run = world.night('ticket-digest', { out: { 'report.md': REPORT } }, NOTIFY);
  return { run, clear: () => rmSync(inTheWay) };
}
