import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Message } from '../../../src/words/message.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';
import { digestContent, mailMessage } from '../../kit/mail-messages.ts';
import { contentOf, messageTo } from '../../kit/messages.ts';
import { openTestPage, type TestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';
import { waitUntil } from '../../kit/wait-until.ts';

const AT = '2026-11-21T02:03:00.000Z';
const GIVEN_UP = { kind: 'given-up', at: AT, failure: 'no such folder' } as const;
const DUE = { kind: 'due', at: AT, failure: null } as const;

async function toFolder(page: TestPage, id: string, state: Message['state']): Promise<Message> {
  const folder = join(page.workspace.env['HOME'] ?? '', 'digests');
  mkdirSync(folder, { recursive: true });
  const message = messageTo({ kind: 'file', folder: '~/digests' }, { id, state });
  await page.workspace.messages.create(message);
  return message;
}

async function stateOf(page: TestPage, id: string): Promise<string> {
  return (await page.workspace.messages.read(id))?.state.kind ?? 'gone';
}

async function says(page: TestPage, path: string, words: string): Promise<void> {
  await waitUntil(async () => ((await page.get(path)).body.includes(words) ? true : null));
}

describe('messages on the page', () => {
  it('says so where there are none, and where all were sent', async () => {
    const page = await openTestPage();
    expect((await page.get('/messages')).body).toContain('No message was made yet.');
    await toFolder(page, 'M-000000000001', { kind: 'sent', at: AT, receipt: 'a', again: false });
    const { body } = await page.get('/messages');
    expect(body).toContain('<p>Everything was sent.</p>');
    expect(body).not.toContain('M-000000000001');
    const sent = await page.get('/messages?state=sent');
    expect(sent.body).toContain('href="/messages/M-000000000001"');
    expect(sent.body).not.toContain('Send now');
  });

  it('shows what waits and what was given up, fifty at a time', async () => {
    const page = await openTestPage();
    for (let at = 0; at < 60; at += 1)
      await toFolder(page, `M-0000000000${at + 10}`, at < 2 ? GIVEN_UP : DUE);
    const first = await page.get('/messages');
    expect(first.body.match(/<li data-row/g)).toHaveLength(50);
    const next = /href="(\/messages\?after=[^"]+)"/.exec(first.body)?.[1] ?? '';
    expect((await page.get(next)).body.match(/<li data-row/g)).toHaveLength(10);
    const given = (await page.get('/messages?state=given-up')).body;
    expect(given.match(/<li data-row/g)).toHaveLength(2);
    expect(given).toContain('no such folder');
    expect(given).toContain('Try all again (2)');
    expect((await page.get('/messages?routine=other')).body).toContain('of all routines');
  });

  it('sends one again, as a job that says what came of it', async () => {
    const page = await openTestPage();
    const { id } = await toFolder(page, 'M-00000000000a', GIVEN_UP);
    const { headers, status } = await page.post('/messages/retry', { id });
    expect([status, headers['location']]).toEqual([303, '/jobs/1']);
    await waitUntil(async () => ((await stateOf(page, id)) === 'sent' ? true : null));
    expect(readdirSync(join(page.workspace.env['HOME'] ?? '', 'digests'))).toHaveLength(1);
    await says(page, '/jobs/1', `${id}: sent at`);
    const again = await page.post('/messages/retry', { id });
    await says(page, again.headers['location'] ?? '', 'cannot be tried again');
  });

  it('drops with a reason only, and refuses what is not a message', async () => {
    const page = await openTestPage();
    const { id } = await toFolder(page, 'M-00000000000a', GIVEN_UP);
    expect((await page.post('/messages/drop', { id })).status).toBe(400);
    expect(await stateOf(page, id)).toBe('given-up');
    expect((await page.post('/messages/drop', { id, reason: 'gone' })).status).toBe(303);
    expect(await stateOf(page, id)).toBe('dropped');
    expect((await page.get(`/messages/${id}`)).body).toContain('gone');
    expect((await page.get('/messages/..%2f..%2fx')).status).toBe(404);
    expect((await page.post('/messages/drop', { id: 'M-9', reason: 'x' })).status).toBe(404);
  });

  it('puts one that was given up into the inbox, until somebody decides', async () => {
    const page = await openTestPage();
    const { id } = await toFolder(page, 'M-00000000000a', GIVEN_UP);
    await toFolder(page, 'M-00000000000b', DUE);
    const { body } = await page.get('/inbox');
    expect(body).toContain(`href="/inbox/entry?id=message%3A${id}"`);
    expect(body).toContain('1 entry waits');
    const opened = await page.get(`/inbox/entry?id=message%3A${id}`);
    expect(opened.body).toContain(`href="/messages/${id}"`);
    expect(body).toContain('file in ~/digests was given up: no such folder');
    await page.post('/messages/drop', { id, reason: 'gone' });
    expect((await page.get('/inbox')).body).toContain('Nothing waits for you.');
  });

  it('has those of a run on its page, with the mail of each that is one', async () => {
    const page = await openTestPage();
    const { id } = await storeEndedRun(page.workspace);
    const { run } = digestContent();
    if (run === null) throw new Error('the digest tells of no run');
    const contents = [contentOf({ key: `run:${id}`, run: { ...run, id } })];
    await page.workspace.messages.create(mailMessage({ id: 'M-00000000000a', contents }));
    const { body } = await page.get(`/runs/${id}`);
    expect(body).toContain('href="/messages/M-00000000000a"');
    expect(body).toContain('href="/mails/M-00000000000a"');
    const shown = await page.get('/messages/M-00000000000a');
    expect(shown.body).toContain('href="/mails/M-00000000000a"');
    expect(shown.body).toContain(`href="/runs/${id}"`);
  });

  it('shows hostile texts, and does nothing that they say', async () => {
    const page = await openTestPage();
    for (const [at, odd] of HOSTILE_TEXTS.entries()) {
      const id = `M-0000000000${String(at + 10)}`;
      const contents = [contentOf({ name: odd, title: odd, markdown: odd })];
      const state = { ...GIVEN_UP, failure: odd };
      await page.workspace.messages.create(mailMessage({ id, contents, state }));
      for (const path of [
        '/',
        '/inbox',
        `/inbox/entry?id=message%3A${id}`,
        '/messages',
        `/messages/${id}`,
      ]) {
        const { body, status } = await page.get(path);
        expect(status).toBe(200);
        expect(body).not.toMatch(
          /<script(?! src="\/assets\/)|<img|<iframe|<base|href="javascript:|\son\w+="/i,
        );
        // oxlint-disable-next-line eslint/no-control-regex -- those are what must not be there
        expect(body).not.toMatch(/[\u0000\u001b\u202a-\u202e]/);
      }
    }
  });
});
