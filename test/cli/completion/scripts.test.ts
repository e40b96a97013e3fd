/** The script for bash in a real bash, with the words as bash itself splits them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { completionScript } from '../../../src/cli/commands/completion.ts';
import { SHELLS } from '../../../src/cli/declare/value-names.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { PROGRAM, runCli } from '../../kit/run-cli.ts';
import { smallWorkspace, type TestWorkspace } from '../../kit/workspace.ts';

/** What bash would offer at the end of the line. */
function completeInBash(line: string, workspace: TestWorkspace): readonly string[] {
  const bin = temporaryFolder();
  chmodSync(PROGRAM, 0o755);
  symlinkSync(PROGRAM, join(bin, 'roundsman'));
  const ran = spawnSync(
    'bash',
    ['--norc', '--noprofile', '-c', `${completionScript('bash')}\n${DRIVER}`, 'bash', line],
    {
      cwd: workspace.repo.path,
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        HOME: temporaryFolder(),
        ROUNDSMAN_STATE_DIR: workspace.stateDir,
      },
    },
  );
  expect(ran.stderr).toBe('');
  return ran.stdout.split('\n').filter((word) => word !== '');
}

/** Sets the variables as readline does: `=` and `:` are words of their own. */
const DRIVER = String.raw`
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
COMP_LINE=$1
COMP_POINT=${'${#COMP_LINE}'}
read -r -a COMP_WORDS <<<"${'${COMP_LINE//=/ = }'}"
[[ $COMP_LINE == *[[:space:]] ]] && COMP_WORDS+=("")
COMP_CWORD=$((${'${#COMP_WORDS[@]}'} - 1))
_roundsman_complete roundsman "${'${COMP_WORDS[COMP_CWORD]}'}" ""
printf '%s\n' "${'${COMPREPLY[@]}'}"
`;

function workspaceWithRoutines(): TestWorkspace {
  const workspace = smallWorkspace();
  workspace.repo.write('routines/tidy.yaml', 'on: manual\n');
  workspace.repo.write('routines/test-look.yml', 'on: manual\n');
  workspace.repo.write('routines/$(touch evil).yaml', 'on: manual\n');
  return workspace;
}

describe('completion in bash', () => {
  it.each([
    ['roundsman ru', ['run', 'runs']],
    ['roundsman findings di', ['dismiss']],
    ['roundsman runs --li', ['--limit']],
    ['roundsman run t', ['test-look', 'tidy']],
    ['roundsman run ', ['test-look', 'tidy']],
    ['roundsman new x --from sw', ['sweep']],
    ['roundsman new x --from=sw', ['sweep']],
    ['roundsman schema work', ['workspace']],
    ['roundsman completion ', ['bash', 'zsh', 'fish']],
    ['roundsman run tidy --set outputs.mo', ['outputs.mode=']],
    ['roundsman run tidy --set outputs.mode=re', ['review']],
    ['roundsman next --timezone Europe/Berl', ['Europe/Berlin']],
    ['roundsman frobnicate ', []],
  ])('offers at %j what fits', (line, words) => {
    expect(completeInBash(line, workspaceWithRoutines())).toEqual(words);
  });

  it('offers files where files are wanted', () => {
    expect(completeInBash('roundsman validate READ', workspaceWithRoutines())).toEqual([
      'README.md',
    ]);
  });

  it('offers runs by their short ids, and whole ones when those are begun', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('look', ['ok']);
    const { view } = workspace.run('look');
    const short = view.id.slice(-6);
    // A finding can be shown as well; the agent `ok` leaves one.
    expect(completeInBash('roundsman show ', workspace)).toEqual([
      'look',
      short,
      expect.stringMatching(/^F-[0-9a-f]{10}$/),
    ]);
    expect(completeInBash(`roundsman show ${short.slice(0, 3)}`, workspace)).toEqual([short]);
    expect(completeInBash(`roundsman show ${view.id.slice(0, 12)}`, workspace)).toEqual([view.id]);
  });

  it('offers findings and proposals by their ids', () => {
    const workspace = smallWorkspace();
    workspace.repo.commit({
      files: { 'src/old.ts': '// TODO: mend it\n' },
      date: '2024-01-01T00:00:00Z',
    });
    workspace.roundsman('init');
    workspace.run('todo-sweep');
    const [finding]: { id: string }[] = JSON.parse(
      workspace.roundsman('findings', '--json').stdout,
    );
    const [proposal]: { id: string }[] = JSON.parse(workspace.roundsman('outbox', '--json').stdout);
    expect(completeInBash('roundsman findings accept F-', workspace)).toEqual([finding?.id]);
    expect(completeInBash('roundsman requests approve P-', workspace)).toEqual([proposal?.id]);
  });

  it('says nothing where there is no repository', () => {
    const folder = temporaryFolder();
    expect(runCli(['__complete', 'line', 'roundsman run '], { cwd: folder })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: '',
    });
  });

  it('knows the folder that -C names', () => {
    const repo = gitRepo({ 'routines/there.yaml': 'on: manual\n' });
    const asked = ['__complete', 'words', '-C', repo.path, 'run', ''];
    expect(runCli(asked, { cwd: temporaryFolder() }).stdout).toBe('there\n:words\n');
  });
});

describe('roundsman completion', () => {
  it.each(SHELLS)('prints the script for %s, with how to install it at its head', (shell) => {
    const { stdout, exitCode } = runCli(['completion', shell], { cwd: temporaryFolder() });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(completionScript(shell));
    expect(stdout.split('\n').slice(0, 4).join('\n')).toContain(
      `roundsman completion ${shell} > ~/.`,
    );
    expect(stdout).not.toContain('@{');
  });

  it('names the shells that it knows', () => {
    expect(runCli(['completion', 'tcsh'], { cwd: temporaryFolder() })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: there is no completion for "tcsh"\nhint: There is one for: bash, zsh, fish.\n',
    });
  });
});
