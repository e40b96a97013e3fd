import { describe, expect, test } from 'vitest';

import { parseWorkspace } from '../../src/routines/parse-workspace.ts';
import { bytesOf, context, read, routineOf } from '../kit/definitions.ts';

const ALL = `connections:
  gh: { kind: github, token: env:GITHUB_TOKEN }
  support: { kind: imap, host: imap.example.com, user: a, password: file:~/.config/roundsman/imap }
  desk: { kind: http, url: "https://desk.example.com/t" }
  mail: { kind: smtp, host: smtp.example.com, from: r@example.com, user: r, password: file:/srv/secrets/smtp.env }
  chat: { kind: webhook, url: env:CHAT_HOOK }
`;

function withConnections(yaml: string) {
  const { config, problems } = parseWorkspace(bytesOf(yaml), {
    folderName: 'shop',
    hostTimezone: 'UTC',
  });
  expect(problems).toEqual([]);
  const { connections } = config;
  return { context: { ...context, workspace: { ...context.workspace, connections } } };
}

const given = withConnections(ALL);
const head = 'on: manual\n';

function problems(text: string, world = given): readonly string[] {
  const found = read(head + text, world);
  return Array.isArray(found) ? found : [];
}

function codes(text: string, world = given): readonly string[] {
  return problems(text, world).map((line) => line.split(' ')[1] ?? '');
}

describe('tickets', () => {
  test('come from a file or from a connection, and from one of them', () => {
    const routine = routineOf(`${head}collect: [{ tickets: { from: support } }]\n`, given);
    expect(routine.collect[0]).toMatchObject({ kind: 'tickets', from: 'support' });
    expect(problems('collect: [{ tickets: { from: suport } }]')).toEqual([
      '2:30 unknown-connection `collect.tickets.from` names `suport`, which `connections` of roundsman.yaml does not have | Did you mean `support`?',
    ]);
    expect(problems('collect: [{ tickets: { from: mail } }]')).toEqual([
      '2:30 wrong-kind `collect.tickets.from` names `mail`, which is of the kind smtp, not github, imap or http | Fitting here: `gh`, `support`, `desk`.',
    ]);
    expect(problems('collect: [{ tickets: { from: nothing-like-it } }]', { context })).toEqual([
      '2:30 unknown-connection `collect.tickets.from` names `nothing-like-it`, which `connections` of roundsman.yaml does not have | Add one to roundsman.yaml: `connections: { nothing-like-it: { kind: github, … } }`.',
    ]);
    expect(codes('collect: [{ tickets: { from: desk, path: x } }]')).toEqual(['two-sources']);
    expect(codes('collect: [{ tickets: {} }]')).toEqual(['no-source']);
  });

  test('may be grouped by a model that an http connection leads to', () => {
    const named = (from: string) =>
      `collect: [{ tickets: { path: x, embeddings: { from: ${from}, model: "nomic-embed-text:v1.5" } } }]`;
    expect(routineOf(`${head}${named('desk')}\n`, given).collect[0]).toMatchObject({
      embeddings: { from: 'desk', model: 'nomic-embed-text:v1.5' },
    });
    expect(
      routineOf(`${head}collect: [{ tickets: { path: x } }]\n`, given).collect[0],
    ).not.toHaveProperty('embeddings');
    expect(codes(named('mail'))).toEqual(['wrong-kind']);
    expect(codes(named('gone'))).toEqual(['unknown-connection']);
  });

  test('may have urgent words of a routine’s own', () => {
    const text = `${head}collect: [{ tickets: { path: x, urgent: { words: [VIP], except: [planned outage] } } }]\n`;
    expect(routineOf(text, given).collect[0]).toMatchObject({
      urgent: { words: ['VIP'], except: ['planned outage'] },
    });
    expect(problems('collect: [{ tickets: { path: x, urgent: { words: [x] } } }]')).toEqual([
      '2:51 wrong-value `collect[0].tickets.urgent.words[0]` is "x" | Write a word or phrase of 2 to 100 characters on one line.',
    ]);
    expect(codes('collect: [{ tickets: { path: x, urgent: { word: [VIP] } } }]')).toEqual([
      'unknown-key',
    ]);
  });

  test('refuse what says nothing to their source', () => {
    expect(problems('collect: [{ tickets: { from: support, fields: { id: x } } }]')).toEqual([
      '2:47 useless-key `tickets.fields` says nothing to a connection of the kind imap | Remove it.',
    ]);
    expect(
      codes('collect: [{ tickets: { from: gh, items: a, format: csv, fields: { id: x } } }]'),
    ).toEqual(['useless-key', 'useless-key', 'useless-key']);
    expect(codes('collect: [{ tickets: { from: desk, items: a, fields: { id: x } } }]')).toEqual(
      [],
    );
    expect(codes('collect: [{ tickets: { from: desk, format: csv } }]')).toEqual(['useless-key']);
  });

  test('say nothing where roundsman.yaml itself cannot be read', () => {
    const world = { context: { ...context, connectionsUnknown: true } };
    expect(codes('collect: [{ tickets: { from: support } }]', world)).toEqual([]);
  });
});

describe('outputs', () => {
  const work = 'collect: [todos]\n';
  test.each([
    ['{ file-item: { tracker: local } }', []],
    ['{ file-item: { tracker: gh } }', []],
    ['{ file-item: { tracker: github } }', ['unknown-connection']],
    ['{ file-item: { tracker: desk } }', ['wrong-kind']],
    ['{ pull-request: {} }', []],
    ['{ pull-request: { via: gh } }', []],
    ['{ pull-request: { via: chat } }', ['wrong-kind']],
  ])('%s', (outputs, expected) => {
    expect(codes(`${work}outputs: ${outputs}`)).toEqual(expected);
  });

  test('of the wrong kind are not told to be added a second time under their name', () => {
    const world = withConnections(
      'connections: { mail: { kind: smtp, host: a.example, from: a@a.example } }\n',
    );
    expect(problems(`${work}outputs: { pull-request: { via: mail } }`, world)).toEqual([
      expect.stringContaining(
        'is of the kind smtp, not github or gitlab | Add one to roundsman.yaml: `connections: { NAME: { kind: github, … } }`.',
      ),
    ]);
  });

  test('without a name mean the only one that there is', () => {
    const none = withConnections('name: x\n');
    expect(problems(`${work}outputs: { pull-request: {} }`, none)).toEqual([
      '3:12 unknown-connection `outputs.pull-request` needs a connection of the kind github or gitlab, and roundsman.yaml has none | Add one to roundsman.yaml: `connections: { NAME: { kind: github, … } }`.',
    ]);
    const two = withConnections('connections: { a: { kind: github }, b: { kind: gitlab } }\n');
    expect(problems(`${work}outputs: { pull-request: {} }`, two)).toEqual([
      '3:12 which-connection `outputs.pull-request` does not say which connection: there are a, b | Add `via: a`, or another of them.',
    ]);
  });
});

describe('notify', () => {
  const rule = (text: string): string =>
    `collect: [todos]\nnotify:\n  - { on: [failure], ${text} }`;
  test.each([
    ['email: { to: team@example.com }', []],
    ['email: { to: [a@example.com], via: mail }', []],
    ['email: { to: a@example.com, via: chat }', ['wrong-kind']],
    ['email: { to: team@example }', ['wrong-address']],
    [
      'email: { to: [a@example.com, "b@-x.example"], cc: c@1.2 }',
      ['wrong-address', 'wrong-address'],
    ],
    ['email: { to: [] }', ['no-target']],
    ['email: { to: "a b@example.com" }', ['wrong-value']],
    ['webhook: { via: chat }', []],
    ['webhook: { via: mail }', ['wrong-kind']],
    ['webhook: { url: "https://ntfy.example/topic", body: ntfy }', []],
    ['webhook: { url: env:HOOK, secret: env:KEY }', []],
    ['webhook: { via: chat, url: env:HOOK }', ['one-of']],
    ['webhook: {}', ['one-of']],
    ['webhook: { via: chat, body: slack }', ['useless-key']],
    ['webhook: { url: env:HOOK, body: slak }', ['unknown-body']],
    ['webhook: { url: env:HOOK, body: hooks/chat.hbs }', []],
    ['webhook: { url: "http://127.0.0.1/x" }', ['address-refused']],
    ['webhook: { url: "http://169.254.169.254/x" }', ['address-refused']],
    ['webhook: { url: "https://hooks.slack.com/services/T/B/x" }', ['secret-in-text']],
    [
      'ping: { url: "https://hc.example/0f8b4a52-9c3f-4c1e-8a80-2b1d3c4e5f60" }',
      ['secret-in-text'],
    ],
    ['ping: { url: env:HEALTH_URL }', []],
    ['desktop: true', []],
    ['file: { folder: ~/digests }', []],
    ['cooldown: 1h', ['no-target']],
    ['desktop: true, gather-at: "07:00"', ['cannot-gather']],
    ['ping: { url: env:H }, gather-at: "07:00"', ['cannot-gather']],
    ['file: { folder: ~/d }, gather-at: "07:00"', []],
    ['desktop: true, quiet-hours: "22:00-22:00"', ['empty-span']],
  ])('%s', (text, expected) => expect(codes(rule(text))).toEqual(expected));

  test('a mail without a mail server is told which key is missing', () => {
    expect(problems(rule('email: { to: a@example.com }'), { context })).toEqual([
      '4:22 unknown-connection `notify.email` needs a connection of the kind smtp, and roundsman.yaml has none | Add one to roundsman.yaml: `connections: { NAME: { kind: smtp, … } }`.',
    ]);
  });

  test('an address with a key is named as every other key of notify', () => {
    expect(
      problems(rule('webhook: { url: "https://hooks.slack.com/services/T/B/x" }')).join(),
    ).toContain('`notify.webhook.url` holds a key');
  });

  test('counts failures only where it tells of them, and each occasion once', () => {
    const text =
      'collect: [todos]\nnotify: [{ on: [held, held], desktop: true, failure-after: 2 }]';
    expect(codes(text)).toEqual(['duplicate-occasion', 'useless-key']);
  });

  test('never repeats an address that may be secret', () => {
    for (const text of [
      'webhook: https://h.example/abc',
      'ping: https://h.example/abc',
      'webhook: { url: "h.example/abc" }',
    ])
      expect(problems(rule(text)).join()).not.toContain('h.example');
  });
});

describe('credentials of the runner', () => {
  test.each([
    ['permissions: { env: [GITHUB_TOKEN] }', 'gh'],
    ['permissions: { env: [OTHER, CHAT_HOOK] }', 'chat'],
    ['permissions: { read: [~/.config] }', 'support'],
    ['permissions: { read: [~/.config/roundsman/imap] }', 'support'],
    ['permissions: { read: [/home/somebody/.config/roundsman] }', 'support'],
    ['permissions: { read: [/srv] }', 'mail'],
    ['permissions: { read: [/srv/secrets/] }', 'mail'],
    ['workspace: { include: ["secrets/smtp.env"] }', 'mail'],
    ['workspace: { include: ["**/*.env"] }', 'mail'],
  ])('are not given to an agent: %s', (text, owner) => {
    const [problem, ...more] = problems(`collect: [todos]\n${text}`);
    expect(more).toEqual([]);
    expect(problem).toMatch(/ credential-for-agent /);
    expect(problem).toContain(`\`${owner}\``);
  });

  test.each([
    'permissions: { env: [NIGHT_HOOK] }',
    'permissions: { env: [NIGHT_KEY] }',
    'permissions: { env: [HEALTH_URL] }',
    'permissions: { read: [~/health] }',
    'workspace: { include: ["hooks/night"] }',
  ])('of the rules under notify are not given to it either: %s', (text) => {
    const rules = [
      'notify:',
      '  - { on: [failure], webhook: { url: "env:NIGHT_HOOK", secret: "env:NIGHT_KEY" } }',
      '  - { on: [failure], webhook: { url: "file:/srv/x/hooks/night" } }',
      '  - { on: [always], ping: { url: "env:HEALTH_URL" } }',
      '  - { on: [failure], ping: { url: "file:~/health/url" } }',
    ].join('\n');
    const [problem, ...more] = problems(`collect: [todos]\n${rules}\n${text}`);
    expect(more).toEqual([]);
    expect(problem).toMatch(/ credential-for-agent /);
    expect(problem).toContain('`notify`');
  });

  test.each([
    'permissions: { env: [OTHER] }',
    'permissions: { read: [~/.config/roundsman-other, ~/.cache, /srv/secrets-of-others] }',
    'workspace: { include: [.env, "config/*.json"] }',
  ])('%s covers none', (text) => expect(codes(`collect: [todos]\n${text}`)).toEqual([]));
});

describe('risk', () => {
  const command = {
    context: {
      ...given.context,
      workspace: { ...given.context.workspace, engine: 'command' as const },
    },
  };
  const base = [
    'agent: { prompt: Look., command: [cat] }',
    'collect: [{ tickets: { from: support } }]',
    'permissions: { env: [NOTES_KEY] }',
  ].join('\n');

  test('what nobody approves is a way out', () => {
    expect(
      problems(`${base}\noutputs: { mode: auto, file-item: { tracker: gh } }`, command),
    ).toEqual([
      '5:10 risk-not-accepted the routine has private data (permissions.env: NOTES_KEY), untrusted input (the collector tickets) and a way out (outputs.file-item, which needs no approval) at once: the author of the input could have the data sent out | Take one of the three away, or say why this is all right: `accept-risk: "Only our own staff writes tickets."`.',
    ]);
    expect(codes(`${base}\noutputs: { pull-request: { mode: auto } }`, command)).toEqual([
      'risk-not-accepted',
    ]);
  });

  test.each([
    'outputs: { file-item: { tracker: gh }, pull-request: {} }',
    'outputs: { mode: auto, file-item: {}, comment: {} }',
    'outputs: { mode: auto, file-item: { tracker: gh, mode: review } }',
  ])('%s is none', (outputs) => expect(codes(`${base}\n${outputs}`, command)).toEqual([]));
});
