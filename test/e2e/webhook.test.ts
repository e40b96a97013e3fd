/** From a signed delivery to the run that was told of it, through the program as it ships. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { sendHook } from '../kit/hook-listener.ts';
import { github, GITHUB_SECRET, gitlab, hookFixture } from '../kit/hook-senders.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const AGENT = [
  'agent:',
  '  engine: command',
  `  command: [sh, -c, 'printf "## Summary\\n\\nSeen.\\n\\n## Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"']`,
  '  prompt: Look at what changed from {{deployment.previous}} to {{deployment.deployed}}.',
  '',
].join('\n');

interface SlotLine {
  readonly routine: string;
  readonly key: string;
  readonly state: string;
  readonly reason: string | null;
  readonly runId: string | null;
}

function hookedWorkspace(): TestWorkspace {
  const workspace = smallWorkspace();
  const { repo } = workspace;
  repo.write('roundsman.yaml', 'timezone: UTC\nhooks: { listen: "127.0.0.1:0" }\n');
  repo.write(
    'routines/on-push.yaml',
    `on: { webhook: { scheme: github, secret: "env:PUSH_HOOK" } }\n${AGENT}`,
  );
  repo.write(
    'routines/on-deploy.yaml',
    `on: { webhook: { scheme: gitlab-token, secret: "env:DEPLOY_HOOK" }, deployment: production }\n${AGENT}`,
  );
  repo.write(
    'routines/unproven.yaml',
    `on: { webhook: { scheme: standard, secret: "env:FORGOTTEN" } }\n${AGENT}`,
  );
  repo.write('routines/also.yaml', `on: { deployment: production }\n${AGENT}`);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'routines');
  return workspace;
}

/** In the foreground, as a service would start it. Resolves with the port of its listener. */
async function startDaemon(workspace: TestWorkspace): Promise<number> {
  const env = {
    PATH: process.env['PATH'],
    HOME: join(workspace.stateDir, '..'),
    ROUNDSMAN_STATE_DIR: workspace.stateDir,
    PUSH_HOOK: GITHUB_SECRET,
    DEPLOY_HOOK: 'an-older-token,token-of-the-watch',
  };
  const daemon = spawn(process.execPath, [program, 'start'], {
    cwd: workspace.repo.path,
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  onTestFinished(async () => {
    workspace.roundsman('stop');
    await ended;
  });
  return waitUntil(() => {
    const status = /"hooks": "127\.0\.0\.1:(\d+)"/.exec(
      workspace.roundsman('status', '--json').stdout,
    );
    return status === null ? null : Number(status[1]);
  });
}

function slotsOf(workspace: TestWorkspace): readonly SlotLine[] {
  const slots: readonly SlotLine[] = JSON.parse(workspace.roundsman('slots', '--json').stdout);
  return slots;
}

function hasEnded(workspace: TestWorkspace, { runId }: SlotLine): boolean {
  if (runId === null) return false;
  return /"state": "ended"/.test(workspace.roundsman('show', runId, '--json').stdout);
}

function briefFile(workspace: TestWorkspace, slot: SlotLine, file: string): string {
  return readFileSync(join(workspace.runFolder(slot.runId ?? ''), 'brief', file), 'utf8');
}

test('a delivery becomes a run that has the payload, and a deployment one for every listener', async () => {
  const workspace = hookedWorkspace();
  const port = await startDaemon(workspace);
  expect(workspace.roundsman('status', '--json').stdout).toContain(
    '"hook unproven answers 503: the variable FORGOTTEN is not set"',
  );
  const push = github('on-push', hookFixture('github-push'), { delivery: 'd-1' });
  const deployment = gitlab('on-deploy', hookFixture('gitlab-deployment'));

  expect(await sendHook(port, { ...push, body: '{}' })).toMatchObject({ status: 401 });
  expect(await sendHook(port, push)).toMatchObject({ status: 202 });
  expect(await sendHook(port, push)).toMatchObject({ status: 200 });
  expect(await sendHook(port, deployment)).toMatchObject({ status: 202 });

  const slots = await waitUntil(() => {
    const all = slotsOf(workspace);
    const ended = all.filter((slot) => hasEnded(workspace, slot));
    return ended.length === 3 ? all : null;
  });
  const key = 'event:deployment:production/gitlab-812/success';
  expect(slots.map((slot) => [slot.routine, slot.key, slot.state])).toEqual(
    expect.arrayContaining([
      ['on-push', 'event:webhook:d-1', 'started'],
      ['on-deploy', key, 'started'],
      ['also', key, 'started'],
    ]),
  );
  for (const slot of slots) {
    const sent = slot.routine === 'on-push' ? push : deployment;
    expect(briefFile(workspace, slot, 'event.json')).toBe(sent.body);
  }
  const told = slots.find(({ routine }) => routine === 'also');
  expect(told === undefined ? '' : briefFile(workspace, told, 'prompt.md')).toContain(
    'Look at what changed from  to 3f0c2b9a7d1e4c58b6a9012f7e3d5c4b1a089e76.',
  );
});

test('a deployment that is told while another is checked waits for it, and is checked with its own pair', async () => {
  const workspace = smallWorkspace();
  const { repo } = workspace;
  // The check of v1 continues until it is cancelled.
  const hangs = '\'grep -q "to v1" "$ROUNDSMAN_BRIEF/prompt.md" && sleep 3600; printf';
  repo.write('roundsman.yaml', 'timezone: UTC\nhooks: { listen: "127.0.0.1:0" }\n');
  repo.write(
    'routines/watch.yaml',
    `on: { deployment: production }\n${AGENT.replace("'printf", hangs)}`,
  );
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'routines');
  await startDaemon(workspace);
  const deploy = (version: string): void => {
    const told = ['deployment', '--environment', 'production', '--commit', version];
    expect(workspace.roundsman('emit', ...told)).toMatchObject({ exitCode: 0 });
  };

  deploy('v1');
  const first = await waitUntil(
    () => slotsOf(workspace).find(({ runId }) => runId !== null) ?? null,
  );
  deploy('v2');
  const second = await waitUntil(
    () => slotsOf(workspace).find(({ state }) => state === 'queued') ?? null,
  );
  expect(second.reason).toBe(`waits for watch ${first.runId?.slice(-6)} to end`);
  expect(workspace.roundsman('cancel', first.runId ?? '')).toMatchObject({ exitCode: 0 });

  const checked = await waitUntil(() => {
    const slot = slotsOf(workspace).find(({ key }) => key === second.key);
    return slot !== undefined && hasEnded(workspace, slot) ? slot : null;
  });
  expect(briefFile(workspace, checked, 'prompt.md')).toContain(
    'Look at what changed from v1 to v2.',
  );
}, 600_000);
