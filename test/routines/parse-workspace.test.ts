import { describe, expect, test } from 'vitest';

import { DEFAULT_REVIEW, DEFAULT_DAEMON } from '../../src/routines/definition-context.ts';
import { parseWorkspace } from '../../src/routines/parse-workspace.ts';
import { bytesOf } from '../kit/definitions.ts';

const fallbacks = { folderName: 'shop', hostTimezone: 'Europe/Berlin' };
const defaults = {
  name: 'shop',
  timezone: 'Europe/Berlin',
  engine: null,
  trackReports: false,
  diskFloorBytes: 500_000_000,
  engines: {},
  connections: [],
  budget: null,
  prices: [],
  sessionsOff: [],
  daemon: DEFAULT_DAEMON,
  review: DEFAULT_REVIEW,
  store: null,
  lines: { name: null, timezone: null, engine: null, trackReports: null },
};

test('a missing file, and one of comments only, is all defaults', () => {
  expect(parseWorkspace(null, fallbacks)).toEqual({ config: defaults, problems: [] });
  expect(parseWorkspace(bytesOf('# nothing yet\n'), fallbacks)).toEqual({
    config: defaults,
    problems: [],
  });
});

test('what is written counts, with its line', () => {
  const text = 'name: Shop\ntimezone: UTC\nengine: builtin\nreports:\n  track: true\n';
  expect(parseWorkspace(bytesOf(text), fallbacks).config).toEqual({
    name: 'Shop',
    timezone: 'UTC',
    engine: 'builtin',
    trackReports: true,
    diskFloorBytes: 500_000_000,
    engines: {},
    connections: [],
    budget: null,
    prices: [],
    sessionsOff: [],
    daemon: DEFAULT_DAEMON,
    review: DEFAULT_REVIEW,
    store: null,
    lines: { name: 1, timezone: 2, engine: 3, trackReports: 5 },
  });
});

test('the database of records is named by a variable, never by an address', () => {
  const named = parseWorkspace(bytesOf('store: env:TEAM_STORE\n'), fallbacks);
  expect([named.config.store, named.problems]).toEqual(['TEAM_STORE', []]);
  const { config, problems } = parseWorkspace(
    bytesOf('store: postgres://ada:secret@db/x\n'),
    fallbacks,
  );
  expect(config.store).toBeNull();
  expect(problems.map(({ message, hint }) => [message, hint])).toEqual([
    [
      '`store` is not written as it has to be (it is not repeated here, for it may be secret)',
      'Write `env:` and the name of an environment variable that holds the address, such as env:ROUNDSMAN_STORE, for an address may hold a password.',
    ],
  ]);
  expect(JSON.stringify(problems)).not.toContain('ada:');
});

test('with problems it is all defaults, and they are all named', () => {
  const { config, problems } = parseWorkspace(
    bytesOf('timezone: Mars/Base\nnotify: { on: failure }\nengin: builtin\n'),
    fallbacks,
  );
  expect(config).toEqual(defaults);
  expect(problems.map(({ line, code, message, hint }) => [line, code, message, hint])).toEqual([
    [
      1,
      'unknown-timezone',
      'there is no time zone "Mars/Base"',
      'Write an IANA name such as Europe/Berlin or UTC.',
    ],
    [2, 'not-served', '`notify` is not served by this version yet', 'Remove `notify`.'],
    [3, 'unknown-key', 'there is no key `engin`', 'Did you mean `engine`?'],
  ]);
});

describe('the daemon', () => {
  function daemonOf(text: string) {
    const { config, problems } = parseWorkspace(bytesOf(text), fallbacks);
    expect(problems).toEqual([]);
    return config.daemon;
  }

  function problemsOf(text: string): readonly string[] {
    return parseWorkspace(bytesOf(text), fallbacks).problems.map(
      ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} | ${hint}`,
    );
  }

  test('serves the page on this machine, unless it is off, and elsewhere only with a token', () => {
    expect(daemonOf('').page).toEqual({
      listen: null,
      hosts: [],
      token: null,
      people: null,
    });
    expect(daemonOf('page: { listen: off }\n').page).toBe(null);
    expect(daemonOf('page: { listen: null }\n').page).toBe(null);
    expect(daemonOf('page: { listen: "[::1]:8800" }\n').page?.listen).toBe('[::1]:8800');
    const open = 'page: { listen: 0.0.0.0:8800, token: env:PAGE_TOKEN }\n';
    expect(daemonOf(open).page?.token).toBe('PAGE_TOKEN');
    const { problems } = parseWorkspace(bytesOf('page: { listen: 0.0.0.0:8800 }\n'), fallbacks);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      [
        'public-page',
        '`page.listen` is 0.0.0.0:8800, which other machines may reach, and there is no `page.token`',
      ],
    ]);
  });

  test('serves the page to several people, named by a proxy or a provider', () => {
    const roles = '    roles: { admin: [ada], reviewer: ["group:dev"] }\n';
    const provider =
      '    oidc: { issuer: "https://id.example", client-id: r, client-secret: env:SECRET }\n';
    const url = '    url: https://roundsman.example\n';
    expect(daemonOf(`page:\n  people:\n${url}${provider}${roles}`).page?.people).toEqual({
      url: 'https://roundsman.example',
      by: {
        kind: 'oidc',
        issuer: 'https://id.example',
        clientId: 'r',
        clientSecret: 'SECRET',
        claim: 'email',
      },
      roles: { viewer: [], reviewer: ['group:dev'], operator: [], admin: ['ada'] },
    });
    const people = (text: string, listen = '10.0.0.4:8800'): readonly string[] =>
      problemsOf(`page:\n  listen: ${listen}\n  people:\n${text}`).map(
        (problem) => problem.split(' |')[0] ?? '',
      );
    const header = '    header: X-Forwarded-User\n    roles: { admin: [ada] }\n';
    expect(people(header)).toEqual([]);
    expect(people(header, '127.0.0.1:8800')).toEqual([]);
    expect(people(header, '0.0.0.0:8800')).toEqual([
      '2:11 header-in-public `page.people.header` is not taken at 0.0.0.0, where others than the proxy may connect',
    ]);
    expect(people(`    header: X-User\n${roles}`)).toEqual([
      '5:39 group-without-provider `page.people.roles` names group:dev, and a header names no groups',
    ]);
    expect(people('    header: X-User\n')).toEqual([
      '3:3 people-without-roles `page.people.roles` names no person, so the page would refuse everyone',
    ]);
    expect(people(`${provider}${roles}`)).toEqual([
      '4:11 people-without-url `page.people.oidc` needs `page.people.url`, to which the provider sends people back',
    ]);
    expect(people(`${url.replace('https', 'http')}${provider}${roles}`)).toEqual([
      '4:10 people-in-clear `page.people.url` is http://roundsman.example: a log-in over http can be read and changed on its way',
    ]);
    expect(people(roles)).toEqual([
      '4:5 people-unnamed `page.people` does not say how people log in',
    ]);
  });

  test('bounds what each person and each engine may cost in a day', () => {
    const text =
      'limits: { budget: { usd-per-day: 9, per-person: { usd-per-day: 2 }, engines: { claude: { tokens-per-day: 5 } } } }\n';
    expect(parseWorkspace(bytesOf(text), fallbacks).config.budget).toEqual({
      usdPerDay: 9,
      tokensPerDay: null,
      perPerson: { usdPerDay: 2, tokensPerDay: null },
      engines: { claude: { usdPerDay: null, tokensPerDay: 5 } },
    });
  });

  test('has all its settings', () => {
    const text = [
      'definitions: { ref: main }',
      'limits: { max-running: 2 }',
      'workspace: { spares: 3 }',
      'hooks: { listen: 127.0.0.1:8787 }',
      'page: { listen: 127.0.0.1:8800, hosts: [roundsman.example], token: env:PAGE_TOKEN }',
      'heartbeat: { url: env:BEAT, every: 30s }',
      'slots: { keep: 90d }',
      'keep: { disk: 50GB, archives: 30d }',
      '',
    ].join('\n');
    expect(daemonOf(text)).toEqual({
      definitionsRef: 'main',
      maxRunning: 2,
      spares: 3,
      hooksListen: '127.0.0.1:8787',
      page: {
        listen: '127.0.0.1:8800',
        hosts: ['roundsman.example'],
        token: 'PAGE_TOKEN',
        people: null,
      },
      heartbeat: { url: { kind: 'env', text: 'BEAT' }, everyMs: 30_000 },
      keepSlotsMs: 90 * 86_400_000,
      keep: { diskBytes: 50_000_000_000, archivesMs: 30 * 86_400_000 },
    });
    expect(daemonOf('heartbeat: { url: https://ping.example/x?y=1 }\n').heartbeat).toEqual({
      url: { kind: 'url', text: 'https://ping.example/x?y=1' },
      everyMs: 60_000,
    });
  });

  test.each(['127.0.0.1:0', 'localhost:8787', '[::1]:8787', '127.3.2.1:80'])(
    'may listen on %s, which only this machine reaches',
    (listen) => {
      expect(daemonOf(`hooks: { listen: "${listen}" }\n`).hooksListen).toBe(listen);
    },
  );

  test.each([
    '0.0.0.0:8787',
    '[::]:8787',
    '192.168.1.2:80',
    'hooks.example.com:443',
    '127.0.0.1.example.com:80',
    '[::ffff:10.0.0.1]:80',
  ])('listens on %s only where that is said to be meant', (listen) => {
    expect(problemsOf(`hooks: { listen: "${listen}" }\n`)).toEqual([
      `1:18 public-hooks \`hooks.listen\` is ${listen}, which other machines may reach | Listen on 127.0.0.1 behind a proxy with TLS; or, if it is meant, add \`hooks: { public: true }\`.`,
    ]);
    const meant = `hooks: { listen: "${listen}", public: true }\n`;
    expect(daemonOf(meant).hooksListen).toBe(listen);
  });

  test.each([
    [
      'hooks: { listen: 8787 }',
      '1:18 wrong-value `hooks.listen` is the number 8787 | Write an address with a port, such as 127.0.0.1:8787.',
    ],
    [
      'hooks: { listen: 127.0.0.1:70000 }',
      '1:18 bad-port `hooks.listen` names the port 70000, and there are none beyond 65535 | Write a port from 1024 to 65535, such as 127.0.0.1:8787.',
    ],
    [
      'heartbeat: { every: 5s }',
      '1:21 out-of-range `heartbeat.every` is 5s, not between 10s and 1d | Write a duration such as 1m.',
    ],
    [
      'limits: { max-running: 0 }',
      '1:24 wrong-value `limits.max-running` is the number 0 | Write a whole number from 1 to 1000.',
    ],
    [
      'limits: { budget: 3 }',
      '1:19 wrong-value `limits.budget` is the number 3 | Write a map with keys such as `usd-per-day`, `tokens-per-day`, `per-person`.',
    ],
    [
      'heartbeat: { url: ftp://key@x }',
      '1:19 wrong-value `heartbeat.url` is not written as it has to be (it is not repeated here, for it may be secret) | Write an http or https URL, or `env:` and the variable that holds it.',
    ],
  ])('%s is refused', (text, problem) => {
    expect(problemsOf(`${text}\n`)).toEqual([problem]);
  });
});
