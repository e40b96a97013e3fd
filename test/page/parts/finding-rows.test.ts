/** What a finding's row says of it at a glance. */
import { expect, it } from 'vitest';

import { openFinding } from '../../kit/findings.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { openTestPage } from '../../kit/page.ts';
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
    ['F-cccc', 'new warn', 'low plain'],
    ['F-aaaa', 'accepted good', 'low plain'],
    ['F-bbbb', 'accepted good', 'regressed quiet', 'low plain'],
  ]);
});
