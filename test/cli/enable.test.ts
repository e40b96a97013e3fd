import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { runCommandLine } from '../../src/cli/program.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const TIDY =
  'on: { schedule: "0 7 1 1 *" }\nagent: { engine: command, command: ["node", "a b.mjs"], prompt: Tidy. }\n';
const BROKEN = `agnet: {}\n${TIDY}`;

function project(files: Readonly<Record<string, string>> = {}): TestWorkspace {
  return workspaceOf(
    gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', 'routines/tidy.yaml': TIDY, ...files }),
  );
}

interface Row {
  readonly id: string;
  readonly active: boolean;
  readonly source: string | null;
  readonly local: string | null;
}

function rows(workspace: TestWorkspace): readonly Row[] {
  const all: readonly Row[] = JSON.parse(workspace.roundsman('list', '--json').stdout);
  return all.map(({ id, active, source, local }) => ({ id, active, source, local }));
}

const FULL = `on:
  schedule: daily at 07:00
agent:
  engine: command
  command: [node, a b.mjs]
  prompt: Tidy.
condition: { run: scripts/any.sh, timeout: 45s }
workspace:
  setup: [npm ci]
  checks: [npm test]
  include: [.env]
  isolation: private
permissions: { env: [ZENDESK_TOKEN] }
collect:
  - command: { name: issues, run: [gh, issue, list], format: lines }
outputs: { mode: review, file-item: { max: 5, mode: auto } }
limits: { timeout: 30m }
accept-risk: The tracker is ours.
`;

describe('enable', () => {
  it('shows all that a routine may run, and asks for a word when nobody is there', () => {
    const workspace = project();
    workspace.repo.write('routines/full.yaml', FULL);
    const { stdout, stderr, exitCode } = workspace.roundsman('enable', 'full');
    expect(exitCode).toBe(4);
    expect(stderr).toBe(
      'error: nothing was enabled: there is no terminal to ask on\nhint: Read what it may run, then confirm: roundsman enable full --yes\n',
    );
    expect(stdout.replace(/^( *|next +)\w{3} \d{4}-.*\n/gm, '')).toBe(
      [
        'full (routines/full.yaml): new, nothing of it is active',
        'starts      daily at 07:00 (0 7 * * *) in UTC',
        'engine      command',
        'command     node "a b.mjs"',
        'prompt      Tidy.',
        'condition   scripts/any.sh (at most 45.0 s)',
        'collect     issues: gh issue list',
        'set-up      npm ci',
        'checks      npm test',
        'time limit  30m 00s',
        'variables   ZENDESK_TOKEN',
        'copied in   .env',
        'isolation   private',
        'network     open: isolation private closes nothing of it',
        'risk        accepted: The tracker is ours.',
        'outputs     a branch (review)',
        '            up to 5 items a run (auto)',
        'warning     the prompt is short (1 word) and names no place to look',
        '',
        '',
      ].join('\n'),
    );
    expect(rows(workspace)).toMatchObject([{ id: 'full', active: false }, {}]);
  });

  it('pins the content, which then stays whatever the file becomes', () => {
    const workspace = project();
    const { repo } = workspace;
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy.', 'Tidy more.').replace('0 7', '30 6'));
    const enabled = workspace.roundsman('enable', 'tidy', '--yes');
    expect(enabled.stdout).toContain(
      'tidy (routines/tidy.yaml): changed; active is the version at main\n',
    );
    expect(enabled.stdout).toContain(
      '  against what is active:\n    on.schedule.when.expression: 0 7 1 1 * → 30 6 1 1 *\n    agent.prompt.text: Tidy. → Tidy more.\n',
    );
    expect(enabled.stdout).toMatch(/^enabled tidy; next slot .+$/m);
    expect(rows(workspace)).toEqual([{ id: 'tidy', active: true, source: 'enabled', local: null }]);
    repo.write('routines/tidy.yaml', BROKEN);
    expect(rows(workspace)).toEqual([
      { id: 'tidy', active: true, source: 'enabled', local: 'changed' },
    ]);
    expect(workspace.roundsman('list').stdout).toContain(
      'enabled here; broken here; local, not active (active: what was enabled)',
    );
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy.', 'Tidy even more.'));
    expect(workspace.roundsman('enable', 'tidy', '--yes').stdout).toContain(
      'changed; the version enabled before is active\n',
    );
    expect(rows(workspace)).toMatchObject([{ source: 'enabled', local: null }]);
    repo.git('checkout', '--quiet', '--', '.');
    workspace.roundsman('enable', 'tidy', '--yes');
    expect(rows(workspace)).toEqual([{ id: 'tidy', active: true, source: 'ref', local: null }]);
  });

  it('gives way once the branch says the same, also when that has moved on since', () => {
    const workspace = project();
    const { repo } = workspace;
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy.', 'Second.'));
    workspace.roundsman('enable', 'tidy', '--yes');
    repo.commit();
    expect(rows(workspace)).toEqual([{ id: 'tidy', active: true, source: 'ref', local: null }]);
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy.', 'Third.'));
    workspace.roundsman('enable', 'tidy', '--yes');
    repo.commit();
    repo.commit({ files: { 'routines/tidy.yaml': TIDY.replace('Tidy.', 'Fourth.') } });
    expect(rows(workspace)).toEqual([{ id: 'tidy', active: true, source: 'ref', local: null }]);
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy.', 'Fifth.'));
    workspace.roundsman('enable', 'tidy', '--yes');
    repo.git('checkout', '--quiet', '--', '.');
    repo.commit({ files: { 'routines/tidy.yaml': TIDY.replace('Tidy.', 'Another.') } });
    expect(rows(workspace)).toMatchObject([{ source: 'enabled', local: 'changed' }]);
  });

  it('enables all that is sound and not active, and names what is broken', () => {
    const workspace = project();
    workspace.repo.write('routines/second.yaml', TIDY);
    workspace.repo.write('routines/bad.yaml', BROKEN);
    const { stderr, stdout, exitCode } = workspace.roundsman('enable', '--all', '--yes');
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'note: left out: bad (1 problem: roundsman validate)\nnote: no daemon runs here, so nothing starts by itself until `roundsman start`\n',
    );
    expect(stdout).not.toContain('tidy');
    expect(rows(workspace)).toMatchObject([
      { id: 'bad', active: false, local: 'new' },
      { id: 'second', active: true, source: 'enabled' },
      { id: 'tidy', active: true, source: 'ref' },
    ]);
    workspace.repo.write('routines/bad.yaml', TIDY);
    workspace.roundsman('enable', '--all', '--yes');
    expect(workspace.roundsman('enable', '--all').stdout).toBe(
      'Nothing to enable: all that is committed here is active. What starts, and when: roundsman list\n',
    );
  });

  it('refuses a broken one with its problems, and one that is not there', () => {
    const workspace = project({ 'routines/bad.yaml': BROKEN });
    expect(workspace.roundsman('enable', 'bad', '--yes')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: routines/bad.yaml cannot be used:\n  routines/bad.yaml:1:1  there is no key `agnet`\n    Did you mean `agent`?\nhint: Mend it and look again: roundsman validate\n',
    });
    expect(workspace.roundsman('enable', 'tydi', '--yes').exitCode).toBe(3);
    expect(workspace.roundsman('enable').stderr).toBe(
      'error: which routine?\nhint: For example: roundsman enable todo-sweep. For all of them add --all\n',
    );
    expect(workspace.roundsman('enable', 'tidy', '--all').exitCode).toBe(2);
  });

  it('takes back what was enabled, and says what counts then', () => {
    const workspace = project();
    const { repo } = workspace;
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy.', 'Second.'));
    repo.write('routines/second.yaml', TIDY);
    workspace.roundsman('enable', '--all', '--yes');
    expect(workspace.roundsman('enable', '--off', 'tidy', 'second').stdout).toBe(
      'tidy: active is the version at main again\nsecond is not active any more\n',
    );
    expect(workspace.roundsman('enable', '--off', 'tidy').stdout).toBe(
      'tidy was not enabled here; active is the version at main\n',
    );
    expect(workspace.roundsman('enable', '--off', '--all').stdout).toBe(
      'Nothing was enabled here.\n',
    );
    expect(workspace.roundsman('enable', '--off', 'third').exitCode).toBe(3);
  });

  it('gives one document with --json, agreed or not', () => {
    const workspace = project();
    workspace.repo.write('routines/second.yaml', TIDY);
    const looked = workspace.roundsman('enable', 'second', '--json');
    expect(looked.exitCode).toBe(4);
    expect(JSON.parse(looked.stdout)).toMatchObject([
      {
        id: 'second',
        state: 'new',
        enabled: false,
        against: null,
        changes: [],
        mayRun: { engine: 'command', command: ['node', 'a b.mjs'], env: [], isolation: 'auto' },
      },
    ]);
    const agreed = workspace.roundsman('enable', 'second', '--json', '--yes');
    expect(agreed).toMatchObject({ exitCode: 0, stderr: '' });
    const [view] = JSON.parse(agreed.stdout);
    expect(view).toMatchObject({ id: 'second', enabled: true });
    expect(view.next[0]).toMatch(/^\d{4}-01-01T07:00:00\.000Z$/);
  });

  it('shows what is written in a definition, and lets none of it steer the terminal', () => {
    const workspace = project();
    workspace.repo.write(
      'routines/evil.yaml',
      `${TIDY}workspace: { setup: ["rm -rf / #\\u202eharmless"] }\nname: "a\\u202eb"\n`,
    );
    const { stdout } = workspace.roundsman('enable', 'evil');
    expect(stdout).toContain('set-up      rm -rf / #harmless\n');
    expect(stdout).not.toContain('\u202e');
  });
});

async function atTerminal(
  repo: GitRepo,
  { args, typed }: { readonly args: readonly string[]; readonly typed: string | null },
): Promise<{ readonly exitCode: number; readonly out: string; readonly err: string }> {
  const terminal = recordingTerminal({
    inIsTerminal: true,
    errIsTerminal: true,
    answer: () => Promise.resolve(typed),
  });
  const env = {
    PATH: process.env['PATH'],
    USER: 'ada',
    ROUNDSMAN_STATE_DIR: join(temporaryFolder('rm-state-'), 'state'),
  };
  const line = { args, env, folder: repo.path, terminal, supervisor: null };
  return { exitCode: await runCommandLine(line), ...terminal.written };
}

describe('enable at a terminal', () => {
  it.each(['y', ' Yes '])('asks, and takes %j for yes', async (typed) => {
    const repo = gitRepo({ 'routines/tidy.yaml': TIDY });
    repo.write('routines/second.yaml', TIDY);
    const { exitCode, out, err } = await atTerminal(repo, { args: ['enable', 'second'], typed });
    expect(exitCode).toBe(0);
    expect(err).toBe(
      'Enable second? [y/N] note: no daemon runs here, so nothing starts by itself until `roundsman start`\n',
    );
    expect(out).toMatch(/\nenabled second; next slot .+\n$/);
  });

  it.each(['', 'n', 'yesterday', null])('takes %j for no', async (typed) => {
    const repo = gitRepo({ 'routines/tidy.yaml': TIDY });
    repo.write('routines/second.yaml', TIDY);
    repo.write('routines/third.yaml', TIDY);
    const { exitCode, err } = await atTerminal(repo, { args: ['enable', '--all'], typed });
    expect(exitCode).toBe(4);
    expect(err).toBe('Enable 2 routines? [y/N] error: nothing was enabled\n');
  });
});
