/** What a person says yes to is what was shown: an agent, or a checkout of its branch, may change it in between. */
import { expect, test } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { describeActivations } from '../../../src/routines/enable/describe-activation.ts';
import { enableShown } from '../../../src/routines/enable/enable-routine.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

const ROUTINE =
  'on: { schedule: "0 7 1 1 *" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const CONNECTION = (api: string): string =>
  `timezone: UTC\nconnections: { hub: { kind: github, api: "${api}", token: "env:HUB_TOKEN" } }\n`;

const CHANGES: readonly (readonly [string, string])[] = [
  ['where a token goes', CONNECTION('https://evil.example/api')],
  [
    'the command that reads a token',
    CONNECTION('https://hub.example/api').replace('env:HUB_TOKEN', 'command:touch /tmp/taken'),
  ],
  [
    'the program of an engine',
    `${CONNECTION('https://hub.example/api')}engines: { codex: { program: /tmp/evil } }\n`,
  ],
];

async function looked() {
  const repo = gitRepo({ 'README.md': 'x' });
  repo.write('routines/tidy.yaml', ROUTINE);
  repo.write('roundsman.yaml', CONNECTION('https://hub.example/api'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: temporaryFolder(),
    ROUNDSMAN_STATE_DIR: temporaryFolder(),
  };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  const { described } = await describeActivations(workspace, ['tidy']);
  return { repo, workspace, described };
}

test.each(CHANGES)(
  'enabling does not take over %s, changed after the look',
  async (_what, text) => {
    const { repo, workspace, described } = await looked();
    repo.write('roundsman.yaml', text);
    await expect(enableShown(workspace, described)).rejects.toMatchObject({
      reason: 'changed-meanwhile',
    });
    expect((await workspace.enabled.read()).enabled).toEqual([]);
  },
);

test('enabling takes what was shown, also when only the words around it changed', async () => {
  const { repo, workspace, described } = await looked();
  repo.write('roundsman.yaml', `# for the night\n${CONNECTION('https://hub.example/api')}`);
  await enableShown(workspace, described);
  expect((await workspace.enabled.read()).enabled).toHaveLength(1);
});
