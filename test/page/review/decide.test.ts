/** What the page says before a branch lands, and of requests that belong to findings. */
import { describe, expect, it } from 'vitest';

import type { RoutineId, RunId } from '../../../src/words/ids.ts';
import type { FileItemProposal } from '../../../src/words/proposal.ts';
import { openFinding } from '../../kit/findings.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { keyOf } from '../../kit/items.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

function branchOf(repo: GitRepo, name: string, text: string): void {
  repo.git('checkout', '--quiet', '-b', name, 'main');
  repo.commit({ files: { 'a.txt': text }, message: `Write ${text}` });
  repo.git('checkout', '--quiet', 'main');
}

function world(): GitRepo {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  return repo;
}

describe('landing', () => {
  it('is offered with the one reason for it', async () => {
    const repo = world();
    branchOf(repo, 'ada/fix', 'two\n');
    const { body } = await (await openTestPage({ repo })).get('/review/land?what=ada/fix');
    expect(body).toMatch(/<b>You can land this\.<\/b> No run of ours made it[^<]*Merges cleanly\./);
    expect(body).toContain('Land 1 branch on main');
    expect(body).not.toMatch(/union|banners|worked-on/);
  });

  it('has no button where the branch does not merge', async () => {
    const repo = world();
    branchOf(repo, 'ada/fix', 'two\n');
    repo.commit({ files: { 'a.txt': 'three\n' }, message: 'Go on' });
    const { body } = await (await openTestPage({ repo })).get('/review/land?what=ada/fix');
    expect(body).toContain('<b>This cannot land:</b>');
    expect(body).not.toContain('action="/review/land"');
  });

  it('is listed by what was done, and not by the name of a branch', async () => {
    const repo = world();
    branchOf(repo, 'ada/fix', 'two\n');
    const page = await openTestPage({ repo });
    const tip = repo.git('rev-parse', 'ada/fix');
    const fields = { what: 'ada/fix', seen: JSON.stringify({ 'ada/fix': tip }) };
    expect((await page.post('/review/land', fields)).status).toBe(303);
    const { body } = await page.get('/review/landings');
    expect(body).toContain('<b>Write two</b');
    expect(body).toMatch(/<details class="inline">\s*<summary>Undo/);
  });
});

it('a comparison of nothing says so', async () => {
  const page = await openTestPage({ repo: world() });
  for (const asked of ['', '?a=ada/fix&b=main', '?of=ada/fix']) {
    const { status, body } = await page.get(`/review/compare${asked}`);
    expect(status).toBe(200);
    expect(body).toContain('No branches are chosen.');
    expect(body).not.toContain('Choose this one');
  }
});

it('a request is shown as it will be read, and to the letter', async () => {
  const page = await openTestPage({ repo: world() });
  const { id: run, routine } = await storeEndedRun(page.workspace);
  const shown = async (n: number, text: string): Promise<string> => {
    await page.workspace.proposals.create(fileItem({ n, run, routine: routine.id, body: text }));
    return (await page.get(`/outbox/P-abc123-${n}`)).body;
  };
  const told = await shown(
    1,
    '---\nkey: 1\n---\n\n# Why\n\n[here](https://a.example/b) <!-- no -->',
  );
  expect(told).toMatch(/<h3>Why<\/h3>/);
  expect(told).toMatch(/>here<\/a> \S*https:\/\/a\.example\/b/);
  expect(told).toContain('&lt;!-- no --&gt;');
  expect(told).toMatch(/<summary>Exact text<\/summary>[\s\S]*\[here\]\(https:\/\/a\.example\/b\)/);
  expect(told).toMatch(/<div class="prose">[\s\S]*key: 1[\s\S]*<summary>Exact text/);
  const odd = await shown(2, '# Why\n\nfrom \u202e here');
  expect(odd).not.toContain('Exact text');
  expect(odd).toMatch(/# Why[\s\S]*U\+202E/);
});

interface AskedItem {
  readonly n: number;
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly body?: string;
  readonly findings?: readonly string[];
}

function fileItem({ n, run, routine, body = '', findings = [] }: AskedItem): FileItemProposal {
  return {
    id: `P-abc123-${n}`,
    run,
    routine,
    type: 'file-item',
    mode: 'review',
    state: 'held',
    summary: 'file it',
    payload: { key: keyOf(n), title: 'one', body, findings },
    duplicates: [],
    hash: 'a'.repeat(64),
    createdAt: '2026-11-21T02:00:00.000Z',
    decision: null,
  };
}

it('a request links to its finding, and says that the finding decides it', async () => {
  const page = await openTestPage({ repo: world() });
  const { id: run, routine } = await storeEndedRun(page.workspace);
  const findings = [
    openFinding({ id: 'F-aaaa', routine: routine.id, fingerprint: 'todo:a', runs: [run] }),
  ];
  await overwriteFindings(page.workspace, { routine: routine.id, lastRun: run, findings });
  const asked = (n: number, names: readonly string[]): FileItemProposal =>
    fileItem({ n, run, routine: routine.id, findings: names });
  await page.workspace.proposals.create(asked(1, ['todo:a']));
  await page.workspace.proposals.create(asked(2, []));
  const { body } = await page.get('/outbox');
  expect(body).toContain('2 requests to decide on. 1 of them belongs');
  expect(body).toMatch(/Requests <span class="count">2<\/span>/);
  const one = await page.get('/outbox/P-abc123-1');
  expect(one.body).toContain('<a href="/findings/F-aaaa">F-aaaa</a>');
  expect((await page.get('/findings/F-aaaa')).status).toBe(200);
});
