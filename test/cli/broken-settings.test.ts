import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const TIDY =
  'on: { schedule: "0 7 * * *" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';

function broken(): TestWorkspace {
  const workspace = workspaceOf(
    gitRepo({ 'roundsman.yaml': 'timezone: Asia/Tokyo\n', 'routines/tidy.yaml': TIDY }),
  );
  workspace.roundsman('list');
  workspace.repo.write('roundsman.yaml', 'timezone: Mars\n');
  return workspace;
}

const UNTOUCHED =
  'list status runs slots inbox findings requests reports items decisions knowledge review figures messages fleet'.split(
    ' ',
  );

describe('with a roundsman.yaml that is broken in the checkout', () => {
  it('each command shows what does not need it, or names the place of the problem', () => {
    const workspace = broken();
    const answers = (lines: readonly string[], look: (line: string) => unknown): unknown =>
      Object.fromEntries(lines.map((line) => [line, look(line)]));
    expect(
      answers(UNTOUCHED, (line) => {
        const { exitCode, stdout } = workspace.roundsman(...line.split(' '));
        return exitCode === 0 && stdout.length > 0;
      }),
    ).toEqual(answers(UNTOUCHED, () => true));

    const partly = { next: 'tidy', 'next tidy': '07:00 GMT+9', sessions: 'No', agents: 'builtin' };
    expect(
      answers(Object.keys(partly), (line) => {
        const { exitCode, stdout, stderr } = workspace.roundsman(...line.split(' '));
        const said = /^note: roundsman\.yaml is broken.* \(roundsman validate\)$/m.test(stderr);
        return exitCode === 0 && said ? stdout : stderr;
      }),
    ).toEqual(
      Object.fromEntries(
        Object.entries(partly).map(([line, text]) => [line, expect.stringContaining(text)]),
      ),
    );

    const needed = ['connect', 'config', 'brief tidy'];
    expect(
      answers(needed, (line) => {
        const { exitCode, stderr } = workspace.roundsman(...line.split(' '));
        return exitCode === 2 && stderr.includes('roundsman.yaml:1:11');
      }),
    ).toEqual(answers(needed, () => true));
  });
});

describe('in a folder that was removed', () => {
  it('says so in one line', () => {
    const gone = temporaryFolder();
    const startedBy = ['/bin/sh', '-c', `cd '${gone}' && rmdir '${gone}'; exec "$@"`, 'sh'];
    const workspace = workspaceOf(gitRepo({ 'routines/tidy.yaml': TIDY }), { startedBy });
    const { exitCode, stderr } = workspace.roundsman('list');
    expect([exitCode, stderr]).toEqual([
      5,
      'error: the folder that you are in was removed\nhint: Go to another folder: cd\n',
    ]);
  });
});
