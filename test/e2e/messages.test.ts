/** What a run tells outside, with the program as it ships: sent by the run, kept where it cannot be, and tried again. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { MessageView } from '../../src/connections/messages/message-view.ts';
import type { RunView } from '../../src/words/run.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

describe('a run with rules under notify', () => {
  it('puts its report where the rule says, and shows that it was sent', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('sweep', ['ok'], toFile('[always]'));
    const { view } = workspace.run('sweep');
    expect(view.result?.delivery).toBe('sent');
    const [name = '', ...more] = digests(workspace);
    expect(more).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\d-sweep-M-[0-9a-f]{12}\.md$/);
    const text = readFileSync(join(workspace.home, 'digests', name), 'utf8');
    expect(text).toContain(`roundsman show ${view.id}`);
    expect(text).toContain('## Summary');
    expect(text).not.toMatch(/^---\nid:/m);

    const [message, ...others] = messages(workspace, '--all');
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      state: 'sent',
      channel: 'file',
      target: 'file in ~/digests',
      tries: 1,
      occasions: ['always'],
      runs: [view.id],
    });
    expect(messages(workspace)).toEqual([]);
    expect(workspace.roundsman('messages').stdout).toBe(
      'Nothing waits to be sent. `roundsman messages --all` shows what was sent or dropped.\n',
    );
    expect(workspace.roundsman('show', view.id).stdout).toContain(
      `${message?.id}  file in ~/digests: sent at `,
    );
  });

  it('says nothing where no rule asks for it', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('sweep', ['ok'], toFile('[failure]'));
    const { view } = workspace.run('sweep');
    expect(view.result?.delivery).toBe('none');
    expect(digests(workspace)).toEqual([]);
    expect(messages(workspace, '--all')).toEqual([]);
    const none = 'was made yet. Rules under `notify` of a routine make them.\n';
    expect(workspace.roundsman('messages').stdout).toBe(`No message ${none}`);
    expect(workspace.roundsman('messages', 'sweep').stdout).toBe(`No message of sweep ${none}`);
  });

  it('tells of a failure and then of the recovery', () => {
    const workspace = smallWorkspace();
    const rules = toFile('[failure, recovered]');
    workspace.agentRoutine('sweep', ['exits-3'], rules);
    expect(workspace.run('sweep').view.result?.delivery).toBe('sent');
    workspace.agentRoutine('sweep', ['ok'], rules);
    workspace.run('sweep');
    workspace.run('sweep');
    expect(messages(workspace, '--all').map(({ occasions }) => occasions)).toEqual([
      ['recovered'],
      ['failure'],
    ]);
  });

  it('fails apart from the run, names what is wrong wherever one looks, and is tried again', () => {
    const workspace = smallWorkspace();
    writeFileSync(join(workspace.home, 'digests'), 'a file in the way');
    workspace.agentRoutine('sweep', ['ok'], toFile('[always]'));
    const { view, exitCode } = workspace.run('sweep');
    expect([exitCode, view.result?.execution, view.result?.delivery]).toEqual([
      0,
      'succeeded',
      'failed',
    ]);
    const [message] = messages(workspace);
    const failure = '~/digests: a part of it is not a folder.';
    expect(message).toMatchObject({ state: 'given-up', failure: expect.stringContaining(failure) });
    const words = `message ${message?.id} of sweep (file in ~/digests) was given up: ${failure}`;
    expect(workspace.roundsman('status').stdout).toContain(words);
    expect(workspace.roundsman('doctor').stdout).toContain(words);
    expect(workspace.roundsman('messages', 'retry').exitCode).toBe(1);

    rmSync(join(workspace.home, 'digests'));
    const again = workspace.roundsman('messages', 'retry', message?.id.slice(0, 8) ?? '');
    expect([again.exitCode, again.stdout]).toEqual([
      0,
      expect.stringMatching(/^M-[0-9a-f]{12} {2}file in ~\/digests: sent at /),
    ]);
    expect(digests(workspace)).toHaveLength(1);
    const shown: RunView = JSON.parse(workspace.roundsman('show', view.id, '--json').stdout);
    expect(shown.result?.delivery).toBe('sent');
    expect(workspace.roundsman('messages', 'retry', message?.id ?? '').stderr).toContain(
      `${message?.id} is sent: it cannot be tried again`,
    );
  });

  it('drops with a reason only', () => {
    const workspace = smallWorkspace();
    mkdirSync(join(workspace.home, 'x', '.git'), { recursive: true });
    workspace.agentRoutine('sweep', ['ok'], toFile('[always]', '~/x/.git'));
    workspace.run('sweep');
    const [{ id } = { id: '' }] = messages(workspace);
    expect(workspace.roundsman('messages', 'drop', id).exitCode).toBe(2);
    expect(workspace.roundsman('messages', 'drop', id, '--reason', 'wrong folder').exitCode).toBe(
      0,
    );
    expect(messages(workspace)).toEqual([]);
    expect(messages(workspace, '--all')).toMatchObject([{ state: 'dropped' }]);
    expect(workspace.roundsman('messages', 'show', id).stdout).toContain('dropped: wrong folder');
  });

  it('waits in quiet hours, and says that a daemon is needed', () => {
    const workspace = smallWorkspace();
    const quiet = 'quiet-hours: "00:00-23:59"';
    workspace.agentRoutine('sweep', ['ok'], toFile('[always]', '~/digests', quiet));
    const { view } = workspace.run('sweep');
    expect(view.result?.delivery).toBe('none');
    const listed = workspace.roundsman('messages');
    expect(listed.stdout).toContain('held until ');
    expect(listed.stderr).toBe(
      'note: no daemon runs here, so 1 message waits until one does: roundsman start\n',
    );
    expect(digests(workspace)).toEqual([]);
  });
});

describe('the daemon', () => {
  it('sends what could not be sent, and tells of a run that nobody told of', async () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('sweep', ['ok'], toFile('[always]'));
    workspace.repo.git('add', '-A');
    workspace.repo.git('commit', '-qm', 'routines');
    const { view } = workspace.run('sweep');
    // As if its supervisor had died before it told anybody.
    forget(workspace);
    startDaemon(workspace);
    const [name] = await waitUntil(() =>
      digests(workspace).length === 1 ? digests(workspace) : null,
    );
    expect(name).toMatch(/-sweep-M-/);
    await waitUntil(() => (messages(workspace, '--all')[0]?.state === 'sent' ? true : null));
    expect(messages(workspace, '--all')).toMatchObject([{ runs: [view.id], state: 'sent' }]);
  });

  it('tells that a run waits for an answer, once', async () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('asks', ['question'], toFile('[waiting]'));
    workspace.repo.git('add', '-A');
    workspace.repo.git('commit', '-qm', 'routines');
    startDaemon(workspace);
    workspace.roundsman('run', 'asks', '--json');
    await waitUntil(() => (digests(workspace).length === 1 ? true : null));
    workspace.roundsman('stop');
    const again = startDaemon(workspace);
    await waitUntil(() => (again.isUp() ? true : null));
    expect(messages(workspace, '--all')).toMatchObject([{ occasions: ['waiting'] }]);
    expect(digests(workspace)).toHaveLength(1);
  });
});

function toFile(on: string, folder = '~/digests', more = ''): string {
  return `workspace: { isolation: private }\nnotify:\n  - on: ${on}\n    file: { folder: "${folder}" }\n${more === '' ? '' : `    ${more}\n`}`;
}

function digests({ home }: TestWorkspace): readonly string[] {
  const folder = join(home, 'digests');
  return existsSync(folder) ? readdirSync(folder) : [];
}

function messages(workspace: TestWorkspace, ...args: readonly string[]): readonly MessageView[] {
  return JSON.parse(workspace.roundsman('messages', ...args, '--json').stdout);
}

function forget({ stateDir, home }: TestWorkspace): void {
  for (const name of ['messages', 'told', 'deliveries.json'])
    rmSync(join(stateDir, name), { recursive: true, force: true });
  rmSync(join(home, 'digests'), { recursive: true, force: true });
}

function startDaemon(workspace: TestWorkspace): { isUp(): boolean } {
  const daemon = workspace.start('start', '--no-doctor', '--log', 'file');
  onTestFinished(async () => {
    if (daemon.exitCode !== null) return;
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
  });
  return {
    isUp: () => JSON.parse(workspace.roundsman('status', '--json').stdout).answers === true,
  };
}
