import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { ATTACKS } from './attacks/outcomes.ts';

const PAGE = 'docs/security.md';

it('the page on security says of each attack what the tests show', () => {
  const text = readFileSync(PAGE, 'utf8');
  const [, table] = /<!-- attacks:begin -->\n([\s\S]*?)<!-- attacks:end -->/.exec(text) ?? [];
  const rows = ATTACKS.map(
    (row) => `| ${row.attack} | ${row.sandbox} | ${row.private} | ${row.byPath} |\n`,
  );
  const head =
    '| an agent | `sandbox` | `private` | `private`, by the path of your checkout |\n|---|---|---|---|\n';
  expect(table).toBe(head + rows.join(''));
});
