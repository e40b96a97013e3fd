import { describe, expect, it } from 'vitest';

import { sendInTurn } from '../../src/connections/messages/send-due.ts';
import { openSender, type SenderParts } from '../../src/connections/send-message.ts';
import type { Channel, SendRequest, SendResult } from '../../src/connectors/channel.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { fileMessageStore } from '../../src/store/files/file-message-store.ts';
import type { Message } from '../../src/words/message.ts';
import { fakeClock } from '../kit/fake-clock.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { messageTo, surroundingsOf } from '../kit/messages.ts';
import { waitUntil } from '../kit/wait-until.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const OTHER = 'M-111111111111';

describe('sending a message', () => {
  it('writes who sends before it is handed over, and what came of it after', async () => {
    const world = await openWorld();
    const during: (Message | null)[] = [];
    const sender = world.sender(async ({ message }) => {
      during.push(await world.messages.read(message.id));
      return { kind: 'sent', receipt: '250 ok' };
    });
    const sent = await sender.send('M-0123456789ab');
    expect(during.map((one) => one?.state)).toEqual([
      { kind: 'sending', since: NOW, by: ownIdentity(), claim: expect.any(String) },
    ]);
    expect(sent).toMatchObject({ kind: 'tried', message: { tries: 1, firstTriedAt: NOW } });
    expect((await world.messages.read('M-0123456789ab'))?.state).toEqual({
      kind: 'sent',
      at: NOW,
      receipt: '250 ok',
      again: false,
    });
  });

  it('tries again later what may work later, and says that it may be there', async () => {
    const world = await openWorld();
    const sender = world.sender(async () => ({ kind: 'retry', why: 'no answer\r\nat all' }));
    await sender.send('M-0123456789ab');
    const failed = await world.messages.read('M-0123456789ab');
    expect(failed?.state).toEqual({
      kind: 'due',
      at: '2026-11-21T09:01:00.000Z',
      failure: 'no answer at all',
    });
    expect(await sender.send('M-0123456789ab')).toMatchObject({ kind: 'left' });
    world.clock.set(60_000);
    await sender.send('M-0123456789ab');
    expect(world.asked.map(({ message }) => message.tries)).toEqual([1, 2]);
  });

  it('gives up at once what is refused, with the hint', async () => {
    const world = await openWorld();
    const sender = world.sender(async () => ({
      kind: 'refused',
      why: '550 no such user',
      hint: 'Check notify.email.to.',
    }));
    await sender.send('M-0123456789ab');
    expect((await world.messages.read('M-0123456789ab'))?.state).toEqual({
      kind: 'given-up',
      at: NOW,
      failure: '550 no such user. Check notify.email.to.',
    });
  });

  it('leaves one that a living process sends, and takes one whose sender died', async () => {
    const parent = { ...ownIdentity(), pid: process.ppid };
    const world = await openWorld({
      state: { kind: 'sending', since: NOW, by: { ...parent, startTime: 'of one that is gone' } },
      tries: 1,
    });
    const sender = world.sender(async () => ({ kind: 'sent', receipt: 'ok' }));
    expect(await sender.send('M-0123456789ab')).toMatchObject({
      kind: 'tried',
      message: { state: { kind: 'sent', again: true }, tries: 2 },
    });
    expect(world.asked.map(({ message }) => message.unsure)).toEqual([true]);
  });

  it('sends it once when several senders of one process are asked', async () => {
    const world = await openWorld();
    const answers: ((result: SendResult) => void)[] = [];
    const slow = world.sender(
      () =>
        new Promise((resolve) => {
          answers.push(resolve);
        }),
    );
    const other = world.sender(async () => ({ kind: 'sent', receipt: 'a second one' }));
    const sending = slow.send('M-0123456789ab');
    const answer = await waitUntil(() => answers[0] ?? null);
    expect(await other.send('M-0123456789ab')).toMatchObject({
      kind: 'left',
      message: { state: { kind: 'sending' } },
    });
    answer({ kind: 'retry', why: 'no answer' });
    expect(await sending).toMatchObject({ kind: 'tried', message: { state: { kind: 'due' } } });
    expect(world.asked).toHaveLength(1);
  });

  it('takes what stands there under the own name, and is not under way any more', async () => {
    const state = { kind: 'sending', since: NOW, by: ownIdentity(), claim: 'of before' } as const;
    const world = await openWorld({ state, tries: 1 });
    const sender = world.sender(async () => ({ kind: 'sent', receipt: 'ok' }));
    expect(await sender.send('M-0123456789ab')).toMatchObject({
      kind: 'tried',
      message: { state: { kind: 'sent', again: true } },
    });
  });

  it('writes later what came of it when the disk was full, and sends nothing twice', async () => {
    const world = await openWorld();
    let full = false;
    const messages = {
      ...world.messages,
      replace: async (before: Message, message: Message) => {
        if (full) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        await world.messages.replace(before, message);
      },
    };
    const sender = world.sender(
      async () => {
        full = true;
        return { kind: 'sent', receipt: 'ok' };
      },
      { messages },
    );
    await expect(sender.send('M-0123456789ab')).rejects.toThrow('ENOSPC');
    expect((await world.messages.read('M-0123456789ab'))?.state.kind).toBe('sending');
    full = false;
    const other = world.sender(async () => ({ kind: 'sent', receipt: 'a second one' }));
    expect(await other.send('M-0123456789ab')).toMatchObject({
      kind: 'tried',
      message: { state: { kind: 'sent' } },
    });
    expect(world.asked).toHaveLength(1);
  });

  it('goes on trying to write what came of it, where nobody would do so later', async () => {
    const world = await openWorld();
    let [failing, waits] = [0, 0];
    const replace = async (before: Message, message: Message): Promise<void> => {
      if (failing > 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      await world.messages.replace(before, message);
    };
    // Time goes on by what is waited between two tries to write; a send has its minute.
    const clock = {
      ...world.clock,
      monotonic: () => waits * 1_000,
      sleep: (ms: number, signal?: AbortSignal) => {
        if (ms !== 1_000) return world.clock.sleep(ms, signal);
        [failing, waits] = [failing - 1, waits + 1];
        return Promise.resolve();
      },
    };
    const patient = (failures: number): ReturnType<World['sender']> =>
      world.sender(
        async () => {
          failing = failures;
          return { kind: 'sent', receipt: 'ok' };
        },
        {
          messages: { ...world.messages, replace },
          surroundings: surroundingsOf({ clock }),
          writeForMs: 30_000,
        },
      );
    expect(await patient(3).send('M-0123456789ab')).toMatchObject({
      kind: 'tried',
      message: { state: { kind: 'sent', again: false } },
    });
    expect(waits).toBe(3);
    await world.messages.create(messageTo({ kind: 'file', folder: '/nowhere' }, { id: OTHER }));
    await expect(patient(100).send(OTHER)).rejects.toThrow('ENOSPC');
    expect(waits).toBe(33);
  });

  it('sends the others when what came of one cannot be written', async () => {
    const world = await openWorld();
    await world.messages.create(messageTo({ kind: 'file', folder: '/nowhere' }, { id: OTHER }));
    const replace = async (before: Message, message: Message): Promise<void> => {
      if (message.state.kind === 'sent' && message.id !== OTHER) throw new Error('ENOSPC');
      await world.messages.replace(before, message);
    };
    const sender = world.sender(async () => ({ kind: 'sent', receipt: 'ok' }), {
      messages: { ...world.messages, replace },
    });
    const sent = await sendInTurn(await world.messages.list(), {
      sender,
      clock: world.clock,
      signal: new AbortController().signal,
      onSending: () => undefined,
    });
    expect(sent.messages).toMatchObject([{ id: OTHER, state: { kind: 'sent' } }]);
    expect(sent.problems).toMatchObject([{ id: 'M-0123456789ab', thrown: { message: 'ENOSPC' } }]);
  });

  it('sends nothing when it cannot write that it does', async () => {
    const world = await openWorld();
    const messages = {
      ...world.messages,
      replace: () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
    };
    const sender = world.sender(async () => ({ kind: 'sent', receipt: 'ok' }), { messages });
    await expect(sender.send('M-0123456789ab')).rejects.toThrow('ENOSPC');
    expect(world.asked).toEqual([]);
  });

  it('holds what came into quiet hours while nobody was there to send it', async () => {
    const world = await openWorld({ quietHours: { from: '09:00', to: '11:30' } });
    const sender = world.sender(async () => ({ kind: 'sent', receipt: 'ok' }));
    // 10:00 in Berlin.
    expect(await sender.send('M-0123456789ab')).toMatchObject({
      kind: 'left',
      message: { state: { kind: 'held', until: '2026-11-21T10:30:00.000Z', why: 'quiet-hours' } },
    });
    expect(world.asked).toEqual([]);
  });

  it('takes a channel that throws or never ends for a try that was none', async () => {
    const world = await openWorld();
    const thrower = world.sender(() => Promise.reject(new Error('socket hang up')));
    await thrower.send('M-0123456789ab');
    const hanging = await openWorld();
    const sender = hanging.sender(() => new Promise(() => undefined), {
      limitMs: 50,
      surroundings: surroundingsOf({
        clock: { ...systemClock, now: () => new Date(NOW), sleep: soon },
      }),
    });
    await sender.send('M-0123456789ab');
    const failures = [world, hanging].map(async ({ messages }) => {
      const state = (await messages.read('M-0123456789ab'))?.state;
      return state?.kind === 'due' ? state.failure : state;
    });
    expect(await Promise.all(failures)).toEqual(['socket hang up', 'no answer within 0 s']);
    // How far the one came that never ended is not known.
    expect(await hanging.messages.read('M-0123456789ab')).toMatchObject({ unsure: true });
  });

  it('says which channels there are when it has none for a message', async () => {
    const world = await openWorld();
    await openSender({ ...world.parts, channels: {} }).send('M-0123456789ab');
    expect((await world.messages.read('M-0123456789ab'))?.state).toMatchObject({
      kind: 'given-up',
      failure: expect.stringMatching(/^no channel file is part of this Roundsman/),
    });
  });
});

const soon = (): Promise<void> => Promise.resolve();

interface World {
  readonly messages: SenderParts['messages'];
  readonly clock: ReturnType<typeof fakeClock>;
  readonly asked: readonly SendRequest<'file'>[];
  readonly parts: SenderParts;
  sender(
    send: (request: SendRequest<'file'>) => Promise<SendResult>,
    change?: Partial<SenderParts>,
  ): ReturnType<typeof openSender>;
}

async function openWorld(change: Partial<Message> = {}): Promise<World> {
  const stateDir = temporaryFolder('rm-state-');
  const clock = fakeClock(NOW);
  const messages = fileMessageStore(stateDir);
  await messages.create(messageTo({ kind: 'file', folder: '/nowhere' }, change));
  const asked: SendRequest<'file'>[] = [];
  const parts: SenderParts = {
    messages,
    exclusively: fileLocks(stateDir, systemClock).messages,
    surroundings: surroundingsOf({ clock }),
  };
  return {
    messages,
    clock,
    asked,
    parts,
    sender: (send, more = {}) => {
      const channel: Channel<'file'> = {
        kind: 'file',
        send: async (request) => {
          asked.push(request);
          return send(request);
        },
      };
      return openSender({ ...parts, ...more, channels: { file: async () => channel } });
    },
  };
}
