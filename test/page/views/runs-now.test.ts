/** What a routine's page says of runs that have not ended. */
import { expect, it } from 'vitest';

import { runsNow } from '../../../src/page/views/runs-now.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const now = new Date('2026-11-21T02:00:30.000Z');
const SLOT = {
  routine: 'sweep',
  key: 'manual:1',
  scheduledFor: '2026-11-21T02:00:00.000Z',
  trigger: 'manual',
  state: 'queued',
  reason: null,
  runId: null,
  item: null,
  cause: null,
  notBefore: null,
  covers: null,
  runOutcome: null,
  attempts: 1,
  recorded: true,
};

it.each([
  { what: 'waits for a place', slot: SLOT, said: 'A run is queued.' },
  {
    what: 'has no run yet',
    slot: { ...SLOT, state: 'started', runId: 'x' },
    said: 'A run is queued.',
  },
  {
    what: 'was started long ago',
    slot: { ...SLOT, state: 'started', runId: 'x', scheduledFor: '2026-11-20T02:00:00.000Z' },
    said: '',
  },
  { what: 'was skipped', slot: { ...SLOT, state: 'skipped' }, said: '' },
])('of a slot that $what: $said', ({ slot, said }) => {
  const shown = runsNow({ runs: [], slots: [slot], now }).toString();
  expect(shown.includes('A run is queued.')).toBe(said !== '');
});

it('links to a run until it has ended', async () => {
  const { workspace } = await openTestPage();
  const { id } = await storeEndedRun(workspace);
  const { views } = await workspace.runs.listViews({});
  expect(runsNow({ runs: views, slots: [], now }).toString()).toBe('');
  const going = views.map((view) => ({ ...view, state: 'running' as const }));
  expect(runsNow({ runs: going, slots: [], now }).toString()).toContain(`href="/runs/${id}"`);
});
