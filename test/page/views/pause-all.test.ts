/** All routines at once: paused, resumed, and brought back to what they were. */
import { expect, it } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import { openTestPage, type TestPage } from '../../kit/page.ts';

const ROUTINE = `on:
  schedule: "0 2 * * *"
collect:
  - todos
agent:
  engine: builtin
  builtin: facts
`;

function world(): Promise<TestPage> {
  return openTestPage({
    repo: gitRepo({
      'routines/look.yaml': `name: Look\n${ROUTINE}`,
      'routines/sweep.yaml': `name: Sweep\n${ROUTINE}`,
    }),
  });
}

async function pausedOf({ workspace }: TestPage): Promise<readonly string[]> {
  const pauses = await workspace.pauses.list(workspace.clock.now().toISOString());
  return pauses.map(({ routine, reason }) => `${routine} ${reason}`.trim()).toSorted();
}

it('pauses all routines and resumes them', async () => {
  const page = await world();
  const before = (await page.get('/routines')).body;
  expect(before).toContain('Pause all');
  expect(before).not.toContain('Resume all');
  await page.post('/routines/pause', { _back: '/routines' });
  expect(await pausedOf(page)).toEqual(['look', 'sweep']);
  const paused = (await page.get('/routines')).body;
  expect(paused).toContain('Paused 2 routines: nothing starts by itself.');
  expect(paused).toContain('data-confirm="Resume 2 routines?"');
  expect(paused).not.toContain('Pause all');
  await page.post('/routines/resume', { _back: '/routines' });
  expect(await pausedOf(page)).toEqual([]);
  expect((await page.get('/routines')).body).toContain('Resumed 2 routines.');
});

it('takes a pause of all back, and leaves what was paused before', async () => {
  const page = await world();
  await page.post('/routines/look/pause', { reason: 'holidays' });
  await page.workspace.pauses
    .list(page.workspace.clock.now().toISOString())
    .then(([pause]) =>
      pause === undefined
        ? null
        : page.workspace.pauses.write({ ...pause, until: '2999-01-01T00:00:00.000Z' }),
    );
  await page.post('/routines/pause', { _back: '/routines' });
  const { body } = await page.get('/routines');
  expect(body).toContain('Undo: paused 2 routines');
  const fieldOf = (name: string): string =>
    new RegExp(`undo-pause"[\\s\\S]*?name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
  const fields = { at: fieldOf('at'), by: fieldOf('by'), _back: '/routines' };
  await page.post('/routines/undo-pause', fields);
  expect(await pausedOf(page)).toEqual(['look holidays']);
  expect((await page.get('/routines')).body).toContain(
    'Undone: paused 2 routines; 1 paused as before.',
  );
  await page.post('/routines/undo-pause', fields);
  expect((await page.get('/routines')).body).toContain('It was undone already.');
});

it('pauses one or all until a day that is chosen', async () => {
  const page = await world();
  const endsOf = async (): Promise<readonly boolean[]> => {
    const now = page.workspace.clock.now();
    const pauses = await page.workspace.pauses.list(now.toISOString());
    return pauses.map(
      ({ until = '' }) => Math.round((Date.parse(until) - now.getTime()) / 86_400_000) === 7,
    );
  };
  expect((await page.get('/routines/look')).body).toContain('aria-label="Pause until"');
  await page.post('/routines/look/pause', { until: '7d', _back: '/routines/look' });
  expect(await endsOf()).toEqual([true]);
  expect((await page.get('/routines/look')).body).toMatch(/look is paused until \w+ \d{4}-/);
  await page.post('/routines/resume', { _back: '/routines' });
  await page.post('/routines/pause', { until: '7d', _back: '/routines' });
  expect(await endsOf()).toEqual([true, true]);
  expect((await page.get('/routines')).body).toMatch(/Paused 2 routines until \w+ \d{4}-/);
});
