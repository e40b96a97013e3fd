import { readFileSync } from 'node:fs';

import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startPostfix, type Postfix } from '../kit/services/postfix.ts';
import { waitUntil } from '../kit/wait-until.ts';

const ADA = 'ada@example.com';
let postfix: Postfix;

beforeAll(async () => {
  postfix = await startPostfix({ users: { [ADA]: 'secret' }, deliver: { kind: 'maildir' } });
});
afterAll(async () => {
  await postfix.stop();
});

test('the server of these tests takes mail over STARTTLS from who logs in, and keeps it when it was away', async () => {
  await postfix.halt();
  await postfix.resume();
  const transport = createTransport({
    host: '127.0.0.1',
    port: postfix.port,
    requireTLS: true,
    auth: { user: ADA, pass: 'secret' },
    tls: { ca: readFileSync(postfix.ca, 'utf8'), servername: 'localhost' },
  });
  await transport.sendMail({ from: ADA, to: ADA, subject: 'one', text: 'a line' });
  await waitUntil(() => (postfix.log().includes('delivered to maildir') ? true : null));
  const [mail = Buffer.alloc(0)] = await postfix.inbox(ADA);
  const { subject, text } = await simpleParser(mail);
  expect({ subject, text }).toEqual({ subject: 'one', text: 'a line\n' });
});
