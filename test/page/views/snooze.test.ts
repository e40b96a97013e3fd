/** Until when something is snoozed: chosen beside each button, and seven days unless it is. */
import { describe, expect, it } from 'vitest';

import { hostTimezone } from '../../../src/platform/environment.ts';
import { readMoment } from '../../../src/words/moment.ts';
import { openFinding } from '../../kit/findings.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { openTestPage } from '../../kit/page.ts';
import { routineNamed } from '../../kit/routine.ts';
import { stillClock } from '../../kit/still-clock.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const AT = '2026-11-28T03:30:00.000Z';

async function world() {
  const page = await openTestPage({ clock: { ...stillClock(AT), now: () => new Date(AT) } });
  const { id } = await storeEndedRun(page.workspace);
  const routine = routineNamed('sweep').id;
  const findings = ['F-aaaa', 'F-bbbb'].map((one) =>
    openFinding({ id: one, routine, runs: [id], fingerprint: `print ${one}` }),
  );
  await overwriteFindings(page.workspace, { routine, lastRun: id, findings });
  const untilOf = async (finding: string): Promise<string | null | undefined> =>
    (await page.workspace.findings.listAll()).find((one) => one.id === finding)?.verdict?.until;
  return { page, untilOf };
}

function ahead(text: string): string {
  const [now, timezone] = [new Date(AT), hostTimezone()];
  return readMoment({ name: 'until', text, now, timezone, way: 'ahead' });
}

const CHOICES = [
  ['tomorrow', 'tomorrow'],
  ['monday', 'monday'],
  ['30d', '30d'],
  ['', '7d'],
] as const;

describe('a snooze', () => {
  it.each(['/inbox', '/inbox/entry?id=finding:F-aaaa', '/findings', '/findings/F-aaaa'])(
    'has its ends beside it on %s',
    async (path) => {
      const { page } = await world();
      const { body } = await page.get(path);
      const [, choice = ''] = /<span class="snooze"\s*>([\s\S]*?)<\/span\s*>/.exec(body) ?? [];
      expect([...choice.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual([
        'until tomorrow',
        'until Monday',
        'for 7 days',
        'for 30 days',
      ]);
      expect(choice).toContain('<option value="7d" selected>');
    },
  );

  it.each(CHOICES)('of a finding until "%s" is over as on the command line', async (until, as) => {
    const { page, untilOf } = await world();
    await page.post('/findings/decide', { id: 'F-aaaa', kind: 'snooze', until });
    expect(await untilOf('F-aaaa')).toBe(ahead(as));
    const { body } = await page.get('/findings/F-aaaa');
    expect(body).toMatch(/Snoozed until 20\d\d-\d\d-\d\d: finding F-aaaa/);
  });

  it.each(CHOICES)('in the inbox until "%s" is over then too', async (until, as) => {
    const { page, untilOf } = await world();
    const chosen = 'finding:F-bbbb new print F-bbbb';
    await page.post('/inbox/act', { act: 'snooze', chosen, until, _back: '/inbox' });
    expect(await untilOf('F-bbbb')).toBe(ahead(as));
    expect((await page.get('/inbox')).body).toMatch(/Snoozed F-bbbb until 20\d\d-\d\d-\d\d\./);
  });

  it('until what is no moment is refused', async () => {
    const { page, untilOf } = await world();
    const fields = { id: 'F-aaaa', kind: 'snooze', until: 'some day' };
    expect((await page.post('/findings/decide', fields)).status).toBe(400);
    expect(await untilOf('F-aaaa')).toBeUndefined();
  });
});
