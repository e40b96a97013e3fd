import { describe, expect, it } from 'vitest';

import { writeText } from '../../../src/platform/files.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';
import { digestContent, mailMessage } from '../../kit/mail-messages.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

describe('the mail of a run on the page', () => {
  it('has its head, its plain part, and its HTML part as a document that does nothing', async () => {
    const page = await openTestPage();
    const { id } = await storeEndedRun(page.workspace);
    const { report } = runPaths(page.workspace.location.stateDir, id);
    await writeText(report, '## Summary\n\n**Eleven** things were looked at.\n');
    expect((await page.get(`/runs/${id}`)).body).toContain(`href="/runs/${id}/mail"`);
    const shown = await page.get(`/runs/${id}/mail`);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('sweep: nothing new</h1>');
    expect(shown.body).toContain('none: no rule under notify sends a mail');
    expect(shown.body).toContain('Eleven things were looked at.');
    expect(shown.body).toContain(`href="/runs/${id}/mail/html"`);
    const document = await page.get(`/runs/${id}/mail/html`);
    expect(document.body).toContain('<strong>Eleven</strong> things were looked at.');
    expect(document.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });

  it('shows a stored one by its id, and nothing by what is not an id', async () => {
    const page = await openTestPage();
    await page.workspace.messages.create(mailMessage());
    const shown = await page.get('/mails/M-0123456789ab');
    expect(shown.body).toContain(
      '[shop] Ticket digest: 1 new theme, 2 requests wait'.replace('[shop]', ''),
    );
    expect(shown.body).toContain('This mail is not sent yet.');
    expect((await page.get('/mails/M-0123456789ab/html')).body).toMatch(/^<!doctype html>/);
    expect((await page.get('/mails/..%2f..%2fx')).status).toBe(404);
    expect((await page.get('/mails/M-00000000000f/html')).status).toBe(404);
  });

  it('sends a browser that asks for an icon to ours: a mail names none', async () => {
    const page = await openTestPage();
    const asked = await page.ask({ path: '/favicon.ico' });
    const icon = await page.ask({ path: asked.headers['location'] ?? '' });
    expect([asked.status, icon.status, icon.headers['content-type']]).toEqual([
      303,
      200,
      'image/svg+xml',
    ]);
  });

  it('is for who is logged in alone', async () => {
    const page = await openTestPage();
    await page.workspace.messages.create(mailMessage());
    const refused = await page.ask({ path: '/mails/M-0123456789ab/html' });
    expect(refused.status).toBe(401);
    expect(refused.body).not.toContain('Ticket digest');
  });

  it('shows hostile texts, and does nothing that they say', async () => {
    const page = await openTestPage();
    for (const [at, odd] of HOSTILE_TEXTS.entries()) {
      const id = `M-0000000000${String(at).padStart(2, '0')}`;
      const contents = [digestContent({ name: odd, title: odd, markdown: odd })];
      await page.workspace.messages.create(mailMessage({ id, contents }));
      for (const path of [`/mails/${id}`, `/mails/${id}/html`]) {
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

  it('leads a browser that logs in by a link to a path of the page, and nowhere else', async () => {
    const page = await openTestPage();
    const to = async (path: string): Promise<string | undefined> => {
      const link = new URL(page.listener.link());
      const asked = `${link.pathname}${link.search}&to=${encodeURIComponent(path)}`;
      return (await page.ask({ path: asked })).headers['location'];
    };
    expect(await to('/runs/abc/mail')).toBe('/runs/abc/mail');
    expect(await to('//evil.example/')).toBe('/');
    expect(await to('https://evil.example/')).toBe('/');
  });
});
