import { existsSync, readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Union } from '../../../src/words/review/change-set.ts';
import {
  addBranch,
  joinedSet,
  nodeSignature,
  pythonRename,
  unionWork,
  unionWorkspace,
} from '../../kit/union-history.ts';
import type { TestWorkspace } from '../../kit/workspace.ts';

function union(workspace: TestWorkspace, ...args: readonly string[]) {
  const ran = workspace.roundsman('review', 'union', ...args, '--json');
  if (ran.stdout === '') throw new Error(ran.stderr);
  const built: Union = JSON.parse(ran.stdout);
  return { built, exitCode: ran.exitCode };
}

function leftBehind(workspace: TestWorkspace): readonly string[] {
  const work = unionWork(workspace);
  const left = existsSync(work) ? readdirSync(work, { recursive: true }).map(String) : [];
  const refs = workspace.repo.git('for-each-ref', '--format=%(refname)', 'refs/roundsman/');
  return [
    ...left.filter((name) => name !== 'runs'),
    ...refs.split('\n').filter((ref) => ref !== '' && !ref.startsWith('refs/roundsman/unions/')),
  ];
}

describe('a union', () => {
  it('of a rename in Python and a call of the old name, among eight branches, names exactly that pair', () => {
    const history = pythonRename(6);
    const workspace = unionWorkspace(history);
    const set = joinedSet(workspace, Object.keys(history.branches));
    const { built, exitCode } = union(workspace, set);
    expect(exitCode).toBe(1);
    expect(built.state).toEqual({ kind: 'broken' });
    expect(built.members).toHaveLength(8);
    expect(built.breaking.toSorted()).toEqual(['feat/call', 'fix/rename']);
    expect(built.tried[0]).toBe('the target by itself: passes');
    expect(built.tried).toContain('fix/rename: passes');
    expect(built.tried).toContain('feat/call: passes');
    expect(built.checks).toMatchObject([{ command: 'python3 check.py', exitCode: 1 }]);
    expect(built.checks[0]?.tail).toContain('ImportError: cannot import name');
    expect(leftBehind(workspace)).toEqual([]);
    expect(workspace.repo.git('status', '--porcelain')).toBe('');
    const kept = workspace.repo.git('rev-parse', `refs/roundsman/unions/${built.id}`);
    expect(kept).toBe(built.commit);
  });

  it('of a changed signature in JavaScript and a call as before breaks, and each half passes', () => {
    const history = nodeSignature();
    const workspace = unionWorkspace(history);
    for (const name of Object.keys(history.branches))
      expect(union(workspace, name)).toMatchObject({
        exitCode: 0,
        built: { state: { kind: 'passed' } },
      });
    const set = joinedSet(workspace, Object.keys(history.branches));
    const { built } = union(workspace, set, '--no-search');
    expect(built).toMatchObject({ state: { kind: 'broken' }, breaking: [], tried: [] });
    // What was not searched is, when somebody asks; what was found then is told again.
    const searched = union(workspace, set).built;
    expect(searched.breaking.toSorted()).toEqual(['feat/total', 'fix/rate']);
    expect(union(workspace, set).built.id).toBe(searched.id);
    expect(union(workspace, set, '--again').built.id).not.toBe(searched.id);
  });

  it('that does not merge says at which branch and in which files, and checks nothing', () => {
    const workspace = unionWorkspace({
      checks: ['true'],
      files: { 'a.txt': 'one\n' },
      branches: { 'fix/a': { 'a.txt': 'two\n' }, 'fix/b': { 'a.txt': 'three\n' } },
    });
    const { built, exitCode } = union(workspace, joinedSet(workspace, ['fix/a', 'fix/b']));
    expect(exitCode).toBe(1);
    expect(built.state).toEqual({
      kind: 'conflict',
      at: built.members[1]?.branch,
      files: [{ path: 'a.txt', kind: 'contents' }],
    });
    expect(built).toMatchObject({ commit: null, checks: [] });
    expect(leftBehind(workspace)).toEqual([]);
  });

  it('blames no branch for a target that is broken by itself', () => {
    const workspace = unionWorkspace({
      checks: ['test ! -e broken'],
      files: { broken: 'yes\n' },
      branches: { 'fix/a': { 'a.txt': 'two\n' }, 'fix/b': { 'b.txt': 'three\n' } },
    });
    const { built } = union(workspace, joinedSet(workspace, ['fix/a', 'fix/b']));
    expect(built).toMatchObject({ state: { kind: 'broken' }, breaking: [] });
    expect(built.tried).toEqual([
      'the target by itself: breaks',
      'the target fails the same checks by itself; the branches are not the cause',
    ]);
  });

  it('shows what a check prints without the control characters in it, and cut', () => {
    const workspace = unionWorkspace({
      checks: ['sh noise.sh'],
      files: { 'a.txt': 'a\n' },
      branches: {
        'fix/noise': {
          'noise.sh': String.raw`printf '\033]0;owned\007\033[2Jred\n'; head -c 3000000 /dev/zero | tr '\0' x; exit 3`,
        },
      },
    });
    const ran = workspace.roundsman('review', 'union', 'fix/noise', '--no-search');
    expect(ran.exitCode).toBe(1);
    for (const control of ['\u001b', '\u0007']) expect(ran.stdout).not.toContain(control);
    const { built } = union(workspace, 'fix/noise', '--no-search', '--again');
    expect(built.checks[0]?.tail.length).toBeLessThan(20_000);
    expect(built.checks[0]?.exitCode).toBe(3);
  });

  it('is not built of what roundsman.yaml gets wrong', () => {
    const workspace = unionWorkspace({
      checks: ['true'],
      files: {},
      branches: { 'fix/a': { 'a.txt': 'a\n' } },
    });
    workspace.repo.write('roundsman.yaml', 'review: { checkz: [] }\n');
    const ran = workspace.roundsman('review', 'union', 'fix/a');
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain('checkz');
  });

  it('of what nothing checks says that it merges, and no more', () => {
    const workspace = unionWorkspace({
      checks: [],
      files: {},
      branches: { 'fix/a': { 'a.txt': 'a\n' } },
    });
    expect(union(workspace, 'fix/a')).toMatchObject({
      exitCode: 0,
      built: { state: { kind: 'unchecked' }, checks: [] },
    });
  });

  it('takes the checks, the set-up and the time limit of the routines whose branches are in it', () => {
    const workspace = unionWorkspace({ checks: [], files: { 'a.txt': 'a\n' }, branches: {} });
    const limits = 'limits: { timeout: 4s }\n';
    const rules = `workspace: { setup: ["touch ready"], checks: ["test -e ready", "test ! -e slow.txt || sleep 600"] }\n`;
    workspace.agentRoutine('notes', ['ok'], `${rules}${limits}`);
    workspace.repo.commit({ message: 'A routine' });
    const { view } = workspace.run('notes');
    const branch = view.branch ?? '';
    expect(union(workspace, branch).built).toMatchObject({
      state: { kind: 'passed' },
      checks: [{ command: 'test -e ready' }, { command: 'test ! -e slow.txt || sleep 600' }],
    });
    addBranch(workspace.repo, 'fix/slow', { 'slow.txt': 'slow\n' });
    const set = joinedSet(workspace, [branch, 'fix/slow']);
    const { built } = union(workspace, set, '--others');
    expect(built.state).toEqual({ kind: 'broken' });
    expect(built.checks[1]).toMatchObject({ exitCode: null, timedOut: true });
    expect(built.breaking).toEqual(['fix/slow']);
    expect(built.tried).toContain(`${branch}: passes alone, as its own run found`);
    expect(leftBehind(workspace)).toEqual([]);
  });
});
