import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { ATTACKS } from './attacks/outcomes.ts';

const PAGE = 'docs/security.md';

it('the page on security says of each attack what the tests show', () => {
  const text = readFileSync(PAGE, 'utf8');
  const [, table = ''] = /<!-- attacks:begin -->\n([\s\S]*?)<!-- attacks:end -->/.exec(text) ?? [];
  const outcomeOf = (row: (typeof ATTACKS)[number]): string =>
    `- **${row.sandbox}** in \`sandbox\`, **${row.private}** at \`private\`, **${row.byPath}** by the path of your checkout: `;
  const lines = [...new Set(ATTACKS.map(outcomeOf))].map((outcome) => {
    const attacks = ATTACKS.filter((row) => outcomeOf(row) === outcome);
    return `${outcome}${attacks.map(({ attack }) => attack).join('; ')}.`;
  });
  expect(table.replaceAll(/\s+/g, ' ').trim()).toBe(lines.join(' '));
});
