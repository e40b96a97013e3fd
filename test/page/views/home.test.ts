/** What Home says before anything ran, and before all of it is known. */
import { expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { openTestPage } from '../../kit/page.ts';

const ROUTINE = `name: Look
on:
  schedule: "0 2 * * *"
collect:
  - todos
agent:
  engine: builtin
  builtin: facts
`;

it('names a routine that only stands in the working tree, and how it gets active', async () => {
  const repo = gitRepo({ 'README.md': '# A\n' });
  repo.write('routines/look.yaml', ROUTINE);
  const { body } = await (await openTestPage({ repo })).get('/');
  expect(body).not.toContain('No routine is defined');
  expect(body).toContain('1 routine is defined here, and not active yet.');
  expect(body).toContain('href="/routines/look/enable"');
  expect(body).toContain('action="/routines/look/run"');
});

it('names it beside those that are active, too', async () => {
  const repo = gitRepo({ 'routines/other.yaml': ROUTINE });
  repo.write('routines/look.yaml', ROUTINE);
  const { body } = await (await openTestPage({ repo })).get('/');
  expect(body).toMatch(/Not active yet:\s*<a href="\/routines\/look">look<\/a>/);
});

it('shows no number for what is still being looked at', async () => {
  const repo = gitRepo({ 'routines/look.yaml': ROUTINE });
  const isLate = { ...systemClock, sleep: () => Promise.resolve() };
  const { body } = await (await openTestPage({ repo, clock: isLate })).get('/');
  expect(body.match(/<b class="none">…<\/b>\s*<span>(waiting|to review)/g)).toHaveLength(2);
  expect(body).toContain('All …');
  expect(body).not.toContain('Nothing waits for you.');
});

it('leads from what is spent to what it was spent on', async () => {
  const repo = gitRepo({
    'roundsman.yaml': 'limits:\n  budget: { usd-per-day: 20 }\n',
    'routines/look.yaml': ROUTINE,
  });
  const page = await openTestPage({ repo });
  expect((await page.get('/')).body).toMatch(
    /class="spend">\s*<a href="\/home\/plots#cost"\s*>\s*<b>/,
  );
  const { body } = await page.get('/home/plots');
  expect(body).toMatch(/<a href="#cost">Spend<\/a>/);
  expect(body).toMatch(/<section class="panel-card [^"]*" id="cost">/);
});
