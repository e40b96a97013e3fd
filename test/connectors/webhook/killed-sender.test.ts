import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { MESSAGE_PROBE_POINTS } from '../../../src/words/step-probe.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { hookReceiver } from '../../kit/hook-receiver.ts';
import { messageTo } from '../../kit/messages.ts';
import { webhookConnection } from '../../kit/webhooks.ts';

const PROGRAM = fileURLToPath(new URL('../../fixtures/probed/send-webhook.mjs', import.meta.url));

interface Ended {
  readonly signal: string | null;
  readonly stdout: string;
}

function run(env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, stdout) => resolve({ signal: error?.signal ?? null, stdout }),
    );
  });
}

const POINTS = MESSAGE_PROBE_POINTS.filter((point) =>
  ['claimed', 'handed-over', 'stored', 'counted'].includes(point.split('/')[1] ?? ''),
);

/** How often it was there before the second process, and after. */
const SENT: ReadonlyMap<string, readonly number[]> = new Map([
  ['message/claimed', [0, 1]],
  ['message/handed-over', [1, 2]],
]);

describe('a sender that is killed', () => {
  it.each(POINTS)('at %s loses no message, and sends none under two ids', async (point) => {
    const receiver = await hookReceiver({ status: 200, body: 'ok' });
    const target = { kind: 'webhook', via: 'chat' } as const;
    const env = {
      STATE: temporaryFolder(),
      MESSAGE: JSON.stringify(messageTo(target)),
      CONNECTION: JSON.stringify(
        webhookConnection(`${receiver.origin}/x`, { secret: { kind: 'env', name: 'SECRET' } }),
      ),
      SECRET: 'lamps-along-the-quay',
    };
    expect(await run({ ...env, KILL_AT: point })).toMatchObject({ signal: 'SIGKILL' });
    const before = receiver.got.length;
    const { stdout } = await run(env);
    expect(JSON.parse(stdout)).toMatchObject({ state: { kind: 'sent', receipt: '200: ok' } });
    expect(receiver.idsIn('webhook-id')).toEqual(['M-0123456789ab']);
    expect([before, receiver.got.length]).toEqual(SENT.get(point) ?? [1, 1]);
    // What a receiver sees twice is the same: signed again, with one body.
    expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
  });
});
