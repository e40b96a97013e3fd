import { afterEach, expect, it } from 'vitest';

import { filedIssue, type FiledIssue } from '../kit/github/filed-issue.ts';
import { closeIssue, openIssue, reopenIssue } from '../kit/github/issue-acts.ts';

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

it('follows an issue whose repository was renamed', async () => {
  const made = await filedIssue();
  opened.push(made);
  const { state } = made.server;
  state.formerNames.push(state.name);
  state.name = 'lights';
  closeIssue(state, made.issue, { by: 'ada', reason: 'not_planned' });
  expect(await made.look()).toEqual({
    said: [
      'harbour/lamps#1, the issue of RM-1, is harbour/lights#1 since its repository was renamed',
      'RM-1 is dropped, and 1 finding dismissed: closed as not planned by ada in harbour/lights#1',
    ],
    problems: [],
  });
  const [item] = await made.workspace.items.list();
  expect(item?.tracker).toMatchObject({ repository: 'harbour/lights', seen: { state: 'closed' } });
  reopenIssue(state, made.issue, 'ada');
  expect((await made.look()).said).toEqual([
    'harbour/lights#1 was opened again: RM-1 is open, and 1 finding counts again',
  ]);
  // The proposal names the repository as it was called when it was made.
  expect(await made.again()).toBe('harbour/lamps#1 is there already, and open');
  const act = await made.act({ type: 'comment', item: 'RM-1', body: 'Still dark.' });
  expect((await made.approve(act)).state).toBe('applied');
  expect(made.issue.comments).toHaveLength(1);
});
