/** Comments on a branch, from the first draft to what the agent made of them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { PlacedComment } from '../../../../src/review/contract.ts';
import type { RunView } from '../../../../src/words/run.ts';
import { smallWorkspace, type TestWorkspace } from '../../../kit/workspace.ts';

/** Adds a line to a file; told of comments, it changes the first of them and leaves what it was told. */
const AGENT = `
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const prompt = readFileSync(0, 'utf8');
const out = process.env.ROUNDSMAN_OUT;
const told = prompt.includes('M-1');
const before = readFileSync('src/main.ts', 'utf8');
writeFileSync(
  'src/main.ts',
  told
    ? '// above\\n' + before.replace('badName', 'goodName')
    : before + 'export const badName = 2;\\nexport const three = 3;\\n',
);
execFileSync('git', ['commit', '--quiet', '-am', told ? 'Answer the comments' : 'Add names']);
writeFileSync(join(out, 'report.md'), '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n');
`;

function place(yaml = ''): TestWorkspace {
  const workspace = smallWorkspace();
  const agent = join(workspace.home, 'agent.mjs');
  writeFileSync(agent, AGENT);
  workspace.agentRoutine(
    'names',
    [process.execPath, agent],
    `workspace: { isolation: private }\n${yaml}`,
  );
  return workspace;
}

function comments(workspace: TestWorkspace): readonly PlacedComment[] {
  return JSON.parse(workspace.roundsman('review', 'comments', '--json').stdout);
}

function shown(workspace: TestWorkspace): readonly unknown[] {
  return comments(workspace).map(({ comment, anchor, branch, changed }) => [
    comment.id,
    comment.state.kind,
    anchor,
    branch,
    changed,
  ]);
}

function made(view: RunView): string {
  if (view.branch === null) throw new Error(`run ${view.id} made no branch`);
  return view.branch;
}

describe('comments on a branch', () => {
  it('go to the agent in its own worktree as one message, once, and stand on the new branch', () => {
    const workspace = place();
    const branch = made(workspace.run('names').view);
    const comment = (...words: readonly string[]): void => {
      const said = workspace.roundsman('review', 'comment', branch, ...words);
      expect([said.stderr, said.exitCode]).toEqual(['', 0]);
    };
    comment('src/main.ts:2', 'Find a better name.');
    comment('src/main.ts:3', 'Is this needed?');
    comment('Thank you.');
    expect(workspace.roundsman('review', 'comments', branch, '--as-message').stdout).toContain(
      'M-1, src/main.ts:2:\n```\nexport const badName = 2;\n```\nFind a better name.',
    );

    const sent = workspace.roundsman('review', 'send', branch, '--json');
    const view: RunView = JSON.parse(sent.stdout);
    expect([sent.exitCode, view.attempt, view.branch]).toEqual([0, 2, `${branch}-2`]);
    const second = `${branch}-2`;
    expect(shown(workspace)).toEqual([
      ['M-1', 'sent', { kind: 'stale' }, second, 'lines'],
      ['M-2', 'sent', { kind: 'moved', path: 'src/main.ts', from: 4, to: 4 }, second, 'near'],
      ['M-3', 'sent', { kind: 'same' }, second, 'near'],
    ]);
    // The commits of the first stand in the second: it was the same worktree.
    expect(workspace.repo.git('merge-base', '--is-ancestor', branch, second)).toBe('');

    const again = workspace.roundsman('review', 'send', branch);
    expect([again.exitCode, again.stderr]).toEqual([
      4,
      `error: there is no comment on ${second} that is not sent; 3 others went out before\nhint: Write one: roundsman review comment ${second} PATH:LINE "…"\n`,
    ]);
    const settled = workspace.roundsman('review', 'settle', 'M-1', '--reason', 'better');
    expect(settled.stdout).toBe('settled M-1\n');
    const removed = workspace.roundsman('review', 'comment', '--remove', 'M-2');
    expect([removed.exitCode, removed.stderr]).toEqual([
      4,
      expect.stringContaining('M-2 was sent to run'),
    ]);
  });

  it('continue from the branch in a fresh worktree where the first one is not kept any more', () => {
    const workspace = place();
    const { view } = workspace.run('names');
    const branch = made(view);
    rmSync(join(workspace.runFolder(view.id), 'worktree'), { recursive: true, force: true });
    workspace.roundsman('review', 'comment', branch, 'src/main.ts:2', 'Find a better name.');
    const sent = workspace.roundsman('review', 'send', branch, '--json');
    const next: RunView = JSON.parse(sent.stdout);
    expect([sent.exitCode, next.branch, next.base]).toEqual([
      0,
      `${branch}-2`,
      workspace.repo.git('rev-parse', branch),
    ]);
    expect(
      readFileSync(join(workspace.runFolder(next.id), 'brief', 'attempt-2.md'), 'utf8'),
    ).toContain('your working tree begins with what it made');
    expect(workspace.repo.git('show', `${branch}-2:src/main.ts`)).toContain('goodName');
  });

  it('begin with what a person changed on the branch since', () => {
    const workspace = place();
    const branch = made(workspace.run('names').view);
    const folder = workspace.roundsman('review', 'checkout', branch).stdout.trim();
    writeFileSync(join(folder, 'mine.txt'), 'mine\n');
    workspace.repo.git('-C', folder, 'add', 'mine.txt');
    workspace.repo.git(
      '-C',
      folder,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.c',
      'commit',
      '-qm',
      'Mine',
    );
    workspace.roundsman('review', 'comment', branch, 'src/main.ts:2', 'Find a better name.');
    expect(workspace.roundsman('review', 'send', branch).exitCode).toBe(0);
    expect(workspace.repo.git('show', `${branch}-2:mine.txt`)).toBe('mine');
  });

  it('are sent though whoever sent them died before he wrote it down', () => {
    const workspace = place();
    const branch = made(workspace.run('names').view);
    workspace.roundsman('review', 'comment', branch, 'src/main.ts:2', 'Find a better name.');
    const draft = join(workspace.stateDir, 'review', 'comments', 'M-1.json');
    const before = readFileSync(draft, 'utf8');
    workspace.roundsman('review', 'send', branch);
    writeFileSync(draft, before);
    rmSync(join(workspace.stateDir, 'review', 'verdicts'), { recursive: true });
    expect(workspace.roundsman('review', 'send', branch).exitCode).toBe(4);
    expect(comments(workspace).map(({ comment }) => comment.state.kind)).toEqual(['sent']);
  });

  it('on a branch of a person are refused, with the message to hand over', () => {
    const workspace = place();
    workspace.repo.git('branch', 'ada/fix');
    workspace.roundsman('review', 'comment', 'ada/fix', 'src/main.ts:1', 'Why?');
    const sent = workspace.roundsman('review', 'send', 'ada/fix');
    expect([sent.exitCode, sent.stderr]).toEqual([
      4,
      'error: comments on ada/fix cannot be sent: no run of ours made it, so there is no session of ours that could continue with it\nhint: Print them for the person who works there: roundsman review comments ada/fix --as-message   its session: roundsman sessions\n',
    ]);
    const id = '6d3f0f0a-6f0e-4b1c-9d3e-2a54c7b1e001';
    const project = workspace.repo.path.replaceAll(/[^A-Za-z0-9]/g, '-');
    const folder = join(workspace.home, '.claude/projects', project);
    mkdirSync(folder, { recursive: true });
    const line = {
      type: 'user',
      uuid: '6d3f0f0a-6f0e-4b1c-9d3e-2a54c7b1e002',
      parentUuid: null,
      sessionId: id,
      cwd: workspace.repo.path,
      gitBranch: 'ada/fix',
      timestamp: new Date().toISOString(),
      message: { role: 'user', content: 'Mend it.' },
    };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
    expect(workspace.roundsman('review', 'send', 'ada/fix').stderr).toContain(
      `its session: claude --resume ${id} in ${workspace.repo.path}\n`,
    );
  });

  it('on what one of several engines made continue with that one alone', () => {
    const workspace = place();
    const yaml = readFileSync(join(workspace.repo.path, 'routines/names.yaml'), 'utf8');
    workspace.repo.write(
      'routines/names.yaml',
      yaml.replace(
        'agent:\n',
        'agent:\n  variants: [command, { engine: command, model: other }]\n',
      ),
    );
    const { view } = workspace.run('names');
    const branches = view.parts.map((part) => part.branch);
    const [, second] = branches;
    if (second === undefined || second === null) throw new Error('the second part made no branch');
    workspace.roundsman('review', 'comment', second, 'src/main.ts:2', 'Find a better name.');
    const sent = workspace.roundsman('review', 'send', second, '--json');
    const next: RunView = JSON.parse(sent.stdout);
    expect([sent.exitCode, next.branch, next.part]).toEqual([0, `${second}-v2`, null]);
    workspace.roundsman('review', 'comment', second, 'src/main.ts:3', 'And M-1 again.');
    const third: RunView = JSON.parse(
      workspace.roundsman('review', 'send', second, '--json').stdout,
    );
    expect([third.branch, third.attempt]).toEqual([`${second}-v3`, 3]);
  });
});
