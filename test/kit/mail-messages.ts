/** Messages as mails are made of them: one run, and a morning of several. */
import { isRunId, type RunId } from '../../src/words/ids.ts';
import type { Message, MessageContent, MessageRun } from '../../src/words/message.ts';
import { contentOf, messageTo, routineIdOf } from './messages.ts';

export const MAIL_TARGET = {
  kind: 'email',
  via: 'mail',
  to: ['Team <team@example.com>'],
  cc: ['ada@example.com'],
} as const;

export const MAIL_PLACE = {
  workspace: { name: 'shop', timezone: 'Europe/Berlin' },
  pageUrl: 'http://127.0.0.1:8800',
  from: 'Roundsman <roundsman@shop.example>',
  replyTo: null,
} as const;

export const REPORT = `## Summary

Fourteen tickets came in since *Monday*, **three** of them about the same thing: the
checkout loses the cart when a voucher is entered twice.

## Themes

| Theme | Tickets | Since | |
|---|--:|---|---|
| Voucher twice | 3 | 2026-11-20 | new |
| Slow search | 7 | 2026-10-02 | known |

1. Look at \`src/cart/voucher.ts\`: [the ticket](https://tickets.example.com/t/4711) has the steps.
2. Search is slow:
   - with more than two words
   - on Mondays

   Nobody knows why.

> "I entered it twice and everything was gone."

\`\`\`ts
if (cart.voucher !== null) throw new Error('twice');
\`\`\`

![a chart](https://tracker.example.com/pixel.png) and <https://example.com/more>.
`;

export function digestContent(change: Partial<MessageContent> = {}): MessageContent {
  return contentOf({
    key: 'run:01k0000000000000000000000a',
    routine: routineIdOf('ticket-digest'),
    occasions: ['report', 'held'],
    name: 'Ticket digest',
    title: '1 new theme, 2 requests wait',
    tone: 'attention',
    at: '2026-11-21T06:04:10.000Z',
    run: runOf({ held: 2 }),
    findings: [
      {
        title: 'A voucher entered twice empties the cart',
        severity: 'high',
        state: 'new',
        path: 'src/cart/voucher.ts',
      },
      {
        title: 'Search is slow with more than two words',
        severity: 'medium',
        state: 'regressed',
        path: null,
      },
    ],
    markdown: REPORT,
    ...change,
  });
}

export function morningContents(): readonly MessageContent[] {
  return [
    digestContent(),
    contentOf({
      name: 'Nightly TODO sweep',
      title: 'nothing new',
      tone: 'good',
      occasions: ['always'],
      findings: [],
      run: runOf({ branch: 'roundsman/todo-sweep/01k' }),
      markdown: 'All 41 TODOs are known.\n',
    }),
    contentOf({
      key: 'run:01k0000000000000000000000c',
      routine: routineIdOf('release-check'),
      name: 'Release check',
      title: 'the agent ended with exit code 1',
      tone: 'bad',
      occasions: ['failure'],
      at: '2026-11-21T04:00:00.000Z',
      findings: [],
      heldBack: 2,
      markdown: 'It could not read the changelog.\n',
    }),
  ];
}

export function mailMessage(change: Partial<Message> = {}): Message {
  return messageTo(MAIL_TARGET, {
    routine: routineIdOf('ticket-digest'),
    contents: [digestContent()],
    createdAt: '2026-11-21T06:04:11.000Z',
    ...change,
  });
}

function runOf(change: Partial<MessageRun> = {}): MessageRun {
  return {
    id: runIdOf('01k0000000000000000000000a'),
    outcome: 'succeeded',
    engine: 'builtin',
    startedAt: '2026-11-21T06:00:00.000Z',
    endedAt: '2026-11-21T06:04:10.000Z',
    branch: null,
    counts: { new: 1, known: 7, resolved: 2 },
    held: 0,
    reportPath: '/srv/shop/reports/ticket-digest/2026-11-21.md',
    ...change,
  };
}

function runIdOf(text: string): RunId {
  if (!isRunId(text)) throw new TypeError(`not a run id: ${text}`);
  return text;
}
