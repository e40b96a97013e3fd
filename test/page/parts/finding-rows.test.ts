/** What a finding's row says of it at a glance. */
import { expect, it } from 'vitest';

import { findingWord } from '../../../src/page/parts/finding-rows.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { openFinding } from '../../kit/findings.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { openTestPage } from '../../kit/page.ts';
import { routineNamed } from '../../kit/routine.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

it('says that it was accepted rather than that it is new, and lists what was decided last', async () => {
  const page = await openTestPage();
  const { id, routine } = await storeEndedRun(page.workspace);
  const runs = [id];
  const verdict = {
    kind: 'accepted',
    by: 'ada',
    at: '2026-11-21T09:00:00.000Z',
    reason: '',
    until: null,
  } as const;
  const of = { routine: routine.id, runs };
  await overwriteFindings(page.workspace, {
    routine: routine.id,
    lastRun: id,
    findings: [
      openFinding({ id: 'F-aaaa', ...of, verdict }),
      openFinding({ id: 'F-bbbb', ...of, verdict, state: 'regressed' }),
      openFinding({ id: 'F-cccc', ...of }),
    ],
  });
  const { body } = await page.get(`/runs/${id}`);
  const rows = [...body.matchAll(/<li id="(F-\w+)"[\s\S]*?<b>/g)].map(([text, name]) => [
    name,
    ...[...text.matchAll(/class="tag (\w+)"[^>]*>([^<]+)</g)].map(
      ([, tone, word]) => `${word} ${tone}`,
    ),
  ]);
  expect(rows).toEqual([
    ['F-cccc', 'open plain', 'low plain'],
    ['F-aaaa', 'accepted good', 'low plain'],
    ['F-bbbb', 'accepted good', 'low plain'],
  ]);
});

it('has one word for each finding, wherever it is shown', () => {
  const of = { id: 'F-aaaa', routine: routineNamed('look').id };
  const decided = { by: 'ada', at: '2026-11-20T09:00:00.000Z', reason: '', until: null };
  const accepted = { ...decided, kind: 'accepted' } as const;
  const run = newRunId(new Date('2026-11-21T02:00:00Z'));
  const back = {
    kind: 'regressed',
    at: '2026-11-21T02:00:00.000Z',
    run,
    resolvedAt: null,
  } as const;
  const snoozeOver = { ...decided, kind: 'snoozed' } as const;
  expect(
    [
      openFinding({ ...of, state: 'new' }),
      openFinding({ ...of, state: 'known' }),
      openFinding({ ...of, state: 'known', verdict: snoozeOver }),
      openFinding({ ...of, state: 'known', verdict: accepted }),
      openFinding({ ...of, state: 'regressed' }),
      openFinding({ ...of, state: 'regressed', verdict: accepted, history: [back] }),
      openFinding({ ...of, state: 'resolved', verdict: accepted }),
    ].map(findingWord),
  ).toEqual(['open', 'open', 'open', 'accepted', 'back', 'back', 'gone']);
});
