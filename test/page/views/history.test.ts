/** Who decided what: one list, newest first, each with its way back. */
import { expect, it } from 'vitest';

import { decideFindings } from '../../../src/inbox/decisions/decide.ts';
import { openFinding } from '../../kit/findings.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const ROUTINE = `on:
  schedule: "0 2 * * *"
collect:
  - todos
agent:
  engine: builtin
  builtin: facts
`;

async function world() {
  const repo = gitRepo({
    'a.txt': 'one\n',
    'routines/look.yaml': `name: Look\n${ROUTINE}`,
    'routines/sweep.yaml': `name: Sweep\n${ROUTINE}`,
  });
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  const page = await openTestPage({ repo });
  const { id, routine } = await storeEndedRun(page.workspace);
  const findings = ['F-aaaa', 'F-bbbb'].map((one) =>
    openFinding({ id: one, routine: routine.id, runs: [id], fingerprint: `print ${one}` }),
  );
  await overwriteFindings(page.workspace, { routine: routine.id, lastRun: id, findings });
  return { repo, page };
}

/** What each row says. */
function saidIn(body: string): readonly string[] {
  return [...body.matchAll(/<td class="rest">([^<]*)/g)].map(([, said = '']) => said.trim());
}

it('lists decisions, pauses and landings, newest first, and takes any of them back', async () => {
  const { repo, page } = await world();
  expect((await page.get('/history')).body).toContain('Nothing was decided yet');
  const verdict = { kind: 'dismissed', reason: 'no', by: 'bo', until: null } as const;
  const at = page.workspace.clock.now().toISOString();
  await decideFindings(page.workspace, { ids: ['F-aaaa'], verdict: { ...verdict, at } });
  await page.post('/findings/decide', { id: 'F-bbbb', kind: 'accept' });
  repo.git('checkout', '--quiet', '-b', 'ada/fix');
  repo.commit({ files: { 'a.txt': 'two\n' }, message: 'Write two' });
  repo.git('checkout', '--quiet', 'main');
  const tip = repo.git('rev-parse', 'ada/fix');
  await page.post('/review/land', { what: 'ada/fix', seen: JSON.stringify({ 'ada/fix': tip }) });
  await page.post('/routines/pause', {});
  const { body } = await page.get('/history');
  expect(saidIn(body)).toEqual([
    'paused 2 routines',
    'landed ada/fix on main',
    'accepted F-bbbb',
    'dismissed F-aaaa',
  ]);
  expect(body).toMatch(/<td class="">bo<\/td>\s*<td class="rest">dismissed F-aaaa/);
  expect(body).toContain('<a href="/findings/F-aaaa">F-aaaa</a>');
  expect(body).toMatch(/class="button" href="\/review\/landings#[^"]+">Undo…/);
  const id = /name="id" value="(U-[^"]+)"[\s\S]*?<\/tr>\s*<\/tbody>/.exec(
    body.slice(body.indexOf('dismissed F-aaaa')),
  )?.[1];
  await page.post('/inbox/undo', { id: id ?? '', _back: '/history' });
  const after = (await page.get('/history')).body;
  expect(after).toContain('Undone: dismissed F-aaaa.');
  expect(saidIn(after)).toEqual(saidIn(body));
  const [row = ''] = /"rest">dismissed F-aaaa(?:(?!<\/tr>)[\s\S])*/.exec(after) ?? [];
  expect(row).toMatch(/undone by (?:root|\S+)/);
  expect(row).not.toContain('button');
  expect((await page.post('/inbox/undo', { id: id ?? '', _back: '/history' })).status).toBe(303);
  expect((await page.get('/history')).body).toContain('There is nothing to undo.');
});

it('is cut, with the number said', async () => {
  const page = await openTestPage();
  await page.workspace.decisions.write(
    Array.from({ length: 60 }, (_, at) => ({
      id: `U-${at}`,
      at: new Date(Date.UTC(2026, 10, 1, 0, at)).toISOString(),
      by: 'ada',
      said: `read number ${at}`,
      changes: [{ store: 'marks', entry: `report:${at}`, before: null, after: '' }],
    })),
  );
  const { body } = await page.get('/history');
  expect(body).toContain('1–50 of 60.');
  expect(saidIn(body)[0]).toBe('read number 59');
  expect(body).toContain('href="/history?from=50"');
  const rest = (await page.get('/history?from=50')).body;
  expect(rest).toContain('51–60 of 60.');
  expect(saidIn(rest)).toHaveLength(10);
});
