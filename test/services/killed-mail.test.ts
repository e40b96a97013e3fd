/** Senders of a mail that are killed, before a real postfix: nothing is lost, and what is there twice has one id. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fileMessageStore } from '../../src/store/files/file-message-store.ts';
import { MAIL_PROBE_POINTS } from '../../src/words/step-probe.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { messageTo } from '../kit/messages.ts';
import { smtpConnection, SMTP_PASSWORD } from '../kit/services/loopback-smtp.ts';
import { startPostfix, type Postfix } from '../kit/services/postfix.ts';
import { waitUntil } from '../kit/wait-until.ts';

const ADA = 'ada@example.com';
const PROGRAM = fileURLToPath(new URL('../fixtures/probed/send-mail.mjs', import.meta.url));
const POINTS = ['message/claimed', ...MAIL_PROBE_POINTS, 'message/handed-over'] as const;
/** The server has taken it by then. */
const TAKEN: readonly string[] = ['message/mail-taken', 'message/handed-over'];
let postfix: Postfix;

beforeAll(async () => {
  postfix = await startPostfix({ users: { [ADA]: SMTP_PASSWORD }, deliver: { kind: 'maildir' } });
});
afterAll(async () => {
  await postfix.stop();
});

describe('a mail whose sender is killed', () => {
  it.each(POINTS)('arrives, with one id, after a death at %s', async (point) => {
    const id = `M-00000000000${POINTS.indexOf(point)}`;
    const stateDir = temporaryFolder('rm-state-');
    const messages = fileMessageStore(stateDir);
    const target = { kind: 'email', via: 'mail', to: [ADA], cc: [] } as const;
    await messages.create(messageTo(target, { id }));
    expect(await run(stateDir, point)).toEqual({ killed: point, done: false });
    expect((await messages.read(id))?.state.kind).toBe('sending');
    expect(await run(stateDir, null)).toEqual({ killed: null, done: true });
    expect((await messages.read(id))?.state).toMatchObject({ kind: 'sent', again: true });
    const count = TAKEN.includes(point) ? 2 : 1;
    await waitUntil(() => (deliveriesOf(id) === count ? true : null));
    const mails = await Promise.all((await postfix.inbox(ADA)).map((raw) => simpleParser(raw)));
    const own = mails.filter(({ headers }) => headers.get('x-roundsman-message') === id);
    expect(own.map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: count }, () => `<${id}.roundsman@shop.example>`),
    );
  });
});

/** As postfix tells of them. */
function deliveriesOf(id: string): number {
  const log = postfix.log();
  const queued = [...log.matchAll(/([0-9A-F]+): message-id=<([^.>]+)\./g)]
    .filter(([, , of]) => of === id)
    .map(([, queue = '']) => queue);
  return queued.filter((queue) => log.includes(`${queue}: removed`)).length;
}

async function run(stateDir: string, point: string | null) {
  const plan = join(temporaryFolder('rm-plan-'), 'plan');
  mkdirSync(plan);
  if (point !== null) writeFileSync(join(plan, point.replace('/', '.')), '0');
  const connection = smtpConnection({ port: postfix.port, ca: postfix.ca, user: ADA });
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ stateDir, connection })], {
    env: { PATH: process.env['PATH'], HOME: stateDir, CRASH_PLAN: plan, SMTP_PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Uint8Array) => {
    said += new TextDecoder().decode(chunk);
  });
  await new Promise((resolve) => child.once('close', resolve));
  const died = join(plan, 'killed');
  const killed = existsSync(died) ? readFileSync(died, 'utf8').trim() : null;
  return { killed, done: said === 'done\n' };
}
