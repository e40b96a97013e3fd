import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { dropMessages, retryMessages } from '../../../src/connections/messages/decide-messages.ts';
import { listMessages } from '../../../src/connections/messages/list-messages.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { identifyProcess, ownIdentity } from '../../../src/platform/process-identity.ts';
import { workspacePaths } from '../../../src/store/state-paths.ts';
import type { Message, MessageState } from '../../../src/words/message.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { messageTo } from '../../kit/messages.ts';

const AT = '2026-11-21T09:00:00.000Z';
const FAILED = { kind: 'due', at: '2099-01-01T00:00:00.000Z', failure: 'no answer' } as const;
const IDS = ['M-000000000001', 'M-000000000002', 'M-000000000003'] as const;

describe('a message whose sender died', () => {
  it('is listed as due, and sent by a retry that names nothing', async () => {
    const world = await openWorld([byTheDead()]);
    const listed = await listMessages(world.workspace, { all: false, routine: null });
    expect(listed).toMatchObject([{ state: { kind: 'due', failure: expect.any(String) } }]);
    expect(await world.retry()).toMatchObject({
      messages: [{ state: { kind: 'sent', again: true } }],
      problem: null,
    });
    expect(world.files()).toHaveLength(1);
  });

  it('can be named in a retry, and dropped', async () => {
    const world = await openWorld([byTheDead(), byTheDead()]);
    expect(await world.retry(IDS[0])).toMatchObject({ messages: [{ state: { kind: 'sent' } }] });
    expect(
      await dropMessages(world.workspace, { words: [IDS[1]], why: 'nobody wants it' }),
    ).toMatchObject([{ state: { kind: 'dropped' } }]);
  });
});

describe('a list of what was not sent', () => {
  it('opens no message that was sent, and shows what changed', async () => {
    const sent = { kind: 'sent', at: AT, receipt: '250 ok', again: false } as const;
    const { workspace } = await openWorld([sent, FAILED]);
    const open = async (): Promise<readonly string[]> =>
      (await listMessages(workspace, { all: false, routine: null })).map(({ id }) => id);
    expect(await open()).toEqual([IDS[1]]);
    // Written where it stands: a list that opened it again would show it.
    const path = join(workspacePaths(workspace.location.stateDir).messages, `${IDS[0]}.json`);
    writeFileSync(path, JSON.stringify(messageOf(IDS[0], FAILED)));
    await workspace.messages.write(messageOf(IDS[2], FAILED));
    expect((await open()).toSorted()).toEqual([IDS[1], IDS[2]]);
    await workspace.messages.write(messageOf(IDS[1], sent));
    expect(await open()).toEqual([IDS[2]]);
  });
});

describe('a retry that names nothing', () => {
  it('sends what failed before the quiet hours that hold it, and leaves what only waits', async () => {
    const held = { kind: 'held', until: FAILED.at, why: 'quiet-hours' } as const;
    const world = await openWorld([{ ...held, failure: 'no answer' }, held]);
    expect(await world.retry()).toMatchObject({
      messages: [{ id: IDS[0], state: { kind: 'sent' } }],
      problem: null,
    });
  });

  it('passes over what somebody else took meanwhile, and sends the others', async () => {
    const { workspace, ...world } = await openWorld([FAILED, FAILED, FAILED]);
    const { messages } = workspace;
    const list = async (): Promise<readonly Message[]> => {
      const all = await messages.list();
      await messages.write(messageOf(IDS[0], byTheLiving()));
      await messages.remove(IDS[1]);
      return all;
    };
    const { signal } = new AbortController();
    const raced = { ...workspace, messages: { ...messages, list } };
    expect(await retryMessages(raced, { words: [], signal })).toMatchObject({
      messages: [{ id: IDS[2], state: { kind: 'sent' } }],
      problem: null,
    });
    expect((await messages.read(IDS[0]))?.state.kind).toBe('sending');
    expect(world.files()).toHaveLength(1);
  });
});

describe('a retry by somebody who lacks a secret', () => {
  it('gives nothing up: the daemon may have it', async () => {
    const { workspace, ...world } = await openWorld([]);
    const target = { kind: 'ping', url: { kind: 'env', name: 'PING_URL' } } as const;
    await workspace.messages.create(messageTo(target, { id: IDS[0], state: FAILED, tries: 1 }));
    const failure: unknown = expect.stringContaining('PING_URL');
    expect(await world.retry()).toMatchObject({ messages: [{ state: { kind: 'due', failure } }] });
  });
});

describe('a retry that names several', () => {
  it('sends those that can be, and says what kept the other', async () => {
    const world = await openWorld([byTheLiving(), FAILED]);
    const { messages, problem } = await world.retry(IDS[0], IDS[1]);
    expect(messages).toMatchObject([{ id: IDS[1], state: { kind: 'sent' } }]);
    expect(problem).toMatchObject({ code: 'refused', reason: 'being-sent' });
  });

  it('says all that went wrong at once', async () => {
    const world = await openWorld([byTheLiving(), byTheLiving()]);
    const { messages, problem } = await world.retry(IDS[0], IDS[1]);
    expect(messages).toEqual([]);
    expect(problem).toMatchObject({ code: 'refused', reason: 'several-problems' });
    for (const id of [IDS[0], IDS[1]])
      expect(problem).toMatchObject({ message: expect.stringContaining(`${id} is being sent`) });
  });
});

interface World {
  readonly workspace: Workspace;
  retry(...words: readonly string[]): ReturnType<typeof retryMessages>;
  files(): readonly string[];
}

async function openWorld(states: readonly MessageState[]): Promise<World> {
  const repo = gitRepo({ 'README.md': '# x\n' });
  const home = temporaryFolder('rm-home-');
  const env = { PATH: process.env['PATH'], HOME: home, ROUNDSMAN_STATE_DIR: `${home}/state` };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  for (const [index, state] of states.entries())
    await workspace.messages.create(messageOf(IDS[index] ?? '', state));
  const { signal } = new AbortController();
  return {
    workspace,
    retry: (...words) => retryMessages(workspace, { words, signal }),
    files: () => readdirSync(`${home}/digests`),
  };
}

function messageOf(id: string, state: MessageState): Message {
  return messageTo({ kind: 'file', folder: '~/digests' }, { id, state, tries: 1 });
}

function byTheDead(): MessageState {
  return { kind: 'sending', since: AT, by: { ...ownIdentity(), startTime: 'of one that is gone' } };
}

function byTheLiving(): MessageState {
  const by = identifyProcess(process.ppid);
  if (by === null) throw new Error('no parent');
  return { kind: 'sending', since: AT, by };
}
