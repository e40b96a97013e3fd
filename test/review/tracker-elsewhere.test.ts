import { afterEach, expect, it } from 'vitest';

import { filedIssue, type FiledIssue } from '../kit/github/filed-issue.ts';
import { closeIssue, openIssue } from '../kit/github/issue-acts.ts';

const opened: FiledIssue[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

/** RM-1 is harbour/lamps#1, which was transferred since; harbour/lamps#2 is somebody else's. */
async function transferred() {
  const made = await filedIssue();
  opened.push(made);
  const { state } = made.server;
  const strange = openIssue(state, 'passer-by', { title: 'Mine' });
  closeIssue(state, strange, { by: 'passer-by' });
  return {
    ...made,
    strange,
    transfer: () => {
      made.issue.gone = { owner: 'harbour', repo: 'infra', number: strange.number };
    },
    writes: () => made.server.log.filter(({ method }) => method !== 'GET'),
  };
}

it('leaves the issue alone that the number of a transferred one is of, and files another', async () => {
  const { server, issue, strange, transfer, again } = await transferred();
  closeIssue(server.state, issue, { by: 'ada' });
  transfer();
  expect(await again()).toBe('RM-2 is harbour/lamps#3');
  expect(strange).toMatchObject({ title: 'Mine', state: 'closed', comments: [] });
});

it('asks no more of an issue that is known to be elsewhere', async () => {
  const { server, transfer, look, again } = await transferred();
  transfer();
  expect((await look()).said).toEqual([
    'harbour/lamps#1, the issue of RM-1, was moved to harbour/infra#2',
  ]);
  const before = server.asked('GET', /issues\/1$/).length;
  expect(await again()).toBe('RM-2 is harbour/lamps#3');
  expect(server.asked('GET', /issues\/1$/)).toHaveLength(before);
});

it.each([
  { type: 'comment', item: 'RM-1', body: 'Still dark.' },
  { type: 'update-item', item: 'RM-1', title: 'Both lamps' },
  { type: 'close-item', item: 'RM-1', how: 'done', reason: 'It burns.' },
] as const)(
  'changes nothing in the repository that an issue was transferred to: $type',
  async (line) => {
    const { transfer, act, approve, writes } = await transferred();
    const proposal = await act(line);
    transfer();
    const before = writes().length;
    const after = await approve(proposal);
    expect(after).toMatchObject({ state: 'failed' });
    expect(after.applying?.outcome).toContain('harbour/lamps#1 is harbour/infra#2 now');
    expect(writes()).toHaveLength(before);
  },
);
