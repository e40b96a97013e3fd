import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { onTerminal } from '../kit/on-terminal.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const SETTINGS = '# ours\ntimezone: UTC # the zone\n';
const TIDY = `# ours
on: manual
collect: [todos]
agent:
  engine: command
  command: ["true"]
  prompt: Tidy.
`;
const FILE = 'routines/tidy.yaml';
const NEXT = [`Next: commit ${FILE}`, '      or use it now: roundsman enable tidy', ''];
const NEXT_SETTINGS = [
  'Next: commit roundsman.yaml; the daemon reads it on the default branch, commands here at once',
  '      see what counts: roundsman config',
  '',
];

function project(files: Readonly<Record<string, string>> = {}): TestWorkspace {
  return workspaceOf(gitRepo({ 'roundsman.yaml': SETTINGS, [FILE]: TIDY, ...files }));
}

function textOf({ repo }: TestWorkspace, file: string): string {
  return readFileSync(join(repo.path, file), 'utf8');
}

describe('edit --set', () => {
  it('changes a routine and says what was there', () => {
    const workspace = project();
    const line = ['edit', 'tidy', '--set', 'on.schedule=0 7 * * 1-5', '--set', 'limits.timeout=1h'];
    const { stdout, exitCode } = workspace.roundsman(...line);
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `${FILE}: on.schedule: not set → 0 7 * * 1-5`,
      `${FILE}: limits.timeout: not set → 1h`,
      ...NEXT,
    ]);
    expect(textOf(workspace, FILE)).toBe(
      `${TIDY.replace('on: manual', 'on: { manual: true, schedule: "0 7 * * 1-5" }')}limits:\n  timeout: 1h\n`,
    );
    expect(workspace.roundsman('validate').exitCode).toBe(0);
  });

  it('adds to a list with +=, as --exclude and `exclude` do', () => {
    const workspace = project();
    const firstLine = (...words: readonly string[]): string =>
      workspace.roundsman(...words).stdout.split('\n')[0] ?? '';
    const key = `${FILE}: collect.todos.exclude:`;
    expect(firstLine('edit', 'tidy', '--exclude', 'docs')).toBe(`${key} not set → [docs]`);
    expect(firstLine('edit', 'tidy', '--set', 'exclude+=[docs, lib]')).toBe(
      `${key} [docs] → [docs, lib]`,
    );
    expect(firstLine('exclude', 'tidy', 'lib')).toBe(`${key} [docs, lib], as before`);
    expect(firstLine('edit', 'tidy', '--set', 'exclude=[a]')).toBe(`${key} [docs, lib] → [a]`);
  });

  it('warns of a branch and a path that are not in this repository, as validate does', () => {
    const workspace = project({ 'src/a.ts': '' });
    const branch =
      'there is no branch master in this repository, so the routine does not start by itself';
    const path = 'no file of this repository is in `scr/`';
    const set = (setting: string): readonly string[] =>
      workspace.roundsman('edit', 'tidy', '--set', setting).stdout.split('\n').slice(1);
    expect(set('on.push=master')).toEqual([`warning: ${branch}. Branches here: main.`, ...NEXT]);
    expect(set('on.push=[main, "release/*"]')).toEqual(NEXT);
    expect(set('on.push=master').length).toBe(NEXT.length + 1);
    expect(set('paths=scr/')).toContain(
      `warning: ${path}. Correct the path, unless files are to come there.`,
    );
    for (const words of [['validate'], ['validate', 'tidy']]) {
      const { stdout, exitCode } = workspace.roundsman(...words);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`${FILE}:2:`);
      expect(stdout).toContain(`warning: ${branch}`);
      expect(stdout).toContain(`warning: ${path}`);
    }
    const { problems } = JSON.parse(workspace.roundsman('validate', '--json').stdout);
    // What is said of its prompt comes before.
    expect(problems.slice(-2)).toMatchObject([
      { code: 'no-such-branch', severity: 'warning', line: 2 },
      { code: 'no-such-path', severity: 'warning', line: 3 },
    ]);
    expect(set('paths=src')).not.toContain(`warning: ${path}`);
    // `doctor` looks at the active version.
    workspace.repo.git('commit', '--quiet', '--all', '--message', 'Follow master');
    expect(workspace.roundsman('doctor', 'tidy').stdout).toContain(branch);
  });

  it('changes roundsman.yaml, which counts at once for commands', () => {
    const workspace = project();
    const { stdout } = workspace.roundsman('edit', '--set', 'timezone=Europe/Berlin');
    expect(stdout.split('\n')).toEqual([
      'roundsman.yaml: timezone: UTC → Europe/Berlin',
      ...NEXT_SETTINGS,
    ]);
    expect(textOf(workspace, 'roundsman.yaml')).toBe(SETTINGS.replace('UTC', 'Europe/Berlin'));
    expect(workspace.roundsman('config').stdout).toContain('timezone: Europe/Berlin # roundsman');
    expect(workspace.roundsman('edit', '--set', 'timezone=Europe/Berlin').stdout).toBe(
      'roundsman.yaml: timezone: Europe/Berlin, as before\n',
    );
  });

  it('is one document with --json', () => {
    const workspace = project();
    const line = ['edit', 'tidy', '--json', '--set', 'collect.todos.paths=src'];
    expect(JSON.parse(workspace.roundsman(...line).stdout)).toEqual({
      id: 'tidy',
      file: FILE,
      path: join(workspace.repo.path, FILE),
      changed: [{ key: 'collect.todos.paths', was: null, now: ['src'] }],
    });
  });

  it('makes roundsman.yaml where there is none', () => {
    const workspace = project();
    rmSync(join(workspace.repo.path, 'roundsman.yaml'));
    expect(workspace.roundsman('edit', '--set', 'limits.max-running=2').exitCode).toBe(0);
    expect(textOf(workspace, 'roundsman.yaml')).toBe('limits:\n  max-running: 2\n');
    const bad = project();
    rmSync(join(bad.repo.path, 'roundsman.yaml'));
    expect(bad.roundsman('edit', '--set', 'timezone=Mars').exitCode).toBe(2);
    expect(existsSync(join(bad.repo.path, 'roundsman.yaml'))).toBe(false);
  });

  it.each([
    [['edit', 'tidy', '--set', 'limits.timeout=soon'], '`limits.timeout` is "soon"'],
    [['edit', 'tidy', '--set', 'name=A', '--set', 'nmae=B'], 'there is no key `nmae`'],
    [['edit', 'tidy', '--set', 'name=a\u0001b'], 'is not YAML'],
    [['edit', 'tidy', '--set', 'agent.engine=nobody'], '`agent.engine` is "nobody"'],
    [['edit', '--set', 'timezone=Mars'], 'there is no time zone "Mars"'],
    [['edit', '--set', 'connections.constructor.kind=github'], 'there is no key'],
    [['edit', '--set', 'connections.A B.kind=github'], 'cannot be a key'],
    [['edit', '--set', 'connections.gh.token=ghp_0123456789'], '`connections.gh'],
  ])('changes nothing for %j', (line, said) => {
    const workspace = project();
    const { stderr, stdout, exitCode } = workspace.roundsman(...line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^error: nothing was changed: /);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('ghp_');
    expect([textOf(workspace, FILE), textOf(workspace, 'roundsman.yaml')]).toEqual([
      TIDY,
      SETTINGS,
    ]);
  });

  it('follows no link', () => {
    const workspace = project();
    const outside = join(temporaryFolder(), 'outside.yaml');
    writeFileSync(outside, SETTINGS);
    rmSync(join(workspace.repo.path, 'roundsman.yaml'));
    symlinkSync(outside, join(workspace.repo.path, 'roundsman.yaml'));
    expect(workspace.roundsman('edit', '--set', 'name=x')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('roundsman.yaml'),
    });
    expect(readFileSync(outside, 'utf8')).toBe(SETTINGS);
  });

  it('names routines that hold no more', () => {
    const workspace = project({
      'roundsman.yaml': 'connections: { desk: { kind: github } }\n',
      [FILE]: TIDY.replace('[todos]', '[{ tickets: { from: desk } }]'),
    });
    expect(workspace.roundsman('edit', '--set', 'connections={}').stdout).toContain(
      `With it these do not hold any more: ${FILE}. See: roundsman validate\n`,
    );
  });

  it('completes keys of the file that is meant', () => {
    const workspace = project();
    const offered = (...words: readonly string[]) =>
      workspace.roundsman('__complete', 'words', 'edit', ...words, '--set', 'limits.').stdout;
    expect(offered()).toContain('limits.max-running=');
    expect(offered('tidy')).toContain('limits.timeout=');
    expect(offered('tidy')).not.toContain('limits.max-running=');
  });
});

describe('lines that people type instead', () => {
  it.each([
    [['set', 'tidy', 'on.schedule=0 7 * * 1-5'], FILE, 'schedule: "0 7 * * 1-5"'],
    [['set', 'limits.max-running=3'], 'roundsman.yaml', 'limits:\n  max-running: 3\n'],
    [['config', 'set', 'timezone', 'Asia/Tokyo'], 'roundsman.yaml', 'timezone: Asia/Tokyo # the'],
    [['config', 'set', 'timezone=Asia/Tokyo'], 'roundsman.yaml', 'timezone: Asia/Tokyo # the'],
    [['config', 'set', 'budget.usd-per-day', '20'], 'roundsman.yaml', '    usd-per-day: 20\n'],
    [['budget', 'set', '--usd-per-day', '10'], 'roundsman.yaml', '    usd-per-day: 10\n'],
    [['budget', '--tokens-per-day', '10'], 'roundsman.yaml', '    tokens-per-day: 10\n'],
  ])('%j', (line, file, text) => {
    const workspace = project();
    expect(workspace.roundsman(...line)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(textOf(workspace, file)).toContain(text);
  });
});

describe('connect with a service that is not there yet', () => {
  const connect = (workspace: TestWorkspace, name: string) =>
    onTerminal({
      cwd: workspace.repo.path,
      env: { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: workspace.stateDir, NO_COLOR: '1' },
      words: ['connect', name],
    });

  it('asks on a terminal, writes it, and says which variable to set', async () => {
    const workspace = project();
    const shown = connect(workspace, 'github');
    await shown.shows('Write it to roundsman.yaml? [Y/n] ');
    expect(textOf(workspace, 'roundsman.yaml')).toBe(SETTINGS);
    shown.press('\r');
    expect(await shown.ended()).toMatchObject({ exitCode: 0 });
    expect(shown.all()).toContain('    github: {kind: github, token: env:GITHUB_TOKEN}');
    expect(shown.all()).toContain(
      'Next: set GITHUB_TOKEN here and for the daemon, then test it: roundsman connect github',
    );
    expect(textOf(workspace, 'roundsman.yaml')).toBe(
      `${SETTINGS}connections:\n  github: { kind: github, token: env:GITHUB_TOKEN }\n`,
    );
  });

  it('writes nothing for a no', async () => {
    const workspace = project();
    const shown = connect(workspace, 'slack');
    await shown.shows('[Y/n] ');
    shown.press('n\r');
    expect(await shown.ended()).toMatchObject({ exitCode: 4 });
    expect(textOf(workspace, 'roundsman.yaml')).toBe(SETTINGS);
  });

  it.each(['discord', 'github', 'gitlab', 'mail', 'slack', 'smtp', 'teams'])(
    'without a terminal names a line that works: %s',
    (name) => {
      const workspace = project();
      const { stderr, exitCode } = workspace.roundsman('connect', name);
      expect(exitCode).toBe(3);
      const [, setting = ''] = /roundsman edit --set '([^']+)'/.exec(stderr) ?? [];
      expect(setting.startsWith(`connections.${name}={kind: `)).toBe(true);
      expect(workspace.roundsman('edit', '--set', setting)).toMatchObject({ exitCode: 0 });
      expect(workspace.roundsman('connect').stdout).toContain(name);
    },
  );

  it('names the connection of that kind', () => {
    const workspace = project({ 'roundsman.yaml': 'connections: { gh: { kind: github } }\n' });
    expect(workspace.roundsman('connect', 'github').stderr).toContain('hint: Did you mean gh?\n');
  });

  it.each([['notify', 'add', 'slack'], ['notify', 'slack'], ['slack']])(
    'begins %s %s %s with it',
    (...line) => {
      expect(project().roundsman(...line.filter((one) => one !== undefined)).stderr).toContain(
        "hint: Write the connection: roundsman edit --set 'connections.slack=",
      );
    },
  );
});
