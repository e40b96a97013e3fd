/** The shipped sweep, as a newcomer meets it: on a repository that is not ours and is in some disarray. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

function historyOf(): GitRepo {
  const repo = gitRepo();
  repo.commit({
    files: {
      'src/pay.ts': 'export function pay(): void {\n  // TODO: handle refunds\n}\n',
      'README.md': '# Shop\n',
    },
    message: 'Add payments',
    date: daysAgo(90),
    author: 'Grace <grace@example.com>',
  });
  repo.commit({
    files: {
      'src/cart.ts': 'export const limit = 10; // FIXME(grace): read it from the settings\n',
    },
    message: 'Add the cart',
    date: daysAgo(60),
  });
  repo.commit({
    files: { 'src/new.ts': '// TODO: name it\nexport {};\n' },
    message: 'Start something',
    date: daysAgo(2),
  });
  return repo;
}

function sweepWorkspace(): TestWorkspace {
  const workspace = workspaceOf(historyOf());
  const initialised = workspace.roundsman('init');
  expect(initialised.stderr).toBe('');
  expect(initialised.exitCode).toBe(0);
  workspace.repo.commit({ message: 'Set up roundsman', date: daysAgo(1) });
  return workspace;
}

function waitingBranches(repo: GitRepo): readonly string[] {
  const refs = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/roundsman');
  return refs.split('\n').filter((ref) => ref !== '');
}

/** On the branch of a first night. */
function personGoesOn(): {
  readonly workspace: TestWorkspace;
  readonly branch: string;
  readonly tip: string;
  readonly pay: string;
} {
  const workspace = sweepWorkspace();
  const { repo } = workspace;
  const branch = workspace.run('todo-sweep').view.branch ?? '';
  repo.git('checkout', '--quiet', branch);
  const pay = 'export function pay(): void {\n  // TODO(RM-2): handle refunds in parts\n}\n';
  repo.commit({
    files: { 'src/pay.ts': pay },
    message: 'Say which refunds',
    author: 'Rose <rose@example.com>',
  });
  repo.git('checkout', '--quiet', 'main');
  return { workspace, branch, tip: repo.git('rev-parse', branch).trim(), pay };
}

describe('todo-sweep', () => {
  it('finds what is past the limit, files it for approval, and leaves a branch that carries the keys', () => {
    const workspace = sweepWorkspace();
    const { view, exitCode } = workspace.run('todo-sweep');
    expect(exitCode).toBe(0);
    expect(view.result).toMatchObject({
      execution: 'succeeded',
      report: 'valid',
      changes: 'branch',
      proposals: 'held',
    });
    expect(view.findings).toEqual({ new: 2, known: 0, resolved: 0, regressed: 0 });
    const branch = view.branch ?? '';
    expect(workspace.repo.git('show', `${branch}:src/pay.ts`)).toContain(
      '// TODO(RM-2): handle refunds',
    );
    // What matters more has the first key.
    expect(workspace.repo.git('show', `${branch}:src/cart.ts`)).toContain('// FIXME(RM-1, grace)');
    expect(workspace.repo.git('show', `${branch}:src/new.ts`)).toContain('// TODO: name it');
    expect(workspace.repo.git('diff', '--stat', 'main', branch)).toContain(
      '2 files changed, 2 insertions(+), 2 deletions(-)',
    );
    const held: { state: string }[] = JSON.parse(workspace.roundsman('outbox', '--json').stdout);
    expect(held.map((proposal) => proposal.state)).toEqual(['held', 'held']);
    expect(readReport(view)).toContain('handle refunds');
  });

  it('says nothing new in one line and makes no branch when nothing changed, and names the branch that waits', () => {
    const workspace = sweepWorkspace();
    const first = workspace.run('todo-sweep').view;
    const second = workspace.run('todo-sweep').view;
    expect(second.result).toMatchObject({
      execution: 'succeeded',
      report: 'valid',
      changes: 'none',
      proposals: 'none',
    });
    expect(second.findings).toEqual({ new: 0, known: 2, resolved: 0, regressed: 0 });
    expect(readReport(second)).toContain(first.branch ?? 'no branch');
    expect(workspace.repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/roundsman')).toBe(
      `refs/heads/${first.branch ?? ''}`,
    );
    const approved = workspace.roundsman('outbox', 'approve', '--all', 'todo-sweep');
    expect(approved.stdout.split('\n').filter((line) => line.startsWith('applied'))).toHaveLength(
      2,
    );
  });

  it('says at the landing which keys of it were declined, and what still waits', () => {
    const workspace = sweepWorkspace();
    workspace.run('todo-sweep');
    expect(
      workspace.roundsman('decline', 'RM-1', '--reason', 'it is right as it is').exitCode,
    ).toBe(0);
    workspace.repo.git('config', 'user.name', 'Rose');
    workspace.repo.git('config', 'user.email', 'rose@example.com');
    const { stderr } = workspace.roundsman('land', 'todo-sweep');
    expect(stderr).toMatch(
      /note: what landed names RM-1, and that was declined: look with git grep RM-1\n/,
    );
    expect(stderr).toContain('note: 1 request of run ');
  });

  it('leaves to a person what its branch did not touch', () => {
    const workspace = sweepWorkspace();
    const files = { 'src/rules.zz': '-- TODO: write down what it is for\n' };
    workspace.repo.commit({ files, message: 'Add rules', date: daysAgo(40) });
    workspace.run('todo-sweep');
    const show = (...words: readonly string[]) =>
      JSON.parse(workspace.roundsman(...words, '--json').stdout);
    workspace.repo.git('config', 'user.name', 'Rose');
    workspace.repo.git('config', 'user.email', 'rose@example.com');
    expect(show('requests')).toHaveLength(3);
    expect(show('review', 'show', 'todo-sweep').covers).toHaveLength(2);
    expect(workspace.roundsman('land', 'todo-sweep', '--yes').exitCode).toBe(0);
    const decided = new Map(
      show('findings').map(
        ({ id, location }: { readonly id: string; readonly location: { readonly path: string } }) =>
          [
            location.path,
            workspace.roundsman('findings', 'show', id).stdout.includes(' landed by '),
          ] as const,
      ),
    );
    expect([decided.get('src/pay.ts'), decided.get('src/rules.zz')]).toEqual([true, false]);
  });

  it('names no branch for a dismissed finding that was made again without it', () => {
    const workspace = sweepWorkspace();
    workspace.run('todo-sweep');
    const shown = () => workspace.roundsman('findings', 'show', 'RM-1').stdout;
    expect(shown()).toMatch(/^branch +roundsman\/todo-sweep\//m);
    workspace.roundsman('dismiss', 'RM-1', 'not ours, really');
    expect(shown()).toMatch(/^branch +roundsman\/todo-sweep\//m);
    const { view } = workspace.run('todo-sweep');
    expect(workspace.repo.git('show', view.branch ?? '')).not.toContain('RM-1');
    expect(shown()).not.toMatch(/^branch /m);
  });

  it('accepts all that waits of a routine by its name, and dismisses so much only with --all', () => {
    const workspace = sweepWorkspace();
    const { view: ran } = workspace.run('todo-sweep');
    // Where all that it asks for belongs to findings, these are accepted.
    expect(workspace.roundsman('show', ran.id).stdout).toContain('roundsman accept todo-sweep');
    const refused = workspace.roundsman('dismiss', 'todo-sweep', '--reason', 'not ours');
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        'todo-sweep is a routine. For all that it has open: --all todo-sweep',
      ),
    ]);
    const { stdout, exitCode } = workspace.roundsman('accept', 'todo-sweep');
    expect(exitCode).toBe(0);
    expect(stdout.match(/^accepted F-/gm)).toHaveLength(2);
    expect(workspace.roundsman('accept', 'todo-sweep').stderr).toContain(
      'todo-sweep has no finding to decide on',
    );
    expect(workspace.roundsman('undo').stdout).toContain(
      'undone: accepted 2 findings of todo-sweep',
    );
  });

  it('reopens the finding of an item that was declined with it', () => {
    const workspace = sweepWorkspace();
    workspace.run('todo-sweep');
    expect(workspace.roundsman('dismiss', 'RM-1', 'not ours, really').exitCode).toBe(0);
    const { stdout, exitCode } = workspace.roundsman('reopen', 'RM-1');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^reopened F-\S+ /)]);
    expect(workspace.roundsman('accept', 'RM-1').stdout).toContain('RM-1 is filed');
  });

  it('says so, too, of the branch that took the place of the one of the night before', () => {
    const workspace = sweepWorkspace();
    const { id } = workspace.run('todo-sweep').view;
    const files = { 'src/late.ts': '// HACK: until the parser is fixed\n' };
    workspace.repo.commit({ files, date: daysAgo(45) });
    workspace.run('todo-sweep');
    workspace.roundsman('decline', 'RM-1', '--reason', 'it is right as it is');
    workspace.repo.git('config', 'user.name', 'Rose');
    workspace.repo.git('config', 'user.email', 'rose@example.com');
    const { stderr } = workspace.roundsman('land', 'todo-sweep');
    expect(stderr).toContain('note: what landed names RM-1, and that was declined');
    expect(stderr).toContain(`still waits: roundsman approve --all ${id.slice(-6)}`);
  });

  it('adds only what is new while a branch waits', () => {
    const workspace = sweepWorkspace();
    workspace.run('todo-sweep');
    workspace.repo.commit({
      files: { 'src/late.ts': '// HACK: until the parser is fixed\n' },
      date: daysAgo(45),
    });
    const { view } = workspace.run('todo-sweep');
    expect(view.findings).toMatchObject({ new: 1, known: 2 });
    // One branch waits: it has the keys of the night before and takes the place of their branch.
    expect(view.diffstat).toEqual({ files: 3, insertions: 3, deletions: 3 });
    const branch = view.branch ?? '';
    expect(workspace.repo.git('show', `${branch}:src/late.ts`)).toContain('HACK(RM-3): until');
    expect(workspace.repo.git('show', `${branch}:src/pay.ts`)).toContain('TODO(RM-2): handle');
    expect(workspace.repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/roundsman')).toBe(
      `refs/heads/${branch}`,
    );
  });

  it('continues with a branch that a person committed to, and loses nothing of it', () => {
    const { workspace, branch: first, tip, pay } = personGoesOn();
    const { repo } = workspace;
    repo.commit({
      files: { 'src/late.ts': '// HACK: until the parser is fixed\n' },
      date: daysAgo(45),
    });
    const { view } = workspace.run('todo-sweep');
    const branch = view.branch ?? '';
    expect(branch).not.toBe(first);
    expect(waitingBranches(repo)).toEqual([branch]);
    expect(`${repo.git('show', `${branch}:src/pay.ts`)}\n`).toBe(pay);
    expect(repo.git('show', `${branch}:src/cart.ts`)).toContain('// FIXME(RM-1, grace)');
    expect(repo.git('show', `${branch}:src/late.ts`)).toContain('HACK(RM-3): until');
    expect(repo.git('log', '--format=%an %s', `main..${branch}`)).toContain(
      'Rose Say which refunds',
    );
    expect(readReport(view)).toContain(`${first} is replaced by ${branch}, which holds all of it`);
    expect(workspace.roundsman('review', 'restore', first).exitCode).toBe(0);
    expect(repo.git('rev-parse', first).trim()).toBe(tip);
  });

  it('leaves a branch that a person committed to as it is, where it does not go with what is new', () => {
    const { workspace, branch: first, tip } = personGoesOn();
    const { repo } = workspace;
    repo.commit({
      files: {
        'src/pay.ts': 'export function pay(): void {\n  refund();\n}\n',
        'src/late.ts': '// HACK: until the parser is fixed\n',
      },
      date: daysAgo(45),
    });
    const { view } = workspace.run('todo-sweep');
    const branch = view.branch ?? '';
    expect(waitingBranches(repo).toSorted()).toEqual([branch, first].toSorted());
    expect(repo.git('rev-parse', first).trim()).toBe(tip);
    expect(repo.git('diff', '--name-only', 'main', branch).trim()).toBe('src/late.ts');
  });

  it('keeps ages and findings when its branch has landed, and sees what was resolved and what came back', () => {
    const workspace = sweepWorkspace();
    const first = workspace.run('todo-sweep').view;
    workspace.repo.git('merge', '--quiet', '--no-ff', '-m', 'Land the keys', first.branch ?? '');
    const landed = workspace.run('todo-sweep').view;
    expect(landed.findings).toEqual({ new: 0, known: 2, resolved: 0, regressed: 0 });
    expect(landed.result?.changes).toBe('none');
    const pay = readFileSync(join(workspace.repo.path, 'src/pay.ts'), 'utf8');
    workspace.repo.commit({
      files: { 'src/pay.ts': 'export function pay(): void {}\n' },
      message: 'Handle refunds',
    });
    expect(workspace.run('todo-sweep').view.findings).toEqual({
      new: 0,
      known: 1,
      resolved: 1,
      regressed: 0,
    });
    workspace.repo.commit({
      files: { 'src/pay.ts': pay },
      message: 'Bring it back',
      date: daysAgo(40),
    });
    expect(workspace.run('todo-sweep').view.findings).toMatchObject({ known: 1, regressed: 1 });
  });

  it('tells a young repository what it looked at and how to see more', () => {
    const workspace = workspaceOf(gitRepo());
    workspace.repo.commit({
      files: { 'src/a.ts': '// TODO: one\n// TODO: two\n' },
      date: daysAgo(3),
    });
    workspace.roundsman('init');
    const { view, exitCode } = workspace.run('todo-sweep');
    expect(exitCode).toBe(0);
    expect(readReport(view)).toContain('0 of 2');
    expect(readReport(view)).toContain('--set collect.todos.older-than=0d');
    const all: RunView = workspace.run('todo-sweep', '--set', 'collect.todos.older-than=0d').view;
    expect(all.findings.new).toBe(2);
  });

  it('files the item once its proposal is approved, and not twice', () => {
    const workspace = sweepWorkspace();
    workspace.run('todo-sweep');
    const [first]: { id: string }[] = JSON.parse(workspace.roundsman('outbox', '--json').stdout);
    expect(workspace.roundsman('outbox', 'approve', first?.id ?? '').exitCode).toBe(0);
    expect(workspace.roundsman('outbox', 'approve', first?.id ?? '').exitCode).toBe(4);
    const items: { key: string; state: string }[] = JSON.parse(
      workspace.roundsman('items', '--json').stdout,
    );
    expect(items.find((item) => item.key === 'RM-1')?.state).toBe('open');
  });
});

describe("the user's repository", () => {
  it('is as it was but for the new branch, however untidy it is', () => {
    const workspace = sweepWorkspace();
    const { repo } = workspace;
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.write('src/pay.ts', 'half done\n');
    repo.git('stash', 'push', '--quiet');
    repo.write('src/cart.ts', 'dirty\n');
    repo.write('untracked.txt', 'mine\n');
    repo.write('staged.txt', 'staged\n');
    repo.git('add', 'staged.txt');
    repo.write('.git/hooks/post-checkout', '#!/bin/sh\ntouch hook-ran\n', 0o755);
    writeFileSync(join(repo.path, '.git', 'index.lock'), '');
    const look = (): string =>
      [
        repo.git('for-each-ref'),
        repo.git('symbolic-ref', 'HEAD'),
        readFileSync(join(repo.path, '.git/config'), 'utf8'),
        readFileSync(join(repo.path, '.git/index')).toString('hex'),
        repo.git('--no-optional-locks', 'status', '--porcelain', '--untracked-files=all'),
        repo.git('stash', 'list'),
        repo.git('worktree', 'list', '--porcelain'),
      ].join('\n');
    const before = look();
    const { view } = workspace.run('todo-sweep');
    expect(view.result?.changes).toBe('branch');
    const branchLine = `${view.head ?? ''} commit\trefs/heads/${view.branch ?? ''}\n`;
    expect(look().replace(branchLine, '')).toBe(before);
    expect(() => repo.git('fsck', '--strict')).not.toThrow();
  });
});
