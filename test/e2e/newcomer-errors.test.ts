/**
 * Mistakes that newcomers make, each tried on the program as it ships: what it says, and the next step that it names.
 */
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli } from '../kit/run-cli.ts';
import { smallWorkspace, workspaceOf } from '../kit/workspace.ts';
import { FIVE_FIELDS, NOWHERE, WITH_ROUTINE, type Mistake } from './newcomer-mistakes/mistake.ts';
import { NEW_ROUTINES } from './newcomer-mistakes/new-routines.ts';
import { PLACES, WORDS } from './newcomer-mistakes/places-and-words.ts';
import { ROUTINES, TIMES } from './newcomer-mistakes/routines-and-times.ts';
import { SETTINGS } from './newcomer-mistakes/settings.ts';
import { FILES } from './newcomer-mistakes/slips-in-files.ts';

function tryOut({ files, args }: Pick<Mistake, 'files' | 'args'>) {
  const folder = files === NOWHERE ? temporaryFolder() : gitRepo(files).path;
  const env = { ROUNDSMAN_STATE_DIR: join(folder, '.git', 'state') };
  const ran = runCli(args, { cwd: folder, env });
  const shown = (text: string) => text.replaceAll(folder, '<here>');
  return { exitCode: ran.exitCode, stdout: shown(ran.stdout), stderr: shown(ran.stderr) };
}

/** Without the details of cron lines, where the mistake is one in a cron line. */
function shorten(stderr: string, { hint }: Mistake): string {
  if (hint !== FIVE_FIELDS) return stderr;
  return stderr
    .replace(/("[^"\n]*" cannot be read)[^\n]*/, '$1')
    .replace(/(day of week)[^\n]*/, '$1');
}

describe.each([
  ['the wrong place', PLACES],
  ['the wrong words', WORDS],
  ['a wrong --set', SETTINGS],
  ['a wrong new', NEW_ROUTINES],
  ['a wrong routine', ROUTINES],
  ['a wrong time', TIMES],
] as const)('%s', (_title, mistakes) => {
  it.each(mistakes.map((mistake) => [mistake.what, mistake] as const))(
    'is told with the next step: %s',
    (_what, mistake) => {
      const { exitCode, stdout, stderr } = tryOut(mistake);
      expect(shorten(stderr, mistake)).toBe(`error: ${mistake.says}\nhint: ${mistake.hint}\n`);
      expect(stdout).toBe('');
      expect(exitCode).toBe(mistake.exitCode);
    },
  );
});

describe('a slip in a routine file', () => {
  it.each(FILES)('is shown where it is, with what to write: %s', (_what, text, problems) => {
    const { exitCode, stdout } = tryOut({ files: { 'routines/x.yaml': text }, args: ['validate'] });
    const count = problems.split('\n').length / 2;
    expect(stdout).toBe(`${problems}\n${count} problem${count === 1 ? '' : 's'} in 2 files\n`);
    expect(exitCode).toBe(2);
  });
});

describe('a run that cannot be', () => {
  it('says how to make the first commit', () => {
    const workspace = workspaceOf(gitRepo());
    workspace.roundsman('init');
    const { view, exitCode } = workspace.run('todo-sweep');
    expect(exitCode).toBe(1);
    expect(view.failure).toMatchObject({
      message: 'the repository has no commit to start from yet',
      hint: 'Make a first commit: git add --all && git commit -m "Start"',
    });
  });

  it('names the program that is not installed', () => {
    const workspace = smallWorkspace();
    workspace.roundsman('new', 'look', '--engine', 'command', '--', 'no-such-agent');
    const { view, exitCode } = workspace.run('look');
    expect(exitCode).toBe(1);
    expect(view.failure).toMatchObject({
      message: 'the program no-such-agent was not found on PATH',
      hint: 'Install it, or correct the first word of agent.command.',
    });
  });

  it('names a base that is not a branch', () => {
    const workspace = smallWorkspace();
    workspace.roundsman('new', 'look');
    const { view } = workspace.run('look', '--set', 'workspace.base=mian');
    expect(view.failure).toMatchObject({
      message: 'the base mian is not a commit of this repository',
      hint: 'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
    });
  });
});

describe('a state folder that cannot be', () => {
  it('is refused when its path is not absolute', () => {
    const { stderr, exitCode } = runCli(['list'], {
      cwd: gitRepo(WITH_ROUTINE).path,
      env: { ROUNDSMAN_STATE_DIR: 'state' },
    });
    expect(stderr).toBe(
      'error: ROUNDSMAN_STATE_DIR is "state", and that is not an absolute path\nhint: Write it from the root, such as /var/lib/roundsman, or unset it.\n',
    );
    expect(exitCode).toBe(2);
  });

  it('is named when it is a file', () => {
    const repo = gitRepo(WITH_ROUTINE);
    const env = { ROUNDSMAN_STATE_DIR: join(repo.path, 'routines/tidy.yaml') };
    const { stderr, exitCode } = runCli(['run', 'tidy'], { cwd: repo.path, env });
    expect(stderr).toContain(`error: the state folder ${env.ROUNDSMAN_STATE_DIR} is not a folder`);
    expect(exitCode).toBe(5);
  });
});
