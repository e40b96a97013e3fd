import { describe, expect, it } from 'vitest';

import { changeItem, makeItem } from '../../../src/context/items/change-item.ts';
import { closeItem, reopenItem } from '../../../src/context/items/close-item.ts';
import { exportItems } from '../../../src/context/items/export-items.ts';
import { itemForRun } from '../../../src/context/items/item-for-run.ts';
import { linkItem, unlinkItem } from '../../../src/context/items/link-item.ts';
import { listItems, type ItemView } from '../../../src/context/items/list-items.ts';
import { showItem } from '../../../src/context/items/show-item.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import type { Finding } from '../../../src/words/finding.ts';
import { isBranchName, isCommitSha } from '../../../src/words/ids.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { keyOf } from '../../kit/items.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { routineNamed } from '../../kit/routine.ts';
import { stillClock } from '../../kit/still-clock.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

interface Here {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  readonly clock: Clock;
}

async function here(clock: Clock = stillClock()): Promise<Here> {
  const repo = gitRepo({ 'src/a.ts': 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  return {
    repo,
    clock,
    workspace: await openWorkspace({ actor: 'ada', folder: repo.path, env, clock }),
  };
}

const make = async (
  { workspace }: Here,
  title: string,
  change: Partial<Parameters<typeof makeItem>[1]> = {},
): Promise<string> =>
  (await makeItem(workspace, { title, body: '', parent: null, files: [], ...change })).key;

async function viewOf({ workspace }: Here, key: string): Promise<ItemView> {
  const { items } = await listItems(workspace, { all: true, staleOnly: false, routine: null });
  const found = items.find((item) => item.key === key);
  if (found === undefined) throw new Error(`no ${key}`);
  return found;
}

const reasonOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was done',
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : thrown),
  );

function findingOf(routine: string, fingerprint: string, change: Partial<Finding> = {}): Finding {
  return {
    id: `F-${fingerprint.padStart(10, '0')}`,
    routine: routineNamed(routine).id,
    fingerprint,
    title: `finding ${fingerprint}`,
    body: '',
    severity: 'info',
    location: null,
    item: null,
    state: 'known',
    firstSeen: '2026-11-01T02:00:00.000Z',
    lastSeen: '2026-11-21T02:00:00.000Z',
    resolvedAt: null,
    runs: [],
    verdict: null,
    ...change,
  };
}

describe('items of people', () => {
  it('are made, changed, tied, closed and opened again, and remember it', async () => {
    const place = await here();
    const { workspace } = place;
    await make(place, 'parent');
    const key = await make(place, 'Retry\n on \u001b[31m429', {
      parent: '1',
      files: ['src/http/'],
    });
    expect(key).toBe('RM-2');
    await changeItem(workspace, 'rm-2', {
      title: 'Retry on 503',
      body: 'why\n',
      parent: 'none',
      files: null,
    });
    await linkItem(workspace, '2', ['blocked-by:RM-1', 'https://example.com/1', 'tracker:812']);
    await unlinkItem(workspace, '2', ['tracker:812']);
    await closeItem(workspace, '2', { how: 'duplicate', reason: 'same', of: '1' });
    await reopenItem(workspace, '2', 'not the same');
    const item = await showItem(workspace, '2');
    expect(item).toMatchObject({
      state: 'open',
      title: 'Retry on 503',
      body: 'why',
      parent: null,
      files: ['src/http/**'],
      closed: null,
      standing: 'blocked',
      because: 'waits for RM-1 (todo)',
      family: [{ relation: 'blocked-by', key: 'RM-1', title: 'parent', standing: 'todo' }],
    });
    expect(item.history?.map(({ by, what }) => `${by} ${what}`)).toEqual([
      'ada made it',
      'ada changed title was "Retry on 429", body, parent is none',
      'ada tied it to blocked-by:RM-1, https://example.com/1, tracker:812',
      'ada untied it from tracker:812',
      'ada closed it as duplicate: of RM-1: same',
      'ada opened it again: not the same',
    ]);
  });

  it('get a key each, whoever makes them at the same time', async () => {
    const place = await here(systemClock);
    const keys = await Promise.all(
      Array.from({ length: 8 }, (_one, at) => make(place, `do ${at}`)),
    );
    expect(new Set(keys).size).toBe(8);
  });

  it('never stand under themselves or wait for themselves, however far round', async () => {
    const place = await here();
    for (const title of ['one', 'two', 'three']) await make(place, title);
    const { workspace } = place;
    await linkItem(workspace, '2', ['blocked-by:1']);
    await linkItem(workspace, '3', ['blocked-by:2']);
    expect(await reasonOf(linkItem(workspace, '1', ['blocked-by:3']))).toBe(
      'RM-3 waits for RM-1 already, so RM-1 cannot be the one that waits for it',
    );
    expect(await reasonOf(linkItem(workspace, '1', ['blocked-by:1']))).toBe(
      'RM-1 cannot be tied to itself',
    );
    expect((await viewOf(place, 'RM-1')).links).toEqual([]);
  });

  it('refuse what they cannot be tied to, and what they cannot hold', async () => {
    const place = await here();
    const { workspace } = place;
    await make(place, 'one');
    expect(await reasonOf(linkItem(workspace, '1', ['branch:nope']))).toBe(
      'there is no branch nope in this repository',
    );
    expect(await reasonOf(linkItem(workspace, '1', ['javascript:alert(1)']))).toBe(
      '"javascript:alert(1)" names nothing that an item can be tied to',
    );
    expect(await reasonOf(linkItem(workspace, '7', ['blocked-by:1']))).toBe(
      'there is no item RM-7',
    );
    expect(await reasonOf(make(place, ' \u001b[2J '))).toBe('an item needs a title');
    expect(await reasonOf(make(place, 'x', { files: ['../x'] }))).toBe(
      '--files "../x" leads out of its folder',
    );
    expect(
      await reasonOf(closeItem(workspace, '1', { how: 'dropped', reason: '', dismiss: true })),
    ).toBe('RM-1 is dropped with a reason: later runs and people read it');
  });
});

describe('where items stand in a repository', () => {
  it('follows a branch that a person tied to it, from empty to merged', async () => {
    const place = await here();
    const { repo, workspace } = place;
    const key = await make(place, 'one');
    repo.git('branch', 'fix');
    await linkItem(workspace, key, ['branch:fix']);
    expect((await viewOf(place, key)).standing).toBe('todo');
    repo.git('checkout', '--quiet', 'fix');
    repo.commit({ files: { 'src/a.ts': 'b' } });
    expect(await viewOf(place, key)).toMatchObject({
      standing: 'in-review',
      because: 'fix waits to be merged',
    });
    repo.git('checkout', '--quiet', 'main');
    repo.git('merge', '--quiet', 'fix');
    expect(await viewOf(place, key)).toMatchObject({ standing: 'landed', proposesClosing: true });
    expect(await itemForRun(workspace, key)).toEqual({ item: { key, purpose: 'work' } });
    await closeItem(workspace, key, { how: 'done', reason: '' });
    expect(await viewOf(place, key)).toMatchObject({ standing: 'done', proposesClosing: false });
    expect(await reasonOf(itemForRun(workspace, key))).toBe('RM-1 is closed as done');
  });

  it('follows the branch of a run that was started for it, also when that is removed', async () => {
    const place = await here();
    const { repo, workspace } = place;
    const key = keyOf(1);
    await make(place, 'one');
    const branch = 'roundsman/sweep/2026-11-21-abc123';
    const base = repo.git('rev-parse', 'main');
    repo.git('checkout', '--quiet', '-b', branch);
    const head = repo.commit({ files: { 'src/a.ts': 'c' } });
    repo.git('checkout', '--quiet', 'main');
    if (!isBranchName(branch) || !isCommitSha(head) || !isCommitSha(base))
      throw new TypeError(head);
    await storeEndedRun(workspace, {
      item: { key, purpose: 'work' },
      change: { progress: { ...EMPTY_PROGRESS, branch, head, base } },
    });
    expect((await viewOf(place, key)).because).toBe(`${branch} waits to be merged`);
    repo.git('merge', '--quiet', '--no-ff', '-m', 'Take it', branch);
    repo.git('branch', '--delete', '--force', branch);
    expect((await viewOf(place, key)).standing).toBe('landed');
    repo.git('reset', '--quiet', '--hard', base);
    expect(await viewOf(place, key)).toMatchObject({
      standing: 'todo',
      because: `${branch} was removed and not merged`,
    });
  });

  it('follows commits that say which findings they deal with, squashed or not', async () => {
    const place = await here();
    const { repo, workspace } = place;
    const routine = routineNamed('sweep').id;
    const findings = [findingOf('sweep', 'todo:a'), findingOf('sweep', 'todo:b')];
    await overwriteFindings(workspace, { routine, lastRun: null, findings });
    const item = await workspace.items.make({
      state: 'open',
      title: 'one',
      body: '',
      routine,
      run: null,
      findings: ['todo:a', 'todo:b'],
      createdAt: '2026-11-20T02:00:00.000Z',
    });
    const message = (...covered: readonly string[]): string =>
      `Mend\n\n${covered.map((one) => `Roundsman-Covers: ${one}`).join('\n')}`;
    // Keys written on the notes are no work on what these say, on a branch and landed.
    const keys = `${message('todo:a', 'todo:b')}\nRoundsman-Blame: ignore`;
    repo.git('checkout', '--quiet', '-b', 'roundsman/sweep/keys');
    repo.commit({ files: { 'src/a.ts': 'k' }, message: keys, date: '2026-11-20T02:10:00Z' });
    repo.git('checkout', '--quiet', 'main');
    expect((await viewOf(place, item.key)).standing).toBe('todo');
    repo.git('merge', '--quiet', '--ff-only', 'roundsman/sweep/keys');
    expect((await viewOf(place, item.key)).standing).toBe('todo');
    repo.git('checkout', '--quiet', '-b', 'roundsman/sweep/x');
    repo.commit({
      files: { 'src/a.ts': 'd' },
      message: message('todo:a'),
      date: '2026-11-20T03:00:00Z',
    });
    repo.git('checkout', '--quiet', 'main');
    expect((await viewOf(place, item.key)).standing).toBe('in-review');
    repo.git('branch', '--delete', '--force', 'roundsman/sweep/x');
    repo.commit({
      files: { 'src/a.ts': 'd' },
      message: message('todo:a'),
      date: '2026-11-20T04:00:00Z',
    });
    // One of its two findings is left.
    expect((await viewOf(place, item.key)).standing).toBe('todo');
    const last = repo.commit({
      files: { 'src/a.ts': 'e' },
      message: message('todo:b'),
      date: '2026-11-20T05:00:00Z',
    });
    expect(await viewOf(place, item.key)).toMatchObject({
      standing: 'landed',
      because: `commit ${last.slice(0, 10)} is merged`,
    });
  });

  it('proposes closing when its findings are gone, and closes nothing by itself', async () => {
    const place = await here();
    const { workspace, clock } = place;
    const routine = routineNamed('sweep').id;
    const gone = { state: 'resolved', resolvedAt: '2026-11-18T02:00:00.000Z' } as const;
    await overwriteFindings(workspace, {
      routine,
      lastRun: null,
      findings: [findingOf('sweep', 'todo:a', gone)],
    });
    const common = { body: '', routine, run: null, createdAt: clock.now().toISOString() };
    const item = await workspace.items.make({
      ...common,
      state: 'open',
      title: 'one',
      findings: ['todo:a'],
    });
    expect(await viewOf(place, item.key)).toMatchObject({
      state: 'open',
      standing: 'done',
      because: 'its finding is gone since 3 nights',
      proposesClosing: true,
    });
  });

  it('has findings follow how it was closed', async () => {
    const place = await here();
    const { workspace } = place;
    const routine = routineNamed('sweep').id;
    const findings = ['a', 'b', 'c'].map((one) => findingOf('sweep', `todo:${one}`));
    await overwriteFindings(workspace, { routine, lastRun: null, findings });
    for (const one of ['a', 'b', 'c']) {
      await workspace.items.make({
        state: 'open',
        title: one,
        body: '',
        routine,
        run: null,
        findings: [`todo:${one}`],
        createdAt: '2026-11-20T02:00:00.000Z',
      });
    }
    const dropped = { how: 'dropped', reason: 'kept on purpose' } as const;
    expect(await closeItem(workspace, '1', { ...dropped, dismiss: true })).toMatchObject({
      settled: ['F-0000todo:a'],
      left: [],
    });
    expect(await closeItem(workspace, '2', { ...dropped, dismiss: false })).toMatchObject({
      settled: [],
      left: ['F-0000todo:b'],
    });
    await closeItem(workspace, '3', { how: 'done', reason: '' });
    const now = await workspace.findings.listAll();
    expect(now.map(({ state, verdict }) => [state, verdict?.reason ?? null])).toEqual([
      ['dismissed', 'RM-1 was closed as dropped: kept on purpose'],
      ['known', null],
      ['resolved', null],
    ]);
  });

  it('reads items of before as they are', async () => {
    const place = await here();
    const { workspace } = place;
    const spec = await storeEndedRun(workspace);
    await workspace.items.reserve({
      count: 1,
      routine: spec.routine.id,
      run: spec.id,
      now: '2026-11-21T02:00:00.000Z',
    });
    expect(await viewOf(place, 'RM-1')).toMatchObject({ state: 'reserved', links: [], files: [] });
  });
});

describe('exported items', () => {
  it('hold no markup, no formula and nothing that steers a terminal', async () => {
    const place = await here();
    await make(place, '=HYPERLINK("http://evil") <img src=x> `x`', {
      body: '```\n# not a heading\n+1\u001b[31m',
    });
    const items = [await viewOf(place, 'RM-1')];
    const markdown = exportItems(items, 'markdown');
    expect(markdown).toContain(String.raw`### RM-1 =HYPERLINK("http://evil") \<img src=x\> \`x\``);
    expect(markdown).toContain('````text\n```\n# not a heading\n+1\n````');
    const csv = exportItems(items, 'csv');
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"") <img src=x> \`x\`"`);
    expect(csv).not.toContain('\u001b');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(JSON.parse(exportItems(items, 'json'))).toHaveLength(1);
  });

  it.each(['=1', '+1', '-1', '@x', '\t=1', ' =1', '|calc', '%x', '＝1'])(
    'do not let a spreadsheet take %j for a formula',
    async (text) => {
      const place = await here();
      await make(place, 'x', { body: text });
      expect(exportItems([await viewOf(place, 'RM-1')], 'csv')).toContain(`"'${text}"`);
    },
  );
});
