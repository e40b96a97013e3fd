import { expect, it } from 'vitest';

import { proposalLines } from '../../src/reports/finding-lines.ts';
import { reportSource } from '../kit/report-source.ts';

const proposals = [1, 2, 3].map((index) => ({
  id: `P-000001-${index}`,
  state: 'held' as const,
  summary: `RM-${index} mend *it*`,
}));
const ALL = proposals.map(({ id, summary }) => `\`${id}\` held: ${summary.replaceAll('*', '\\*')}`);

it('names each once: those of the agent, beside their places, have one line', () => {
  const agentPart = '1. `a.ts:3` mend it (RM-1, proposed)\n2. `b.ts:1` mend it (RM-2)';
  expect(proposalLines(reportSource({ proposals, agentPart }))).toEqual([
    '`P-000001-1` to `P-000001-2` held: 2 items named above',
    ALL[2],
  ]);
});

it.each([
  [null],
  ['Proposed 3 items: RM-1 to RM-3.'],
  ['`a.ts:3` mend it (RM-1)'],
  ['`a.ts:3` mend it (RM-11, RM-12)'],
])('tells all of them after %o', (agentPart) => {
  expect(proposalLines(reportSource({ proposals, agentPart }))).toEqual(ALL);
});

it('tells five of many that are held, and where the others are', () => {
  const many = Array.from({ length: 8 }, (_, at) => ({
    id: `P-000001-${at}`,
    state: at === 7 ? ('refused' as const) : ('held' as const),
    summary: `RM-${at} x`,
  }));
  const lines = proposalLines(reportSource({ proposals: many, agentPart: null }));
  expect(lines.slice(4)).toEqual([
    '`P-000001-4` held: RM-4 x',
    '`P-000001-7` refused: RM-7 x',
    'and 2 more held: `roundsman requests`',
  ]);
});

it('tells of each that is not held', () => {
  const refused = proposals.map((one) => ({ ...one, state: 'refused' as const }));
  const agentPart = '`a.ts:3` (RM-1)\n`a.ts:4` (RM-2)';
  expect(proposalLines(reportSource({ proposals: refused, agentPart }))).toHaveLength(3);
});
