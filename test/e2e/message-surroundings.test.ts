/** What a message is made with: the body of the active commit, and a link to the page only where it is served. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { filePagePlace } from '../../src/store/files/file-page-place.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { hookReceiver } from '../kit/hook-receiver.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf } from '../kit/workspace.ts';

const REPORT = String.raw`printf '## Summary\n\nDone.\n\n## Findings\n\nNone.\n' > "$ROUNDSMAN_OUT/report.md"`;

it('takes its body from the base, whatever is checked out, also when it is tried again', async () => {
  const receiver = await hookReceiver([{ status: 503 }, { status: 503 }, { status: 200 }]);
  const repo = gitRepo({
    'notify/body.hbs': '{"from":"main","link":"{{link}}"}',
    'roundsman.yaml': `connections: { chat: { kind: webhook, url: "${receiver.origin}/", private: true, body: notify/body.hbs } }\n`,
    'routines/tell.yaml': `on: manual
agent: { engine: command, command: ${JSON.stringify(['/bin/sh', '-c', REPORT])}, prompt: Work. }
workspace: { isolation: private, base: main }
notify: [{ on: [always], webhook: { via: chat } }]
`,
  });
  repo.git('switch', '--quiet', '-c', 'roundsman/agents-branch');
  repo.commit({ files: { 'notify/body.hbs': '{"from":"agent"}' }, message: 'Take over' });
  const workspace = workspaceOf(repo);

  await notePageOf(workspace.stateDir, '127.0.0.1:20417');
  await once(workspace.start('run', 'tell'), 'exit');
  const { id }: { id: string } = JSON.parse(workspace.roundsman('show', 'tell', '--json').stdout);
  const linked = { from: 'main', link: `http://127.0.0.1:20417/runs/${id}` };
  expect(receiver.got.map(({ body }) => JSON.parse(body))).toEqual([linked]);
  await once(workspace.start('messages', 'retry'), 'exit');
  await filePagePlace(workspace.stateDir).note(null);
  await once(workspace.start('messages', 'retry'), 'exit');
  expect(receiver.got.map(({ body }) => JSON.parse(body))).toEqual([
    linked,
    linked,
    { from: 'main', link: '' },
  ]);
  expect(receiver.idsIn('webhook-id')).toHaveLength(1);
});

it('is told by the daemon where the page is, for as long as it serves it', async () => {
  const workspace = workspaceOf(gitRepo({ 'roundsman.yaml': 'page: { listen: "127.0.0.1:0" }\n' }));
  const daemon = workspace.start('start', '--no-doctor', '--log', 'file');
  onTestFinished(async () => {
    if (daemon.exitCode !== null) return;
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
  });
  const url = await waitUntil(() => filePagePlace(workspace.stateDir).url());
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const ended = once(daemon, 'exit');
  daemon.kill('SIGTERM');
  await ended;
  expect(existsSync(join(workspace.stateDir, 'page.json'))).toBe(false);
});

it('has no link to a page whose daemon died', async () => {
  const { stateDir } = workspaceOf(gitRepo());
  await notePageOf(stateDir, '127.0.0.1:20417');
  const path = join(stateDir, 'page.json');
  expect(await filePagePlace(stateDir).url()).toBe('http://127.0.0.1:20417');
  writeFileSync(
    path,
    JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), startTime: '1' }),
  );
  expect(await filePagePlace(stateDir).url()).toBeNull();
});

async function notePageOf(stateDir: string, address: string): Promise<void> {
  mkdirSync(stateDir, { recursive: true });
  await filePagePlace(stateDir).note(address);
}
