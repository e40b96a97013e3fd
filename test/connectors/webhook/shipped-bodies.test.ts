import { describe, expect, it } from 'vitest';

import { renderWebhookBody } from '../../../src/connectors/webhook/render-body.ts';
import { isRunId } from '../../../src/words/ids.ts';
import type { MessageContent } from '../../../src/words/message.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';
import { contentOf, messageTo, surroundingsOf } from '../../kit/messages.ts';
import { refusalsOf, SERVICES, textsIn, type Service } from '../../kit/webhook-services.ts';

const TARGET = { kind: 'webhook', via: 'chat' } as const;
const PAGE = 'http://127.0.0.1:8800';

async function bodyOf(
  body: string,
  contents: readonly MessageContent[],
  pageUrl: string | null = null,
): Promise<string> {
  const message = messageTo(TARGET, { contents });
  const rendered = await renderWebhookBody({ message, body }, surroundingsOf({ pageUrl }));
  if (rendered.kind === 'refused') throw new Error(rendered.why);
  return rendered.text;
}

function runOf(id: string): NonNullable<MessageContent['run']> {
  if (!isRunId(id)) throw new TypeError(id);
  return {
    id,
    outcome: 'succeeded',
    engine: 'claude',
    startedAt: '2026-11-21T02:00:00.000Z',
    endedAt: '2026-11-21T02:03:00.000Z',
    branch: 'roundsman/todo-sweep/00000a',
    counts: { new: 1, known: 2, resolved: 0 },
    held: 2,
    reportPath: 'reports/todo-sweep/2026-11-21.md',
  };
}

/** A report of every part that there is, as large as it can be. */
function fullContent(index: number): MessageContent {
  return contentOf({
    key: `run:${index}`,
    name: `Sweep ${index}`,
    title: `20 new findings ${'and more '.repeat(40)}`,
    tone: index === 1 ? 'bad' : 'good',
    run: runOf('01k0000000000000000000000a'),
    findings: Array.from({ length: 20 }, (_, at) => ({
      title: `Finding ${at} ${'é🌍'.repeat(200)}`,
      severity: 'high',
      state: 'new',
      path: `src/${'deep/'.repeat(60)}${at}.ts`,
    })),
    markdown: `## Summary\n\n${'Ünïcode wörds, long lines. 🌍 <&> '.repeat(6_000)}`,
    heldBack: 3,
  });
}

describe.each(SERVICES)('the body for %s', (service: Service) => {
  it.each([
    ['the smallest message', [contentOf({ findings: [], markdown: '', title: '' })], null],
    ['a message', [contentOf()], PAGE],
    ['one with everything, and too much of it', [fullContent(1)], PAGE],
    ['three that were gathered', [fullContent(0), fullContent(1), contentOf()], PAGE],
    ['sixty that were gathered', Array.from({ length: 60 }, (_, at) => fullContent(at)), PAGE],
  ])('is taken by it: %s', async (_name, contents, pageUrl) => {
    const text = await bodyOf(service, contents, pageUrl);
    expect(refusalsOf(service, text)).toEqual([]);
    expect(text).toContain(contents.length === 1 ? (contents[0]?.name ?? '') : 'Sweep 0');
  });

  it('says what was left out', async () => {
    const text = await bodyOf(service, [fullContent(1)]);
    expect(text).toMatch(/more findings/);
    expect(text).toMatch(/… \([\d,]+ more characters\)/);
    expect(text).toContain('3 more of this kind were held back');
    const many = await bodyOf(
      service,
      Array.from({ length: 60 }, (_, at) => fullContent(at)),
    );
    expect(many).toMatch(/… and \d+ more messages/);
  });

  it('is the same for the same message', async () => {
    const contents = [fullContent(0), fullContent(1)];
    expect(await bodyOf(service, contents)).toBe(await bodyOf(service, contents));
  });
});

/** What pings, or leads somewhere that nobody sees, in one of the services; with what must not be left of it. */
const PINGS: readonly string[] = [
  '<!channel> <!here> <!everyone> <!here|here> <!subteam^S012345> <@U012AB3CD> <@W1|ada> <#C012|general>',
  '@channel @here @everyone @ada @\u200beveryone @\u2060here <\u200b!channel> <!ch\u00adannel>',
  '<@123456789012345678> <@!1> <@&987> <#55> </deploy:1> <id:guide> <t:1> <a:x:1> @\ufeffeveryone',
  '<at>Ada</at> <at id="0">x</at> < at>y</ at> <AT>z</AT>',
  '[click](javascript:alert(1)) [a](https://evil.example) <javascript:alert(1)|x> <https://evil.example|our bank>',
  '[[a](b)](javascript:x) ![p](https://evil.example/?d=1) [x]: javascript:1 `code` **b** ||s|| > q\n# head\n-# small\n1. one',
  'javascript:alert(1) vbscript:x data:text/html,x file:///etc/passwd discord://-/channels/@me slack://open mailto:a@b.example tel:+1',
  '","channel":"#general","text":"<!channel>',
  '"}],"allowed_mentions":{"parse":["everyone"]},"content":"@everyone',
  '{{DATE(2026-11-21T00:00:00Z)}} {{{x}}} {{#each this}} ${x} {{constructor}} __proto__',
  'http, Click, https://evil.example\nactions: view',
];

/** What no text may hold that is shown by it, besides what none of them may. */
const FORBIDDEN: Readonly<Record<Service, readonly RegExp[]>> = {
  // Nothing between < and > but our own link.
  slack: [/<[!@#a-z/]/i, /@(channel|here|everyone|ada)/i, /\]\((javascript|https?):/i],
  teams: [/<\s*\/?\s*at\b/i, /\{\{/, /@(channel|here|everyone|ada)/i, /\]\(/],
  discord: [
    /(?<!\\)<[@#:/ati]/i,
    /(?<!\\)\]\(/,
    /(?<!\\)[*|`]/,
    /@(channel|here|everyone|ada)/i,
    /^\s*(#|-#|>)/m,
  ],
  ntfy: [],
};
const NOWHERE: readonly RegExp[] = [
  /\b(javascript|vbscript|data|file|mailto|tel|discord|slack):(\S)/i,
  // oxlint-disable-next-line eslint/no-control-regex -- those are what must not be there
  /[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069]/,
];

function harmIn(service: Service, body: string): readonly string[] {
  const ours = ['url', 'click', '$schema', 'contentType', 'topic', 'timestamp'];
  const harms = textsIn(JSON.parse(body))
    .filter(({ key }) => !ours.includes(key))
    .flatMap(({ text }) => {
      const shown = service === 'slack' ? text.replace(`<${PAGE}/`, '') : text;
      return [...FORBIDDEN[service], ...NOWHERE]
        .filter((pattern) => pattern.test(shown))
        .map((pattern) => `${pattern.source} in ${shown}`);
    });
  return [...refusalsOf(service, body), ...harms];
}

describe.each(SERVICES)('hostile texts in the body for %s', (service: Service) => {
  it.each([...PINGS, ...HOSTILE_TEXTS].map((text) => [text.slice(0, 60), text] as const))(
    'call nobody and lead nowhere: %j',
    async (_name, text) => {
      const contents = [contentOf(), contentOf()].map((content) => ({
        ...content,
        name: text,
        title: text,
        markdown: text,
        run: { ...runOf('01k0000000000000000000000a'), branch: text, outcome: text, engine: text },
        findings: [{ title: text, severity: text, state: text, path: text }],
      }));
      expect(harmIn(service, await bodyOf(service, contents, PAGE))).toEqual([]);
      expect(harmIn(service, await bodyOf(service, contents.slice(1), PAGE))).toEqual([]);
    },
  );

  it('are told as they are, but for that', async () => {
    const text = await bodyOf(service, [contentOf({ title: 'Café: 5 < 6 & "7" > 1 🌍' })]);
    const shown: Readonly<Record<Service, string>> = {
      slack: 'Café: 5 &lt; 6 &amp; "7" &gt; 1 🌍',
      discord: String.raw`Café: 5 \< 6 & "7" \> 1 🌍`,
      teams: 'Café: 5 < 6 & "7" > 1 🌍',
      ntfy: 'Café: 5 < 6 & "7" > 1 🌍',
    };
    expect(textsIn(JSON.parse(text)).map((one) => one.text)).toContainEqual(
      expect.stringContaining(shown[service]),
    );
  });
});

describe('the body for machines', () => {
  it('holds all of a message', async () => {
    const body: unknown = JSON.parse(
      await bodyOf('json', [contentOf({ run: runOf('01k0000000000000000000000a') })], PAGE),
    );
    expect(body).toEqual({
      type: 'roundsman.message',
      timestamp: '2026-11-21T02:03:00.000Z',
      data: {
        id: 'M-0123456789ab',
        workspace: 'shop',
        routine: 'todo-sweep',
        headline: 'Nightly TODO sweep: 1 new finding',
        tone: 'attention',
        link: `${PAGE}/runs/01k0000000000000000000000a`,
        left: 0,
        contents: [
          {
            key: 'run:01k0000000000000000000000a',
            routine: 'todo-sweep',
            occasions: ['findings-new'],
            name: 'Nightly TODO sweep',
            title: '1 new finding',
            tone: 'attention',
            at: '2026-11-21T02:03:00.000Z',
            link: `${PAGE}/runs/01k0000000000000000000000a`,
            run: runOf('01k0000000000000000000000a'),
            findings: [{ title: 'An old TODO', severity: 'low', state: 'new', path: 'src/a.ts' }],
            findingsLeft: 0,
            heldBack: 0,
            markdown: '## Summary\n\nOne TODO is older than a month.\n',
          },
        ],
      },
    });
  });

  it('stays below a megabyte, and counts what it left out', async () => {
    const contents = Array.from({ length: 120 }, (_, at) => fullContent(at));
    const text = await bodyOf('json', contents);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(JSON.parse(text)).toMatchObject({ data: { left: expect.any(Number) } });
  });
});
