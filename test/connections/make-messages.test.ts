import { describe, expect, it } from 'vitest';

import { COOLDOWN } from '../../src/connections/messages/plan-messages.ts';
import { makeMessages, type ToBeTold } from '../../src/connections/tell-run.ts';
import { fileMessageStore, fileToldStore } from '../../src/store/files/file-message-store.ts';
import type { MessageStore } from '../../src/store/stores.ts';
import { noProbe } from '../../src/words/step-probe.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { contentOf, messageTo, routineIdOf } from '../kit/messages.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const FILE = { kind: 'file', folder: '/digests' } as const;
const PAGE = { kind: 'file', folder: '/pages' } as const;

function request(): ToBeTold {
  const rule = { failureAfter: 1, cooldownMs: 0, quietHours: null, gatherAt: null };
  return {
    routine: routineIdOf('todo-sweep'),
    rules: [{ ...rule, on: ['findings-new'], targets: [FILE, PAGE] }],
    content: contentOf({ key: 'run:new' }),
    failures: 0,
    failingSince: null,
    now: new Date(NOW),
    timezone: 'UTC',
  };
}

describe('making messages', () => {
  it('opens under the lock those alone that may have changed', async () => {
    const state = temporaryFolder();
    const stored = fileMessageStore(state);
    const sent = { kind: 'sent', at: NOW, receipt: '', again: false } as const;
    const dropped = { kind: 'dropped', at: NOW, why: COOLDOWN } as const;
    for (const [index, one] of [sent, dropped, sent, dropped].entries())
      await stored.create(messageTo(FILE, { id: `M-00000000000${index}`, state: one }));
    await stored.create(messageTo(FILE, { id: 'M-000000000004' }));
    let isLocked = false;
    const opened: string[] = [];
    const messages: MessageStore = {
      ...stored,
      list: () => {
        if (isLocked) opened.push('all');
        return stored.list();
      },
      read: (id) => {
        if (isLocked) opened.push(id);
        return stored.read(id);
      },
    };
    const made = await makeMessages(
      {
        messages,
        told: fileToldStore(state),
        probe: noProbe,
        exclusively: async (work) => {
          isLocked = true;
          // Made by somebody else after all were read.
          await stored.create(messageTo(FILE, { id: 'M-000000000005' }));
          return work();
        },
      },
      request(),
    );
    expect(opened).toEqual(['M-000000000004', 'M-000000000005']);
    expect(made).toHaveLength(2);
  });

  it('gives those of an earlier try too, and nothing of what was told before', async () => {
    const state = temporaryFolder();
    const messages = fileMessageStore(state);
    const parts = {
      messages,
      told: fileToldStore(state),
      probe: noProbe,
      exclusively: <Value>(work: () => Promise<Value>) => work(),
    };
    let made = 0;
    const killed = (point: string): Promise<void> => {
      made += point === 'message/made' ? 1 : 0;
      return made === 1 ? Promise.reject(new Error('killed')) : Promise.resolve();
    };
    await expect(makeMessages({ ...parts, probe: killed }, request())).rejects.toThrow('killed');
    const [first] = await messages.list();
    const all = await makeMessages(parts, request());
    expect(all?.map(({ target }) => target)).toEqual([first?.target, PAGE]);
    expect(await makeMessages(parts, request())).toBeNull();
    expect(await messages.listIds()).toHaveLength(2);
  });
});
