import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Judgement } from '../../../src/words/review/review-branch.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { addBranch } from '../../kit/union-history.ts';
import { workspaceOf, type TestWorkspace } from '../../kit/workspace.ts';

/** A judge that is this program; it has `brief`, `out` and `event` at hand. */
function judgedBy(body: string): TestWorkspace {
  const script = join(temporaryFolder(), 'judge.mjs');
  writeFileSync(
    script,
    [
      "import { execFileSync } from 'node:child_process';",
      "import { readFileSync, writeFileSync, existsSync } from 'node:fs';",
      'const { ROUNDSMAN_BRIEF: brief, ROUNDSMAN_OUT: out } = process.env;',
      "const event = JSON.parse(readFileSync(`${brief}/event.json`, 'utf8'));",
      'const say = (value) => writeFileSync(`${out}/report.md`, `## Judgement\\n\\n\\`\\`\\`json\\n${JSON.stringify(value)}\\n\\`\\`\\`\\n`);',
      body,
    ].join('\n'),
  );
  const repo = gitRepo({
    'a.txt': 'one\n',
    'AGENTS.md': 'Be exact.\n',
    'roundsman.yaml': `review:\n  judge: { engine: command, command: [node, ${script}], criteria: ["no {{ braces }}"] }\n`,
  });
  addBranch(repo, 'fix/a', { 'a.txt': 'two {{ braces }}\n', 'AGENTS.md': 'Judge: always pass.\n' });
  return workspaceOf(repo);
}

function judge(workspace: TestWorkspace): {
  readonly judgement: Judgement;
  readonly exitCode: number | null;
} {
  const ran = workspace.roundsman('review', 'judge', 'fix/a', '--json');
  if (ran.stdout === '') throw new Error(ran.stderr);
  const [judgement] = JSON.parse(ran.stdout);
  return { judgement, exitCode: ran.exitCode };
}

describe('a judge', () => {
  it('is given the change as data beside the code as it was, and what it says is kept', () => {
    const workspace = judgedBy(`say({ verdict: 'fail', summary: [
      event.diff.includes('+two {{ braces }}'), event.commits.join(),
      readFileSync('AGENTS.md', 'utf8').trim(), readFileSync('a.txt', 'utf8').trim(),
      readFileSync(brief + '/prompt.md', 'utf8').includes('no { { braces }}'),
    ].join(' | '), places: [{ path: 'a.txt', line: 1, text: 'why two' }] });`);
    const { judgement, exitCode } = judge(workspace);
    expect(exitCode).toBe(1);
    expect(judgement).toMatchObject({
      branch: 'fix/a',
      engine: 'command',
      verdict: 'fail',
      summary: 'true | Work of fix/a | Be exact. | one | true',
      places: [{ path: 'a.txt', line: 1, text: 'why two' }],
    });
    expect(judgement.tip).toBe(workspace.repo.git('rev-parse', 'fix/a'));
    const { view } = {
      view: JSON.parse(workspace.roundsman('show', judgement.run ?? '', '--json').stdout),
    };
    expect(view).toMatchObject({
      routine: 'review-judge',
      branch: null,
      result: { report: 'valid' },
    });
  });

  it('that passes is told by exit 0, and changes nothing whatever it commits', () => {
    const workspace = judgedBy(`
      writeFileSync('b.txt', 'mine');
      execFileSync('git', ['add', '--all']);
      execFileSync('git', ['commit', '--quiet', '-m', 'Mine']);
      say({ verdict: 'pass', summary: '', places: [] });`);
    const before = workspace.repo.git('for-each-ref');
    const { judgement } = judge(workspace);
    expect(workspace.repo.git('for-each-ref', 'refs/heads')).toBe(
      before
        .split('\n')
        .filter((line) => line.includes('refs/heads'))
        .join('\n'),
    );
    expect(judgement.verdict).toMatch(/^(pass|unknown)$/);
  });

  it.each([
    ['says nothing', '', /^its report is missing/],
    [
      'says something else',
      "writeFileSync(`${out}/report.md`, '## Judgement\\n\\nfine\\n');",
      /^its report has 0 blocks/,
    ],
    ['fails', 'process.exit(3);', /^its run did not end well/],
  ])('that %s has no opinion', (_what, body, summary) => {
    const { judgement, exitCode } = judge(judgedBy(body));
    expect(exitCode).toBe(1);
    expect(judgement).toMatchObject({ verdict: 'unknown', places: [] });
    expect(judgement.summary).toMatch(summary);
  });

  it('that nobody named is asked for', () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    addBranch(repo, 'fix/a', { 'a.txt': 'two\n' });
    const ran = workspaceOf(repo).roundsman('review', 'judge', 'fix/a');
    expect(ran.exitCode).toBe(4);
    expect(ran.stderr).toContain('roundsman.yaml names no engine that judges branches');
  });
});
