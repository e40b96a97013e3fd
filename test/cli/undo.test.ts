import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { onTerminal } from '../kit/on-terminal.ts';
import { workspaceOf } from '../kit/workspace.ts';

const AGENT = [
  'echo changed > README.md',
  'printf "## Summary\\n\\nDone.\\n\\n## Findings\\n\\nOne.\\n" > "$ROUNDSMAN_OUT/report.md"',
  `echo '{"title":"The sky is blue","severity":"low","path":"README.md","line":1}' > "$ROUNDSMAN_OUT/findings.jsonl"`,
].join('\n');
const TIDY = `on: manual
agent:
  engine: command
  command: ${JSON.stringify(['/bin/sh', '-c', AGENT])}
  prompt: Tidy.
`;

it('without a word takes back what was decided last, a discarded branch too', () => {
  const workspace = workspaceOf(gitRepo({ 'README.md': '# Small\n', 'routines/tidy.yaml': TIDY }));
  workspace.repo.git('config', 'user.name', 'Ada');
  workspace.repo.git('config', 'user.email', 'ada@example.com');
  const words = (...typed: readonly string[]): string => {
    const { stdout, stderr, exitCode } = workspace.roundsman(...typed);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout;
  };
  expect(workspace.roundsman('run', 'tidy').exitCode).toBe(0);
  const [{ id }] = JSON.parse(words('findings', '--json'));
  words('dismiss', id, '--reason', 'no');
  const listed = JSON.parse(words('undo', '--list', '--json'));
  expect(listed).toMatchObject([{ id: expect.stringMatching(/^U-/), said: `dismissed ${id}` }]);
  expect(words('undo', '--list')).toMatch(
    new RegExp(`^WHEN .*UNDO\n.* UTC +\\S+ +dismissed ${id} +${listed[0].id}\n$`),
  );
  const refused = workspace.roundsman('discard', 'tidy', 'noisy');
  expect([refused.exitCode, refused.stderr]).toEqual([
    3,
    expect.stringContaining('hint: If that is why: roundsman discard tidy -m "noisy". '),
  ]);
  words('discard', 'tidy', '--reason', 'no');
  const [gone] = JSON.parse(words('undo', '--list', '--json'));
  expect(gone.said).toMatch(/^discarded roundsman\/tidy\//);
  expect(words('undo', gone.id)).toMatch(/^restored/);
  words('discard', 'tidy', '--reason', 'no');
  expect(words('undo')).toMatch(/^restored roundsman\/tidy\//);
  expect(words('undo')).toBe(`undone: dismissed ${id}\n`);
  words('land', 'tidy', '--yes');
  const [landing] = JSON.parse(words('undo', '--list', '--json'));
  expect(landing.said).toMatch(/^landed roundsman\/tidy\/\S+ on main$/);
  expect(words('undo', landing.id)).toContain('main');
  expect(words('undo', '--list')).toBe(
    'There is nothing to undo.\nUndone before: 2. See who did that: roundsman undo --list --all\n',
  );
  const by = expect.any(String);
  expect(JSON.parse(words('undo', '--list', '--all', '--json'))).toMatchObject([
    { said: landing.said, undone: { at: by, by } },
    { said: `dismissed ${id}`, undone: { at: by, by } },
  ]);
  expect(words('undo', '--list', '--all')).toMatch(/dismissed F-\S+ +undone by \S/);
  expect(workspace.roundsman('undo', '--all').exitCode).toBe(2);
  words('pause', 'tidy');
  expect(JSON.parse(words('undo', '--list', '--json'))).toMatchObject([
    { id: 'tidy', said: 'paused tidy' },
  ]);
  expect(workspace.roundsman('undo', 'tidy').stdout).toMatch(/^resumed tidy /);
  words('pause', 'tidy');
  expect(workspace.roundsman('undo').stdout).toMatch(/^resumed tidy \(paused by \S+ just now\)/);
  words('pause', 'tidy', '--until', '2999-01-01', '--reason', 'freeze');
  words('pause', 'tidy');
  words('pause', 'tidy', '--until', '2998-01-01');
  expect(words('undo')).toMatch(/^tidy is paused as before, by \S+: freeze\n$/);
  workspace.roundsman('resume', 'tidy');
  words('remove', 'tidy', '--yes');
  expect(workspace.roundsman('undo').stderr).toBe(
    'error: there is no decision, pause or landing to take back\nhint: A file that was edited or removed is taken back with git: git restore FILE, where it was committed before. A removed routine starts again with roundsman resume ROUTINE\n',
  );
});

it('takes back a decision and says which definition was changed after it', () => {
  const workspace = workspaceOf(gitRepo({ 'README.md': '# Small\n', 'routines/tidy.yaml': TIDY }));
  expect(workspace.roundsman('run', 'tidy').exitCode).toBe(0);
  const [{ id }] = JSON.parse(workspace.roundsman('findings', '--json').stdout);
  workspace.roundsman('dismiss', id, '-m', 'no');
  workspace.roundsman('edit', 'tidy', '--set', 'limits.timeout=5m');
  const undone = workspace.roundsman('undo');
  expect([undone.exitCode, undone.stdout, undone.stderr]).toEqual([
    0,
    `undone: dismissed ${id}\n`,
    'note: routines/tidy.yaml changed later and stays as it is: undo takes back decisions, git restore takes back files\n',
  ]);
  expect(workspace.roundsman('show', id).stdout).toMatch(/state +new/);
  workspace.roundsman('snooze', id, '--until', '2999-01-02T00:00:00Z');
  workspace.roundsman('snooze', id, '--until', '2999-02-02T00:00:00Z');
  expect(workspace.roundsman('undo').stdout).toBe(
    `undone: snoozed ${id} until 2999-02-02; ${id} is snoozed until 2999-01-02, as before\n`,
  );
  // Committed, it is no longer what was done last.
  workspace.roundsman('dismiss', id, '-m', 'no');
  workspace.roundsman('edit', 'tidy', '--set', 'limits.timeout=6m');
  workspace.repo.commit({ message: 'shorter' });
  expect(workspace.roundsman('undo').stderr).toBe('');
});

it('asks twice where a command has two questions', async () => {
  const workspace = workspaceOf(gitRepo({ 'routines/tidy.yaml': TIDY }));
  writeFileSync(join(workspace.repo.path, 'routines/tidy.yaml'), `name: Other\n${TIDY}`);
  const shown = onTerminal({
    cwd: workspace.repo.path,
    env: { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: workspace.stateDir },
    words: ['page'],
  });
  onTestFinished(() => void workspace.roundsman('stop'));
  await shown.shows('Start it? It also starts what is due. [y/N]');
  shown.press('y\r');
  await shown.shows('Enable tidy? [y/N]');
  shown.press('n\r');
  await shown.shows('/login?code=');
  expect((await shown.ended()).exitCode).toBe(0);
});
