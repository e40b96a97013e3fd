/** Routines written on the page: a commit on a branch, and nothing else. */
import { describe, expect, it } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import { openTestPage } from '../../kit/page.ts';

const ROUTINE = `name: Look
on:
  schedule: "0 2 * * *" # at two
collect:
  - todos
agent:
  engine: builtin
  builtin: facts
`;

function world() {
  const repo = gitRepo({ 'README.md': '# A\n', 'routines/look.yaml': ROUTINE });
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  return { repo, state: () => [repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')] };
}

describe('a routine', () => {
  it('is made from a few words, and committed on a branch without touching the checkout', async () => {
    const { repo, state } = world();
    const before = state();
    const page = await openTestPage({ repo });
    const shown = await page.get('/routines/new?name=docs-check&schedule=weekdays+at+07:00');
    expect(shown.body).toContain('routines/docs-check.yaml');
    expect(shown.body).toContain('weekdays at 07:00');
    const sent = await page.post('/routines/commit', {
      file: 'routines/docs-check.yaml',
      text: ROUTINE.replaceAll('\n', '\r\n'),
    });
    expect([sent.status, sent.headers['location']]).toEqual([
      303,
      '/review/branch/routines/docs-check',
    ]);
    expect(repo.git('show', 'routines/docs-check:routines/docs-check.yaml')).toBe(ROUTINE.trim());
    expect(repo.git('diff', '--name-only', 'HEAD', 'routines/docs-check')).toBe(
      'routines/docs-check.yaml',
    );
    expect(state()).toEqual(before);
    const listed = (await page.get('/routines')).body;
    expect(listed).toContain('Committed on routines/docs-check. It waits in Review;');
    expect(listed).toMatch(
      /Waiting on a branch[\s\S]*href="\/review\/branch\/routines\/docs-check"/,
    );
    const review = (await page.get('/review')).body;
    expect(review).toContain('Define the routine docs-check');
    expect((await page.get('/inbox')).body).toMatch(
      /href="\/review"[\s\S]{0,2000}<b class="number">1</,
    );
    repo.git('merge', '--quiet', 'routines/docs-check');
    expect((await page.get('/review')).body).not.toContain('Define the routine docs-check');
    expect((await page.get('/routines')).body).not.toContain('Waiting on a branch');
  });

  it('says which agents are not installed', async () => {
    const { repo } = world();
    const { body } = await (
      await openTestPage({ repo, env: { PATH: '/nowhere' } })
    ).get('/routines/new');
    expect(body).toMatch(/<option value="claude"[^>]*>claude: not installed</);
    expect(body).toMatch(/<option value="builtin"[^>]*>builtin</);
  });

  it('is edited: its schedule put into the text, each edit on a branch of its own', async () => {
    const { repo } = world();
    const page = await openTestPage({ repo });
    const { body } = await page.get('/routines/look/edit?schedule=weekdays+at+07:00');
    expect(body).toContain('schedule: &quot;weekdays at 07:00&quot;');
    expect(body).not.toContain('# at two');
    expect(body).toMatch(/not committed yet\.<\/b> It would start <time[\s\S]*, then <time/);
    expect(body).toMatch(/<button[^>]*form="definition-form"/);
    expect(body).toContain('id="definition-form"');
    expect((await page.get('/routines/look/edit')).body).not.toContain('not committed yet');
    const text = ROUTINE.replace('"0 2 * * *" # at two', '"weekdays at 07:00"');
    await page.post('/routines/commit', { file: 'routines/look.yaml', text });
    await page.post('/routines/commit', { file: 'routines/look.yaml', text });
    expect(repo.git('branch', '--list', 'routines/*', '--format=%(refname:short)')).toBe(
      'routines/look\nroutines/look-2',
    );
  });

  it.each([
    {
      asked: 'name=Bad+Name',
      field: 'new-name',
      said: '“Bad Name” cannot be a name. Try bad-name.',
    },
    { asked: 'name=look', field: 'new-name', said: 'routines/look.yaml is there already.' },
    {
      asked: 'name=docs-check&schedule=sometimes',
      field: 'new-schedule',
      said: 'The schedule &quot;sometimes&quot; is not understood.',
    },
    {
      asked: 'name=docs-check&prompt=Look.&schedule=weekdays+at+7',
      field: 'new-engine',
      said: 'A prompt needs an agent that can follow it, and none is ready on this machine.',
    },
  ])('is not made of $asked, which is said at its field', async ({ asked, field, said }) => {
    const { repo } = world();
    // No agent is on it.
    const page = await openTestPage({ repo, env: { PATH: '/usr/bin:/bin' } });
    const { status, body } = await page.get(`/routines/new?${asked}`);
    expect(status).toBe(200);
    expect(body).not.toMatch(/--prompt|roundsman new/);
    expect(body.split(`id="${field}-error"`)[1]?.split('</p>')[0]).toContain(said);
    expect(body.match(/aria-invalid/g)).toHaveLength(1);
    expect(body).not.toContain('Commit on a branch');
  });

  it('keeps what was typed where it cannot be committed', async () => {
    const { repo } = world();
    const page = await openTestPage({ repo });
    const text = `${ROUTINE}limits: { timeout: never }\n`;
    const { status, body } = await page.post('/routines/commit', {
      file: 'routines/look.yaml',
      text,
    });
    expect(status).toBe(400);
    expect(body).toContain('limits: { timeout: never }');
    expect(body.split('id="definition-error"')[1]).toMatch(
      /^ role="alert">Nothing was committed: /,
    );
    expect(repo.git('branch', '--list', 'routines/*')).toBe('');
  });

  it.each([
    { what: 'what is not a routine', file: 'routines/look.yaml', text: 'name: [', status: 400 },
    { what: 'a file elsewhere', file: 'routines/../.git/config', text: ROUTINE, status: 404 },
    { what: 'a workflow', file: '.github/workflows/ci.yml', text: ROUTINE, status: 404 },
  ])('is refused: $what', async ({ file, text, status }) => {
    const { repo } = world();
    const page = await openTestPage({ repo });
    expect((await page.post('/routines/commit', { file, text })).status).toBe(status);
    expect(repo.git('branch', '--list', 'routines/*')).toBe('');
  });

  it('is enabled as it was shown, and not when it changed meanwhile', async () => {
    const { repo } = world();
    const page = await openTestPage({ repo });
    const { body } = await page.get('/routines/look/enable');
    expect(body).toContain('What it may do');
    const stale = { definition: 'f'.repeat(64), settings: 'f'.repeat(64) };
    expect((await page.post('/routines/look/enable', stale)).status).toBe(409);
  });
});
