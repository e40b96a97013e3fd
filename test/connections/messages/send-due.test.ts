import { describe, expect, it } from 'vitest';

import { COOLDOWN } from '../../../src/connections/messages/plan-messages.ts';
import { sendDue } from '../../../src/connections/messages/send-due.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { messageTo } from '../../kit/messages.ts';

const AT = '2026-11-21T09:00:00.000Z';

describe('a round of what is due', () => {
  it('reads again neither what was sent nor what a cooldown kept back', async () => {
    const repo = gitRepo({ 'README.md': '# x\n' });
    const home = temporaryFolder();
    const env = { PATH: process.env['PATH'], HOME: home, ROUNDSMAN_STATE_DIR: `${home}/state` };
    const workspace = await openWorkspace({
      actor: 'ada',
      folder: repo.path,
      env,
      clock: systemClock,
    });
    const { messages } = workspace;
    const file = { kind: 'file', folder: '/x' } as const;
    const states = [
      { kind: 'sent', at: AT, receipt: '', again: false },
      { kind: 'dropped', at: AT, why: COOLDOWN },
      // A person may want these back.
      { kind: 'dropped', at: AT, why: 'not needed' },
      { kind: 'given-up', at: AT, failure: 'x' },
    ] as const;
    for (const [index, state] of states.entries())
      await messages.create(messageTo(file, { id: `M-00000000000${index}`, state }));
    const reads: string[] = [];
    const watched = {
      ...workspace,
      messages: {
        ...messages,
        read: (id: string) => {
          reads.push(id);
          return messages.read(id);
        },
      },
    };
    const sender = { send: () => Promise.reject(new Error('nothing is due')) };
    const round = { sent: new Set<string>(), sender, signal: new AbortController().signal };
    await sendDue(watched, round);
    reads.length = 0;
    const outcome = await sendDue(watched, round);
    expect(reads).toEqual(['M-000000000002', 'M-000000000003']);
    expect(outcome).toEqual({ tried: [], nextAt: null, problems: [] });
  });
});
