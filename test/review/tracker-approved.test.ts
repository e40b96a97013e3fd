import { afterEach, expect, it } from 'vitest';

import { lookAtProposal } from '../../src/app/outbox/look-at-proposal.ts';
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
  const { issue: shown } = await lookAtProposal(made.workspace, proposal.id);
  expect(shown?.body).toContain('- The lamp at the quay is out in `src/a.ts:3` (low)');
  const { findings } = made.workspace;
  const ledger = await findings.read(routineNamed('sweep').id);
  const reworded = ledger.findings.map((one) => ({ ...one, title: 'Ada steals lamps' }));
  await findings.write({ ...ledger, findings: reworded });
  expect((await made.approve(proposal)).state).toBe('applied');
  expect(made.server.state.issues.map(({ title, body }) => [title, body])).toEqual([
    [shown?.title, shown?.body],
  ]);
});
