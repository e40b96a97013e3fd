import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';

import { mailOf } from '../../../src/connectors/smtp/mail-of.ts';
import { mimeOf } from '../../../src/connectors/smtp/mime-of.ts';
import type { Message } from '../../../src/words/message.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';
import {
  digestContent,
  MAIL_PLACE,
  MAIL_TARGET,
  mailMessage,
  morningContents,
  REPORT,
} from '../../kit/mail-messages.ts';
import { contentOf, routineIdOf } from '../../kit/messages.ts';

describe('the mail of one run', () => {
  it('lists no finding that the report below it names', () => {
    const finding = { severity: 'high', state: 'new', path: null };
    const content = {
      ...digestContent(),
      markdown:
        '1. **All data is gone** ([T-5](https://example.com/5)) · “gone”\n\n### Card \\$5 lost: 4 tickets, new\n\nFour of them.\n',
      findings: [
        { ...finding, title: 'Card $5 lost: 4 tickets' },
        { ...finding, title: 'Urgent: All data is gone (T-5)' },
        { ...finding, title: 'Nobody can log in any more' },
        { ...finding, title: 'Four' },
      ],
    };
    const mail = mailOf({ ...mailMessage(), contents: [content] }, MAIL_TARGET, MAIL_PLACE);
    expect(mail.text).toContain('- high: Nobody can log in any more, new');
    expect(mail.text).toContain('- high: Four, new');
    for (const text of [mail.text, mail.html]) expect(text.match(/4 tickets/g)).toHaveLength(1);
    for (const text of [mail.text, mail.html]) expect(text.match(/data is gone/g)).toHaveLength(1);
  });

  it('has the routine and what happened in its subject, and a head for programs', () => {
    const mail = mailOf(mailMessage(), MAIL_TARGET, MAIL_PLACE);
    const { text: _text, html: _html, ...head } = mail;
    expect(head).toEqual({
      from: { name: 'Roundsman', address: 'roundsman@shop.example' },
      to: [{ name: 'Team', address: 'team@example.com' }],
      cc: [{ name: '', address: 'ada@example.com' }],
      replyTo: null,
      subject: '[shop] Ticket digest: 1 new theme, 2 requests wait',
      date: '2026-11-21T06:04:11.000Z',
      messageId: '<M-0123456789ab.roundsman@shop.example>',
      inReplyTo: '<thread.ticket-digest.shop.roundsman@shop.example>',
      references: ['<thread.ticket-digest.shop.roundsman@shop.example>'],
      headers: {
        'List-Id': '"Ticket digest" <ticket-digest.shop.roundsman.shop.example>',
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'X-Roundsman-Message': 'M-0123456789ab',
        'X-Roundsman-Routine': 'ticket-digest',
        'X-Roundsman-Occasions': 'report, held',
        'X-Roundsman-Runs': '01k0000000000000000000000a',
      },
    });
  });

  it('reads well as plain text and as HTML', async () => {
    const mail = mailOf(mailMessage(), MAIL_TARGET, MAIL_PLACE);
    await expect(mail.text).toMatchFileSnapshot('golden/one.txt');
    await expect(mail.html).toMatchFileSnapshot('golden/one.html');
  });

  it('is the same bytes each time, as two other readers of mail have them', async () => {
    const mail = mailOf(mailMessage(), MAIL_TARGET, MAIL_PLACE);
    const bytes = await mimeOf(mail);
    expect(await mimeOf(mailOf(mailMessage(), MAIL_TARGET, MAIL_PLACE))).toEqual(bytes);
    const read = await simpleParser(bytes);
    expect(read.text).toBe(mail.text);
    expect(read.html).toBe(mail.html);
    expect(read).toMatchObject({
      subject: mail.subject,
      messageId: mail.messageId,
      inReplyTo: mail.inReplyTo,
      references: mail.inReplyTo,
      date: new Date(mail.date),
    });
    const other = await PostalMime.parse(new Uint8Array(bytes));
    expect(other).toMatchObject({ subject: mail.subject, messageId: mail.messageId });
    expect(other.to).toEqual([{ name: 'Team', address: 'team@example.com' }]);
  });

  it('stands in the thread of its routine, whatever happened', () => {
    const rootOf = (routine: string): string =>
      mailOf(
        mailMessage({
          id: 'M-fedcba987654',
          routine: routineIdOf(routine),
          contents: [contentOf({ routine: routineIdOf(routine) })],
        }),
        MAIL_TARGET,
        MAIL_PLACE,
      ).inReplyTo;
    expect(rootOf('ticket-digest')).toBe('<thread.ticket-digest.shop.roundsman@shop.example>');
    expect(rootOf('todo-sweep')).toBe('<thread.todo-sweep.shop.roundsman@shop.example>');
  });

  it('cuts a report that is too long, and says where the whole is', () => {
    const line = `${'word '.repeat(20)}\n\n`;
    const markdown = `# Begin\n\n${line.repeat(1_500)}# End\n`;
    const mail = mailOf(
      mailMessage({ contents: [digestContent({ markdown })] }),
      MAIL_TARGET,
      MAIL_PLACE,
    );
    expect(mail.text.length).toBeLessThan(130_000);
    expect(mail.text.replaceAll('\n', ' ')).toContain(
      'of 153,015 characters are shown. The whole is in /srv/shop/reports/ticket-digest/2026-11-21.md, or: roundsman show',
    );
    expect(mail.html).toContain('The whole is in /srv/shop/reports/ticket-digest/2026-11-21.md');
    expect(mail.text).not.toContain('End');
  });
});

describe('the mail of a morning', () => {
  it('has what went wrong first, a table on top and all of it below', async () => {
    const mail = mailOf(mailMessage({ contents: morningContents() }), MAIL_TARGET, MAIL_PLACE);
    expect(mail.subject).toBe('[shop] 3 things to tell: 1 went wrong, 1 needs a look, 1 went well');
    expect(mail.inReplyTo).toBe('<thread.all-together.shop.roundsman@shop.example>');
    expect(mail.headers['List-Id']).toBe(
      '"shop, all together" <all-together.shop.roundsman.shop.example>',
    );
    await expect(mail.text).toMatchFileSnapshot('golden/morning.txt');
    await expect(mail.html).toMatchFileSnapshot('golden/morning.html');
  });

  it('stays a mail that can be sent, however many there are', () => {
    const contents = Array.from({ length: 600 }, (_, at) =>
      digestContent({ key: `run:${at}`, markdown: REPORT.repeat(100) }),
    );
    const mail = mailOf(mailMessage({ contents }), MAIL_TARGET, MAIL_PLACE);
    expect(mail.text.length + mail.html.length).toBeLessThan(2_000_000);
    expect(mail.text.split('====', 1)[0]?.replaceAll('\n', ' ').slice(-200)).toContain(
      'Only the first 50 are told below. 100 more are not listed: roundsman runs',
    );
  });
});

describe('a hostile text in a mail', () => {
  const whole = (odd: string): Message =>
    mailMessage({
      id: `M-${odd}`,
      contents: [
        digestContent({
          name: odd,
          title: odd,
          markdown: odd,
          findings: [{ title: odd, severity: odd, state: odd, path: odd }],
        }),
      ],
    });
  const odd = [
    ...HOSTILE_TEXTS,
    'a\r\nBcc: all@example.com\r\n\r\nbody',
    'a\nBcc: all@example.com',
    'a\u2028Bcc: all@example.com\u0085X: y\u0000',
    '=?utf-8?q?a=0D=0ABcc:_all@example.com?=',
    '"x" <all@example.com>, ',
    '[a](javascript:alert(1)) [b](data:text/html,<script>1</script>) [c](https://example.com "onclick=x")',
    '<img src=https://tracker.example/p.png><style>@import "https://tracker.example/x.css"</style><base href=//e.example>',
    '![p](https://tracker.example/p.png) ![q](cid:1) <https://ok.example/?a=1&b="2">',
    '<svg onload=alert(1)><iframe src=//e.example></iframe><form action=//e.example><input></form>',
    '| a | b |\n|:--|:-:|\n| <script>x</script> | `</td><script>` |',
    '-- \nFrom nobody\n.\n..\n',
    `${'>'.repeat(5_000)} deep ${'['.repeat(5_000)}${'*'.repeat(5_000)}`,
  ];

  it('brings no head, no script and nothing to load', async () => {
    for (const one of odd) {
      const mail = mailOf(whole(one), MAIL_TARGET, {
        ...MAIL_PLACE,
        workspace: { name: one, timezone: 'UTC' },
      });
      const bytes = await mimeOf(mail);
      const read = await simpleParser(bytes);
      expect([...read.headers.keys()].toSorted()).toEqual(HEAD);
      expect(read.bcc).toBeUndefined();
      expect(read.attachments).toEqual([]);
      expect(mail.subject).not.toMatch(/[\r\n\u2028\u2029\u202a-\u202e]/);
      expect(Array.from(mail.subject).length).toBeLessThanOrEqual(150);
      expect(
        bytes
          .toString('latin1')
          .split('\r\n')
          .every((line) => line.length <= 998),
      ).toBe(true);
      expectHarmless(mail.html);
    }
  });

  it('shows where a link leads, and keeps no other link than http, https and mailto', () => {
    const markdown =
      '[my bank](https://evil.example/x) [mail](mailto:a@b.example) [x](javascript:alert(1)) [y](//e.example) [z](ftp://e.example) [src](src/a.ts)';
    const { html, text } = mailOf(
      mailMessage({ contents: [digestContent({ markdown })] }),
      MAIL_TARGET,
      MAIL_PLACE,
    );
    expect(html).toContain('>my bank</a> (https://evil.example/x)');
    expect(html.match(/href="[^"]*"/g)).toEqual([
      'href="http://127.0.0.1:8800/runs/01k0000000000000000000000a"',
      'href="https://evil.example/x"',
      'href="mailto:a@b.example"',
    ]);
    expect(text).toContain('my bank <https://evil.example/x>');
  });
});

/** All that a mail's head has, whatever it tells of. */
const HEAD = [
  'auto-submitted',
  'cc',
  'content-type',
  'date',
  'from',
  'in-reply-to',
  'list',
  'message-id',
  'mime-version',
  'references',
  'subject',
  'to',
  'x-auto-response-suppress',
  'x-roundsman-message',
  'x-roundsman-occasions',
  'x-roundsman-routine',
  'x-roundsman-runs',
];

/** Tags and attributes of ours alone, and not one that loads. */
function expectHarmless(html: string): void {
  const tags = new Set(
    [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag = '']) => tag.toLowerCase()),
  );
  const allowed =
    'html head meta title body table tr td th thead tbody p b br hr blockquote pre code em strong s ul ol li a h1 h2 h3 h4 h5 h6 div';
  expect([...tags].filter((tag) => !allowed.split(' ').includes(tag))).toEqual([]);
  const attributes = [...html.matchAll(/<[a-z0-9]+((?:\s+[a-z-]+="[^"]*")*)\s*\/?>/gi)].flatMap(
    ([, all = '']) => [...all.matchAll(/([a-z-]+)="/g)].map(([, name = '']) => name),
  );
  const known =
    'lang charset name content role align width cellpadding cellspacing style href rel start';
  expect(attributes.filter((name) => !known.split(' ').includes(name))).toEqual([]);
  expect(html).not.toMatch(/style="[^"]*(url\(|expression|@import)/i);
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
    expect(href).toMatch(/^(https?:\/\/|mailto:)/);
}
