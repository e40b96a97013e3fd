import { describe, expect, test } from 'vitest';

import { parseWorkspace } from '../../src/routines/parse-workspace.ts';
import { bytesOf } from '../kit/definitions.ts';

const fallbacks = { folderName: 'shop', hostTimezone: 'Europe/Berlin' };

function reading(connections: string) {
  const { config, problems } = parseWorkspace(bytesOf(`connections:\n${connections}\n`), fallbacks);
  return {
    connections: config.connections,
    problems: problems.map(
      ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} | ${hint}`,
    ),
  };
}

function codes(connections: string): readonly string[] {
  return reading(connections).problems.map((text) => text.split(' ')[1] ?? '');
}

test('each kind is read, with the usual values of what is not written', () => {
  const { connections, problems } = reading(
    [
      '  gh: { kind: github, token: env:GITHUB_TOKEN }',
      '  gl: { kind: gitlab, project: acme/shop, token: "command:pass show gitlab" }',
      '  support: { kind: imap, host: imap.example.com, user: a, password: file:~/.config/imap }',
      '  mail: { kind: smtp, host: smtp.example.com, security: starttls, from: Rounds <r@example.com> }',
      '  local-mail: { kind: smtp, host: "::1", security: none, private: true, from: r@localhost }',
      '  desk: { kind: http, url: "https://desk.example.com/t", token: env:DESK, headers: { authorization: "Bearer {secret}" }, pages: link }',
      '  chat: { kind: webhook, url: env:CHAT_HOOK, body: slack }',
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(connections.map(({ name, kind }) => [name, kind])).toEqual([
    ['gh', 'github'],
    ['gl', 'gitlab'],
    ['support', 'imap'],
    ['mail', 'smtp'],
    ['local-mail', 'smtp'],
    ['desk', 'http'],
    ['chat', 'webhook'],
  ]);
  expect(connections[2]).toMatchObject({ port: 993, folder: 'INBOX', private: false, ca: null });
  expect(connections[3]).toMatchObject({ port: 587, user: null, password: null });
});

test('problems say where, what was found, and what to write', () => {
  expect(
    reading(
      [
        '  mail: { kind: smtp, host: "smtp.example.com:587", from: team@example }',
        '  box: { kind: imap, host: 10.0.0.7, user: a, password: env:P }',
        '  clear: { kind: imap, host: imap.example.com, security: none, user: a, password: env:P }',
        '  gh: { kind: githbu }',
        '  local: { kind: webhook, url: env:HOOK, body: slak }',
      ].join('\n'),
    ).problems,
  ).toEqual([
    '5:15 wrong-value `connections.gh.kind` is "githbu" | Did you mean `github`? Write one of `github`, `gitlab`, `imap`, `smtp`, `http`, `webhook`.',
  ]);
  expect(
    reading(
      [
        '  mail: { kind: smtp, host: "smtp.example.com:587", from: team@example }',
        '  box: { kind: imap, host: 10.0.0.7, user: a, password: env:P }',
        '  clear: { kind: imap, host: imap.example.com, security: none, user: a, password: env:P }',
        '  local: { kind: webhook, url: env:HOOK, body: slak }',
      ].join('\n'),
    ).problems,
  ).toEqual([
    '2:29 invalid-host `connections.mail.host` is smtp.example.com:587, which is not a host | Write the port by itself: `port: 587`.',
    '2:59 wrong-address `connections.mail.from` is team@example, whose domain has no dot | Write the whole address, such as team@example.com.',
    '3:28 address-refused `connections.box.host` names 10.0.0.7, which is a private address | If that is meant, add `private: true` to the connection.',
    '4:58 in-the-clear `connections.clear.security` is none, and imap.example.com is not this machine: password and mails would go in the clear | Write `tls` or `starttls`; `none` is for localhost, 127.0.0.1 and ::1.',
    '5:10 reserved-name `local` cannot be the name of a connection: it stands for the items of this machine | Give it another name.',
    '5:48 unknown-body there is no body `slak` | Did you mean `slack`? Write one of json, slack, teams, discord, ntfy, or a Handlebars file of the repository, such as hooks/chat.hbs.',
  ]);
});

test('a slip in a key is told the keys of its kind', () => {
  expect(
    reading(
      '  a: { kind: imap, hots: imap.example.com, user: a, password: env:P }\n  b: { kind: smtp, host: a.example, from: a@b.example, folder: x }\n  c: { kinds: github }\n  d: 7',
    ).problems,
  ).toEqual([
    '2:3 missing-key `connections.a.host` is missing | Write a name of a host, or an address.',
    '2:20 unknown-key there is no key `connections.a.hots` | Did you mean `host`?',
    '3:56 unknown-key there is no key `connections.b.folder` | Known here: kind, host, port, security, user, password, from, reply-to, private, ca.',
    '4:3 missing-key `connections.c.kind` is missing | Write one of `github`, `gitlab`, `imap`, `smtp`, `http`, `webhook`.',
    '5:6 wrong-value `connections.d` is not written as it has to be (it is not repeated here, for it may be secret) | Write a map with `kind` and the keys of that kind.',
  ]);
});

describe('addresses', () => {
  test.each([
    ['{ kind: http, url: "http://127.0.0.1:9/x" }', 'address-refused'],
    ['{ kind: http, url: "http://[::1]/x" }', 'address-refused'],
    ['{ kind: http, url: "http://0x7f.1/x" }', 'address-refused'],
    ['{ kind: http, url: "http://localhost/x" }', 'address-refused'],
    ['{ kind: http, url: "http://169.254.169.254/x", private: true }', 'address-refused'],
    ['{ kind: http, url: "http://[fd00:ec2::254]/x", private: true }', 'address-refused'],
    ['{ kind: github, api: "https://192.168.1.2/api/v3" }', 'address-refused'],
    ['{ kind: webhook, url: "https://10.1.2.3/x" }', 'address-refused'],
    ['{ kind: gitlab, api: "http://git.example.com/api/v4", token: env:T }', 'in-the-clear'],
    ['{ kind: smtp, host: 0x7f.1, from: a@example.com }', 'invalid-host'],
    ['{ kind: smtp, host: a..b, from: a@example.com }', 'invalid-host'],
    ['{ kind: smtp, host: mail.example.com, port: 70000, from: a@example.com }', 'wrong-value'],
    ['{ kind: http, url: "ftp://example.com/x" }', 'wrong-value'],
    ['{ kind: http, url: "https://user:pw@example.com/x" }', 'wrong-value'],
    ['{ kind: http, url: "https://exa mple.com" }', 'wrong-value'],
    ['{ kind: smtp, host: mail.example.com, from: a@example.com, user: a }', 'half-a-log-in'],
    ['{ kind: smtp, host: mail.example.com, from: a b@example.com }', 'wrong-value'],
    ['{ kind: smtp, host: mail.example.com, from: a@b..com }', 'wrong-address'],
    ['{ kind: smtp, host: mail.example.com, from: .a@example.com }', 'wrong-address'],
    ['{ kind: smtp, host: mail.example.com, from: a@example.c0m, ca: rel.pem }', 'wrong-value'],
    ['{ kind: http, url: "https://a.example/x", token: env:T }', 'useless-key'],
    ['{ kind: http, url: "https://a.example/x", headers: { x: "{secret}" } }', 'missing-token'],
    ['{ kind: http, url: "https://a.example/x", body: "{}" }', 'useless-key'],
    ['{ kind: http, url: "https://a.example/x", headers: { Host: b.example } }', 'reserved-header'],
    ['{ kind: http, url: "https://a.example/x", method: POST, body: "{a: 1}" }', 'body-not-json'],
    ['{ kind: http, url: "https://a.example/{since}/x" }', 'useless-mark'],
    ['{ kind: http, url: "https://a.example/x", query: { after: "{cursor}" } }', 'useless-mark'],
    ['{ kind: http, url: "https://a.example/x", query: { q: "{secret}" } }', 'useless-mark'],
    ['{ kind: http, url: "https://a.example/x", query: { "{since}": a } }', 'useless-mark'],
    ['{ kind: http, url: "https://a.example/x", headers: { x-a: "{since}" } }', 'useless-mark'],
    [
      '{ kind: http, url: "https://a.example/x", method: POST, body: \'{"q": "{secret}"}\' }',
      'useless-mark',
    ],
    [
      '{ kind: http, url: "https://a.example/x", method: POST, pages: link, body: \'{"q": "{cursor}"}\' }',
      'useless-mark',
    ],
  ])('%s is refused', (text, code) => expect(codes(`  it: ${text}`)).toEqual([code]));

  test.each([
    '{ kind: http, url: "http://127.0.0.1:9/x", private: true }',
    '{ kind: github, api: "http://[::1]:3000/api/v3", private: true, token: env:T }',
    '{ kind: smtp, host: localhost, security: none, private: true, from: r@localhost }',
    '{ kind: http, url: "http://news.example/x" }',
  ])('%s is taken', (text) => expect(codes(`  it: ${text}`)).toEqual([]));
});

const GITHUB_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

describe('a secret that stands there itself', () => {
  test.each([
    [`{ kind: github, token: ${GITHUB_TOKEN} }`, GITHUB_TOKEN],
    ['{ kind: imap, host: a.example, user: a, password: correct-horse }', 'correct-horse'],
    ['{ kind: smtp, host: a.example, from: a@b.example, user: a, password: 12345678 }', '12345678'],
    ['{ kind: webhook, url: "https://hooks.slack.com/services/T0/B0/abc" }', 'T0/B0'],
    ['{ kind: webhook, url: "https://discord.com/api/webhooks/1/abc" }', 'webhooks/1'],
    ['{ kind: webhook, url: "https://a.example/x?token=abcdef" }', 'abcdef'],
    ['{ kind: webhook, url: "https://a.example/x?key=abcdef" }', 'abcdef'],
    [
      '{ kind: webhook, url: "https://a.example/0f8b4a52-9c3f-4c1e-8a80-2b1d3c4e5f60" }',
      '0f8b4a52',
    ],
    ['{ kind: webhook, url: "https://a.example/a1b2c3d4e5f6g7h8i9j0k1l2" }', 'a1b2c3'],
    ['{ kind: webhook, url: "https://user:hunter22@a.example/x" }', 'hunter22'],
    ['{ kind: webhook, url: env:HOOK, secret: whsec_c2VjcmV0 }', 'whsec'],
    ['{ kind: webhook, url: env:HOOK, headers: { authorization: Bearer abcdefgh } }', 'abcdefgh'],
    ['{ kind: http, url: "https://a.example/x", headers: { x-api-key: abc123 } }', 'abc123'],
    [
      `{ kind: http, url: "https://a.example/x", headers: { x-any: ${GITHUB_TOKEN} } }`,
      GITHUB_TOKEN,
    ],
    ['{ kind: http, url: "https://a.example/x", headers: { cookie: session=abc } }', 'session'],
    ['{ kind: http, url: "https://a.example/x", query: { api_key: abc123 } }', 'abc123'],
    [`{ kind: http, url: "https://a.example/x", query: { q: ${GITHUB_TOKEN} } }`, GITHUB_TOKEN],
    [`{ kind: http, url: "https://a.example/${GITHUB_TOKEN}" }`, GITHUB_TOKEN],
    [
      '{ kind: http, url: "https://a.example/x", method: POST, body: \'{"a": [{"api_key": "9f8e7d6c"}]}\' }',
      '9f8e7d6c',
    ],
    [
      '{ kind: http, url: "https://a.example/x", method: POST, body: \'{"password": "hunter"}\' }',
      'hunter',
    ],
    [
      '{ kind: http, url: "https://a.example/x", headers: { x-session: 4f3e2d1c0b9a8f7e } }',
      '4f3e2d1c',
    ],
    ['{ kind: http, url: "https://a.example/x", query: { sid: 4f3e2d1c0b9a8f7e } }', '4f3e2d1c'],
    ['{ kind: webhook, url: "https://hooks.zapier.com/hooks/catch/123/abc" }', '123/abc'],
    [
      '{ kind: http, url: "https://a.example/x", token: env:T, headers: { authorization: "Bearer {secret} hunter22" } }',
      'hunter22',
    ],
    [`{ kind: github, token: "command:echo ${GITHUB_TOKEN}" }`, GITHUB_TOKEN],
    [`{ kind: github, repository: ${GITHUB_TOKEN} }`, GITHUB_TOKEN],
    [GITHUB_TOKEN, GITHUB_TOKEN],
    [`[${GITHUB_TOKEN}]`, GITHUB_TOKEN],
  ])('%s is refused and not repeated', (text, secret) => {
    const { problems } = reading(`  it: ${text}`);
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain(secret);
  });

  test('is named with its place and what to write', () => {
    expect(reading('  it: { kind: github, token: hunter22 }').problems).toEqual([
      '2:30 wrong-value `connections.it.token` is not written as it has to be (it is not repeated here, for it may be secret) | Write `env:` and a variable, `file:` and an absolute path, or `command:` and a command that prints it; never a secret itself.',
    ]);
    expect(
      reading('  it: { kind: http, url: "https://a.example/x", headers: { x-api-key: abc } }')
        .problems,
    ).toEqual([
      '2:71 secret-in-text `connections.it.headers.x-api-key` is a value of its own, and secrets never belong in this file (it is not repeated here) | Put it into `token`, and write {secret} in its place. Then have a new one made: this one was written down.',
    ]);
  });

  test.each([
    '{ kind: http, url: "https://a.example/api/v2/tickets.json", token: env:T, headers: { authorization: "Basic {secret}", accept: application/json } }',
    '{ kind: http, url: "https://a.example/x", query: { updated_after: "{since}", page_size: "50", jql: "project = SHOP" } }',
    '{ kind: http, url: "https://gitlab.com/api/v4/projects/mycompany-backend%2Fcustomer/issues" }',
    '{ kind: http, url: "https://api.notion.com/v1/databases/0f8b4a52-9c3f-4c1e-8a80-2b1d3c4e5f60/query" }',
    '{ kind: http, url: "https://api.trello.com/1/boards/5f1a2b3c4d5e6f7a8b9c0d1e/cards" }',
    ...[
      'Zoho-oauthtoken {secret}',
      'OAuth {secret}',
      'SSWS {secret}',
      'Token token={secret}',
      'OAuth2 {secret}',
      '{secret}',
    ].map(
      (value) =>
        `{ kind: http, url: "https://a.example/x", token: env:T, headers: { authorization: "${value}" } }`,
    ),
    '{ kind: http, url: "https://a.example/x", token: env:T, headers: { cookie: "session={secret}" } }',
    '{ kind: http, url: "https://a.example/x", token: env:T, headers: { x-auth-key: "{secret}", x-auth-email: me@a.example } }',
    '{ kind: http, url: "https://a.example/x", method: POST, pages: { cursor: next, parameter: p }, body: \'{"project": {"key": "SUP"}, "pageToken": "{cursor}", "sortKey": "created"}\' }',
    '{ kind: webhook, url: "https://ntfy.sh/shop-nightly", body: ntfy, headers: { priority: high } }',
  ])('%s is none', (text) => expect(codes(`  it: ${text}`)).toEqual([]));
});
