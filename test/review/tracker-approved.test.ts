import { afterEach, expect, it } from 'vitest';

import { inspectProposal } from '../../src/connections/requests/inspect-proposal.ts';
import { filedIssue } from '../kit/github/filed-issue.ts';
import { KIT_TOKEN } from '../kit/github/github-state.ts';
import { editIssue } from '../kit/github/issue-acts.ts';
import { trackerWorld, type TrackerWorld } from '../kit/github/tracker-world.ts';
import { routineNamed } from '../kit/routine.ts';

const opened: TrackerWorld[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

it('makes the issue that was looked at, whatever a later run made of its findings', async () => {
  const made = await trackerWorld();
  opened.push(made);
  await made.report('lamp-1', 'The lamp at the quay is out');
  const [proposal] = await made.propose([
    { type: 'new', title: 'Mend the lamp', findings: ['lamp-1'] },
  ]);
  if (proposal === undefined) throw new TypeError('nothing was proposed');
  const { issue: shown } = await inspectProposal(made.workspace, proposal.id);
  expect(shown?.body).toContain('- The lamp at the quay is out in `src/a.ts:3` (low)');
  const { findings } = made.workspace;
  const ledger = await findings.read(routineNamed('sweep').id);
  const reworded = ledger.findings.map((one) => ({ ...one, title: 'Ada steals lamps' }));
  await findings.replace(ledger, { ...ledger, findings: reworded });
  expect((await made.approve(proposal)).state).toBe('applied');
  expect(made.server.state.issues.map(({ title, body }) => [title, body])).toEqual([
    [shown?.title, shown?.body],
  ]);
});

it('asks before it writes over words of a person, also where it failed for another reason before', async () => {
  const made = await filedIssue();
  opened.push(made);
  const { state } = made.server;
  const token = state.tokens.get(KIT_TOKEN);
  if (token === undefined) throw new TypeError('no token');
  const proposal = await made.act({ type: 'update-item', item: 'RM-1', title: 'New' });
  state.tokens.set(KIT_TOKEN, { ...token, expiresAt: new Date(0) });
  const failed = await made.approve(proposal);
  expect(failed.applying?.outcome).toContain('it does not take the token');
  state.tokens.set(KIT_TOKEN, token);
  editIssue(state, made.issue, { by: 'ada', title: 'The quay is dark' });
  const asked = await made.approve(failed);
  expect(asked).toMatchObject({ state: 'failed', applying: { asks: true } });
  expect(made.issue.title).toBe('The quay is dark');
  expect((await made.approve(asked)).state).toBe('applied');
  expect(made.issue.title).toBe('New');
});
