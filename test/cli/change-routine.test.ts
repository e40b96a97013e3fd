import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { onTerminal } from '../kit/on-terminal.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const TIDY = `# ours
on:
  schedule: "30 2 * * 1-5" # in the night
  manual: true
# who works
agent: { engine: command, command: ["true"], prompt: Tidy. }
`;
const FILE = 'routines/tidy.yaml';

function project(): TestWorkspace {
  return workspaceOf(gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', [FILE]: TIDY }));
}

function textOf({ repo }: TestWorkspace): string {
  return readFileSync(join(repo.path, FILE), 'utf8');
}

describe('schedule', () => {
  it.each([
    [['0 7 * * *'], '0 7 * * *'],
    [['weekdays', 'at', '7'], 'weekdays at 7'],
    [['at', '7:15'], '15 7 * * 1-5'],
    [['6pm'], '0 18 * * 1-5'],
  ])('writes %j, keeps the rest of the file, and says the next three times', (words, schedule) => {
    const workspace = project();
    const { stdout, exitCode } = workspace.roundsman('schedule', 'tidy', ...words);
    expect(exitCode).toBe(0);
    expect(textOf(workspace)).toBe(
      TIDY.replace('"30 2 * * 1-5" # in the night', JSON.stringify(schedule)),
    );
    const [first, ...rest] = stdout.trimEnd().split('\n');
    expect(first).toBe(`${FILE}: 30 2 * * 1-5 → ${schedule}`);
    expect(rest.slice(0, 3).every((line) => / \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/.test(line))).toBe(
      true,
    );
    expect(rest.slice(3)).toEqual([
      `Next: commit ${FILE}`,
      '      or use it now: roundsman enable tidy',
    ]);
  });

  it('changes nothing for what is no schedule, and lists slots without one', () => {
    const workspace = project();
    const { stderr, exitCode } = workspace.roundsman('schedule', 'tidy', 'sometimes');
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(
        'error: nothing was changed: the schedule "sometimes" is not understood',
      ),
    ]);
    expect(workspace.roundsman('schedule', 'tidy', 'on push at 7').stderr).toBe(
      'error: nothing was changed: "on push at 7" is no time\nhint: Start it on that: roundsman edit tidy --set \'on.git.branches=main\'\n',
    );
    expect(textOf(workspace)).toBe(TIDY);
    expect(workspace.roundsman('schedule', 'tidy').stdout).toContain('30 2 * * 1-5');
    expect(workspace.roundsman('schedule', 'tydi', 'daily').exitCode).toBe(3);
  });

  it('starts it on an event beside its times', () => {
    const workspace = project();
    const { stdout, exitCode } = workspace.roundsman('schedule', 'tidy', 'on', 'push');
    expect([exitCode, stdout]).toEqual([
      0,
      `${FILE}: on.git.branches: not set → [main]\nNext: commit ${FILE}\n      or use it now: roundsman enable tidy\nIt still starts at its times, too. Only on that: roundsman edit tidy --set 'on={ git: { branches: [main] } }'\n`,
    ]);
    expect(workspace.roundsman('validate', 'tidy').exitCode).toBe(0);
  });

  it('moves a schedule in words, and gives one to a routine without any', () => {
    const workspace = project();
    workspace.repo.write(
      FILE,
      TIDY.replace('"30 2 * * 1-5"', 'weekdays between 01:00 and 04:00 in Asia/Tokyo'),
    );
    workspace.roundsman('schedule', 'tidy', '7:00');
    expect(textOf(workspace)).toContain('  schedule: "weekdays at 07:00 in Asia/Tokyo"\n');
    workspace.repo.write(
      FILE,
      TIDY.replace(/on:[^#]*# in the night\n {2}manual: true/, 'on: manual'),
    );
    expect(workspace.roundsman('schedule', 'tidy', '7:00').exitCode).toBe(0);
    expect(textOf(workspace)).toContain('on: { schedule: "daily at 07:00" }\n');
  });
});

describe('edit', () => {
  it('prints the path where no terminal is', () => {
    const workspace = project();
    const path = join(workspace.repo.path, FILE);
    expect(workspace.roundsman('edit', 'tidy').stdout).toBe(`${path}\n`);
    expect(JSON.parse(workspace.roundsman('edit', '--json').stdout)).toEqual({
      id: null,
      file: 'roundsman.yaml',
      path: join(workspace.repo.path, 'roundsman.yaml'),
    });
  });

  it.each([
    ['s/30 2/15 7/', `Next: commit ${FILE}`, 0],
    ['s/^agent/agnet/', 'agnet', 2],
    ['s/x/x/', 'routines/tidy.yaml: nothing changed', 0],
  ])('opens the editor and says what became of the file: %s', async (change, said, code) => {
    const workspace = project();
    const editor = join(workspace.repo.path, '.git', 'editor.sh');
    writeFileSync(editor, `#!/bin/sh\nsed -i '${change}' "$1"\n`);
    chmodSync(editor, 0o755);
    const shown = onTerminal({
      cwd: workspace.repo.path,
      env: { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: workspace.stateDir, EDITOR: editor },
      words: ['edit', 'tidy'],
    });
    const { exitCode } = await shown.ended();
    expect(shown.all()).toContain(said);
    expect(exitCode).toBe(code);
  });
});

describe('engine and model', () => {
  it('take the place of those that are there; what only the old engine has goes', () => {
    const workspace = project();
    const block = TIDY.replace(
      'agent: { engine: command, command: ["true"], prompt: Tidy. }',
      'agent:\n  engine: command # ours\n  command:\n    - "true"\n  prompt: Tidy.',
    );
    writeFileSync(join(workspace.repo.path, FILE), block);
    const { stdout, exitCode } = workspace.roundsman('engine', 'tidy', 'claude');
    expect({ stdout, exitCode }).toEqual({
      stdout: `${FILE}: agent.engine: command → claude\n${FILE}: agent.command: ["true"] → not set\nNext: commit ${FILE}\n      or use it now: roundsman enable tidy\n      see whether it works here: roundsman agents try claude\n`,
      exitCode: 0,
    });
    expect(textOf(workspace)).toContain('agent:\n  engine: claude\n  prompt: Tidy.\n');
    expect(workspace.roundsman('model', 'tidy', 'opus').stdout).toContain(
      'agent.model: not set → opus',
    );
    expect(workspace.roundsman('edit', 'tidy', '--engine', 'codex').exitCode).toBe(0);
    expect(textOf(workspace)).toContain('agent:\n  engine: codex\n  prompt: Tidy.\n');
  });

  it('of the built-in engine bring the recipe for what is collected', () => {
    const workspace = project();
    const sweep = TIDY.replace(
      'agent: { engine: command, command: ["true"], prompt: Tidy. }',
      'collect: [todos]\nagent:\n  engine: claude\n  prompt: Tidy.',
    );
    writeFileSync(join(workspace.repo.path, FILE), sweep);
    expect(workspace.roundsman('edit', 'tidy', '--engine', 'builtin').exitCode).toBe(0);
    expect(textOf(workspace)).toContain(
      'agent:\n  engine: builtin\n  prompt: Tidy.\n  builtin: todo-sweep\n',
    );
    expect(workspace.roundsman('edit', 'tidy', '--engine', 'claude').exitCode).toBe(0);
    expect(textOf(workspace)).toBe(sweep);
  });

  it('are not written where the routine would not hold', () => {
    const workspace = project();
    const { stderr, exitCode } = workspace.roundsman('edit', 'tidy', '--engine', 'nobody');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: nothing was changed: ');
    expect(textOf(workspace)).toBe(TIDY);
    expect(workspace.roundsman('edit', '--model', 'opus').exitCode).toBe(2);
  });
});

describe('remove', () => {
  it('asks first, deletes the file, and pauses what the branch still has', () => {
    const workspace = project();
    const asked = workspace.roundsman('remove', 'tidy');
    expect([asked.exitCode, existsSync(join(workspace.repo.path, FILE))]).toEqual([4, true]);
    expect(asked.stderr).toContain('Confirm it: roundsman remove tidy --yes');
    expect(workspace.roundsman('remove', 'tidy', '--yes').stdout).toBe(
      [
        `removed ${FILE}; its runs, reports, findings and branches are kept`,
        'main still has it: tidy is paused. Next: commit the removal',
        `Bring it back: git restore ${FILE} && roundsman resume tidy`,
        '',
      ].join('\n'),
    );
    expect(workspace.roundsman('list').stdout).toContain(`removed; commit the removal of ${FILE}`);
  });

  it('takes its failed runs out of the inbox, as nothing can run them again', () => {
    const workspace = project();
    workspace.run('tidy');
    expect(workspace.roundsman('inbox').stdout).toContain('1 failed run');
    workspace.roundsman('remove', 'tidy', '--yes');
    // Its removal is not committed, and it is not to start again.
    expect(workspace.roundsman('resume', '--all').stdout).toBe('Nothing is paused.\n');
    expect(workspace.roundsman('inbox').stdout).toContain('Nothing waits for you');
  });

  it('stops what was enabled and says when a text is lost', () => {
    const workspace = project();
    workspace.repo.write('routines/other.yaml', TIDY);
    workspace.roundsman('enable', 'other', '--yes');
    expect(workspace.roundsman('remove', 'other').stderr).toContain(
      'Its text is not committed, and is lost.',
    );
    expect(workspace.roundsman('remove', 'other', '--yes').stdout).toBe(
      'removed routines/other.yaml; its runs, reports, findings and branches are kept\n',
    );
    expect(workspace.roundsman('list').stdout).not.toContain('other');
  });
});

describe('config', () => {
  it('says where each setting comes from, of the workspace and of a routine', () => {
    const workspace = project();
    const { stdout } = workspace.roundsman('config');
    expect(stdout).toContain('timezone: UTC # roundsman.yaml:1\n');
    expect(stdout).toContain('engine: null # default\n');
    expect(workspace.roundsman('config', 'tidy').stdout).toContain(
      `    - cron: 30 2 * * 1-5 # ${FILE}:3\n`,
    );
    expect(JSON.parse(workspace.roundsman('config', '--json').stdout)).toMatchObject({
      timezone: 'UTC',
      keep: { disk: '10GB' },
    });
  });

  it('names the problems of a broken file', () => {
    const workspace = project();
    workspace.repo.write('roundsman.yaml', 'timezone: Mars\n');
    const { stderr, exitCode } = workspace.roundsman('config');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('roundsman.yaml:1:11')]);
  });
});
