import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { onDeployment } from '../../kit/event-intake.ts';
import { hooked, openListener, type TestListener } from '../../kit/hook-listener.ts';
import {
  github,
  GITHUB_SECRET,
  gitlab,
  hookFixture,
  standard,
  standardSignature,
  type Sent,
} from '../../kit/hook-senders.ts';

const STRANGER = {
  status: 401,
  body: { status: 'refused', reason: 'no hook of this name takes what this signature proves' },
} as const;

const ROUTINES = [
  hooked('by-standard', 'standard'),
  hooked('by-github', 'github'),
  hooked('by-gitlab', 'gitlab-token'),
  { ...hooked('switched-off', 'github'), enabled: false },
];

function without(sent: Sent, ...names: readonly string[]): Sent {
  const headers = Object.fromEntries(
    Object.entries(sent.headers).filter(([name]) => !names.includes(name)),
  );
  return { ...sent, headers };
}

async function nothingWasRecorded(listener: TestListener): Promise<void> {
  expect(await listener.intake.records()).toEqual([]);
  expect(listener.intake.wakes()).toBe(0);
}

describe('a forged delivery', () => {
  it.each([
    ['another secret', standard('by-standard', '{}', { secret: 'whsec_b3RoZXI=' })],
    ['another body', { ...standard('by-standard', '{}'), body: '{ }' }],
    ['another id', standard('by-standard', '{}', { headers: { 'webhook-id': 'msg_2' } })],
    ['another time', standard('by-standard', '{}', { headers: { 'webhook-timestamp': '1' } })],
    ['no signature', without(standard('by-standard', '{}'), 'webhook-signature')],
    [
      'an empty signature',
      standard('by-standard', '{}', { headers: { 'webhook-signature': 'v1,' } }),
    ],
    ['no id', without(standard('by-standard', '{}'), 'webhook-id')],
    ['no time', without(standard('by-standard', '{}'), 'webhook-timestamp')],
    [
      'a time that is not a number',
      standard('by-standard', '{}', { headers: { 'webhook-timestamp': '1e3' } }),
    ],
    ['another secret, by GitHub', github('by-github', '{}', { secret: 'wrong' })],
    ['another body, by GitHub', { ...github('by-github', '{}'), body: '{ }' }],
    ['no signature, by GitHub', without(github('by-github', '{}'), 'x-hub-signature-256')],
    [
      'half a signature, by GitHub',
      github('by-github', '{}', { headers: { 'x-hub-signature-256': 'sha256=ab' } }),
    ],
    [
      'the old kind of signature',
      github('by-github', '{}', {
        headers: { 'x-hub-signature-256': '', 'x-hub-signature': 'sha1=00' },
      }),
    ],
    ['another token', gitlab('by-gitlab', '{}', { token: 'token-of-the-watc' })],
    ['no token', without(gitlab('by-gitlab', '{}'), 'x-gitlab-token')],
    ['a ping that nobody signed', github('by-github', '{}', { event: 'ping', secret: 'wrong' })],
    ['the scheme of another routine', github('by-standard', '{}')],
    ['a routine that there is none of', github('nobody', '{}')],
    ['a routine that is switched off', github('switched-off', '{}')],
  ])('with %s is refused, and told the same as any stranger', async (_, sent) => {
    const listener = await openListener({ routines: ROUTINES });

    expect(await listener.send(sent)).toMatchObject(STRANGER);
    await nothingWasRecorded(listener);
  });

  it('leaves one line a minute in the log, with no secret and nothing of the payload', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const forged = github('by-github', '{"word":"swordfish"}', { secret: 'wrong' });

    for (let count = 0; count < 5; count += 1) await listener.send(forged);
    await listener.send(github('nobody', '{}'));
    listener.intake.clock.move(60_000);
    await listener.send(forged);

    expect(listener.log).toEqual([
      'hook by-github: refused: the signature in X-Hub-Signature-256 does not fit',
      'hook by-github: refused: the signature in X-Hub-Signature-256 does not fit (and 4 more since)',
    ]);
  });
});

describe('a stale delivery', () => {
  it.each([
    ['old', '2026-11-21T08:54:59Z'],
    ['early', '2026-11-21T09:05:01Z'],
  ])('that is %s (%s) is refused', async (_, at) => {
    const listener = await openListener({ routines: ROUTINES });

    expect(await listener.send(standard('by-standard', '{}', { at: new Date(at) }))).toMatchObject({
      status: 401,
      body: { status: 'refused', reason: 'it was signed 301 s from now' },
    });
    await nothingWasRecorded(listener);
  });

  it('is none at just five minutes', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const at = new Date('2026-11-21T08:55:00Z');

    expect(await listener.send(standard('by-standard', '{}', { at }))).toMatchObject({
      status: 202,
    });
  });
});

describe('a replayed delivery', () => {
  it.each([
    ['github', (delivery: string) => github('by-github', '{"n":1}', { delivery })],
    ['gitlab', (key: string) => gitlab('by-gitlab', '{"n":1}', { key })],
  ])('of %s under another id is refused within a day, also after a restart', async (_, make) => {
    const first = await openListener({ routines: ROUTINES });
    expect(await first.send(make('one'))).toMatchObject({ status: 202 });
    const refused = {
      status: 409,
      body: { status: 'refused', reason: 'the same body came before, as event:webhook:one' },
    };
    expect(await first.send(make('two'))).toMatchObject(refused);
    await first.close();

    const { stateDir, clock } = first.intake;
    const second = await openListener({ routines: ROUTINES, intake: { stateDir, clock } });
    expect(await second.send(make('three'))).toMatchObject(refused);
    expect(await second.send(make('one'))).toMatchObject({
      status: 200,
      body: { status: 'known' },
    });
    clock.move(24 * 3_600_000);
    expect(await second.send(make('four'))).toMatchObject({ status: 202 });
  });

  it('by Standard Webhooks is known within five minutes and stale afterwards, also after a restart', async () => {
    const first = await openListener({ routines: ROUTINES });
    const sent = standard('by-standard', '{}');
    await first.send(sent);
    await first.close();

    const { stateDir, clock } = first.intake;
    const second = await openListener({ routines: ROUTINES, intake: { stateDir, clock } });
    expect(await second.send(sent)).toMatchObject({ status: 200, body: { status: 'known' } });
    clock.move(301_000);
    expect(await second.send(sent)).toMatchObject({ status: 401 });
    expect(await second.intake.records()).toHaveLength(1);
  });

  it('of a deployment is known by the deployment, whatever its delivery is called', async () => {
    const routines = [hooked('checks', 'github', onDeployment())];
    const listener = await openListener({ routines });
    const send = (delivery: string): Promise<unknown> => {
      const event = 'deployment_status';
      return listener.send(
        github('checks', hookFixture('github-deployment-status'), { event, delivery }),
      );
    };

    expect(await send('one')).toMatchObject({ status: 202 });
    listener.intake.clock.move(90 * 86_400_000);
    expect(await send('two')).toMatchObject({ status: 200, body: { status: 'known' } });
    expect(await listener.intake.records()).toHaveLength(1);
  });
});

describe('a delivery of the wrong kind', () => {
  it.each([
    ['text', 'text/plain'],
    ['nothing', ''],
    ['another charset', 'application/json; charset=utf-16'],
    ['two types', 'application/json, text/plain'],
    ['almost JSON', 'application/jsonp'],
  ])('with %s as its type is refused before its body is read', async (_, type) => {
    const listener = await openListener({ routines: ROUTINES });
    const sent = github('by-github', '{}', { headers: { 'content-type': type } });

    expect(await listener.send(sent)).toMatchObject({
      status: 415,
      body: {
        status: 'refused',
        reason: 'the body has to be JSON in UTF-8, and its Content-Type application/json',
      },
    });
    await nothingWasRecorded(listener);
  });

  it.each([
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset="UTF-8"'],
    ['application/cloudevents+json'],
  ])('is not one with the type %s', async (type) => {
    const listener = await openListener({ routines: ROUTINES });
    const sent = github('by-github', '{}', { headers: { 'content-type': type } });

    expect(await listener.send(sent)).toMatchObject({ status: 202 });
  });

  it('is refused when it is packed, and when a form comes where none is expected', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const packed = { 'content-encoding': 'gzip' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };

    expect(await listener.send(github('by-github', '{}', { headers: packed }))).toMatchObject({
      status: 415,
    });
    expect(await listener.send(gitlab('by-gitlab', 'payload={}', { headers: form }))).toMatchObject(
      {
        status: 415,
      },
    );
    await nothingWasRecorded(listener);
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'])(
    'is refused by the method %s',
    async (method) => {
      const listener = await openListener({ routines: ROUTINES });

      expect(await listener.send(github('by-github', '{}'), { method })).toMatchObject({
        status: 405,
        body: { status: 'refused', reason: 'hooks are posted to' },
        headers: { allow: 'POST' },
      });
    },
  );
});

describe('a body that is signed and still no payload', () => {
  it.each([
    ['no JSON', '{"open":', 'the body is not JSON'],
    ['empty', '', 'the body is not JSON'],
    ['cut-off UTF-8', Buffer.from([0x22, 0xc3, 0x22]), 'the body is not UTF-8'],
    ['deep', '['.repeat(500_000), 'the JSON is nested deeper than 100'],
    [
      'deep and sound',
      `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`,
      'the JSON is nested deeper than 100',
    ],
  ])('because it is %s is refused', async (_, body, reason) => {
    const listener = await openListener({ routines: ROUTINES });

    expect(await listener.send(github('by-github', body))).toMatchObject({
      status: 400,
      body: { status: 'refused', reason },
    });
    await nothingWasRecorded(listener);
  });

  it('may have brackets without end in its strings', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const body = JSON.stringify({ text: `\\"${'[{'.repeat(100_000)}` });

    expect(await listener.send(github('by-github', body))).toMatchObject({ status: 202 });
  });

  it.each([
    ['without the field', 'body=%7B%7D'],
    ['with the field twice', 'payload=%7B%7D&payload=%7B%7D'],
    ['that is badly escaped', 'payload=%7B%zz'],
    ['of broken UTF-8', 'payload=%22%c3%22'],
  ])('because it is a form %s is refused', async (_, body) => {
    const listener = await openListener({ routines: ROUTINES });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    expect(await listener.send(github('by-github', body, { headers }))).toMatchObject({
      status: 400,
      body: { reason: 'the form has no field `payload`, or more than one' },
    });
  });

  it('is ignored as a deployment when its fields are of other types', async () => {
    const listener = await openListener({ routines: [hooked('checks', 'github', onDeployment())] });
    const send = (value: unknown): Promise<unknown> =>
      listener.send(github('checks', JSON.stringify(value), { event: 'deployment_status' }));

    for (const value of [
      null,
      [],
      'text',
      { deployment: [] },
      { deployment: { id: {}, sha: 1.5 } },
      { deployment: { id: 1, environment: ['production'], sha: 'a' } },
      JSON.parse('{"__proto__":{"deployment":{"id":1,"environment":"e","sha":"a"}}}'),
    ])
      expect(await send(value)).toMatchObject({ status: 200, body: { status: 'ignored' } });
    const long = { id: 1, sha: 'a', environment: 'e'.repeat(5_000) };
    expect(await send({ deployment: long, deployment_status: { state: 'success' } })).toMatchObject(
      {
        status: 400,
        body: {
          reason: `the environment of a deployment has more than 200 characters: ${'e'.repeat(59)}…`,
        },
      },
    );
    await nothingWasRecorded(listener);
  });
});

describe('words of a delivery', () => {
  it('are told on one line, without controls, and cut', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const evil = `\u001b]0;x\u0007\u001b[31m\u202eone\r\ntwo ${'x'.repeat(500_000)}`;
    const body = JSON.stringify({ type: evil });

    await listener.send(standard('by-standard', body));

    const summary = (await listener.intake.records())[0]?.event?.summary ?? '';
    expect(summary).toHaveLength(300);
    expect(summary).toMatch(/^one two x+…$/);
  });

  it('may be an id of any length and any characters', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const ids = ['../../../etc/passwd', 'x'.repeat(8_000), 'a%00b', "'; drop table slots; --"];

    for (const delivery of ids)
      expect(
        await listener.send(github('by-github', JSON.stringify({ delivery }), { delivery })),
      ).toMatchObject({ status: 202 });
    expect(await listener.intake.records()).toHaveLength(ids.length);
  });
});

describe('a path', () => {
  it.each([
    '/',
    '/hooks',
    '/hooks/',
    '/hooks/by-github/',
    '/hooks//by-github',
    '/hooks/../hooks/by-github',
    '/hooks/x/../by-github',
    '/hooks%2fby-github',
    '/hooks/%62y-github',
    '/hooks/by-github%00',
    '/hooks/by-github%2e%2e%2fx',
    '/hooks/By-Github',
    '/hooks/by-github?x=1',
    '/hooks/by-github;x',
    String.raw`/hooks\by-github`,
    'http://127.0.0.1/hooks/by-github',
    `/hooks/${'a'.repeat(5_000)}`,
  ])('such as %s is none of ours', async (path) => {
    const listener = await openListener({ routines: ROUTINES });

    expect(await listener.send({ ...github('by-github', '{}'), path })).toMatchObject({
      status: 404,
      body: { status: 'refused', reason: 'hooks are at /hooks/<routine>' },
    });
  });
});

describe('headers that come twice', () => {
  it.each([
    ['x-hub-signature-256', /^HTTP\/1\.1 401 /],
    ['x-github-delivery', /"slot":"event:webhook:body-[0-9a-f]{64}"/],
  ])('count as none: %s', async (name, expected) => {
    const listener = await openListener({ routines: ROUTINES });
    const { headers, body } = github('by-github', '{}');
    const lines = Object.entries(headers).map((field) => field.join(': '));
    const { socket, answer } = await listener.open();

    socket.write(
      [
        'POST /hooks/by-github HTTP/1.1',
        'Host: x',
        'Connection: close',
        'Content-Length: 2',
        ...lines,
        `${name}: ${name === 'x-github-delivery' ? 'another' : headers[name]}`,
        '',
        String(body),
      ].join('\r\n'),
    );

    expect(await answer).toMatch(expected);
  });

  it('such as two signatures of Standard Webhooks count as none', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const sent = standard('by-standard', '{}');
    const { socket, answer } = await listener.open();
    const fields = [
      ...Object.entries(sent.headers),
      ['webhook-signature', standardSignature('other', 'x', '{}')],
    ];

    socket.write(
      `POST ${sent.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n${fields
        .map((field) => field.join(': '))
        .join('\r\n')}\r\n\r\n{}`,
    );

    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await listener.intake.records()).toEqual([]);
  });

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['a length that is not a number', 'Content-Length: 2x'],
    ['a field with a NUL', 'X-A: \u0000\r\nContent-Length: 2'],
    ['a folded field', 'X-A: b\r\n c\r\nContent-Length : 2'],
  ])('or contradict each other (%s) end the connection', async (_, fields) => {
    const listener = await openListener({ routines: ROUTINES });
    const { socket, answer } = await listener.open();

    socket.write(`POST /hooks/by-github HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n{}`);

    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
    await nothingWasRecorded(listener);
  });
});

describe('more than a request may have', () => {
  it('is refused by its declared length, before anything of it was read', async () => {
    const listener = await openListener({ routines: ROUTINES, limits: { bodyBytes: 1_000 } });
    const { socket, answer } = await listener.open();

    socket.write(
      'POST /hooks/by-github HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n',
    );

    expect(await answer).toMatch(
      /^HTTP\/1\.1 413 [^]*\{"status":"refused","reason":"a body may have 1000 bytes"\}/,
    );
  });

  it('is refused when it streams more than it may, whatever it signs', async () => {
    const listener = await openListener({ routines: ROUTINES, limits: { bodyBytes: 1_000 } });
    const sent = github('by-github', JSON.stringify('x'.repeat(4_000)), {
      headers: { 'transfer-encoding': 'chunked' },
    });

    expect(await listener.send(sent)).toMatchObject({
      status: 413,
      body: { status: 'refused', reason: 'a body may have 1000 bytes' },
    });
    await nothingWasRecorded(listener);
  });

  it('is cut off when it never stops', async () => {
    const listener = await openListener({ routines: ROUTINES, limits: { bodyBytes: 1_000 } });
    const { socket, answer } = await listener.open();
    const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };

    socket.on('drain', pour);
    socket.write(
      'POST /hooks/by-github HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    pour();

    expect(await answer).not.toMatch(/ 20[0-9] /);
    await nothingWasRecorded(listener);
  });

  it('takes a body of just the limit', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const body = JSON.stringify('x'.repeat(999_998));

    expect(await listener.send(github('by-github', body))).toMatchObject({ status: 202 });
  });

  it.each([
    ['one huge field', `X-A: ${'a'.repeat(20_000)}\r\n`],
    ['a flood of fields', 'X-A: b\r\n'.repeat(5_000)],
  ])('is refused for %s', async (_, fields) => {
    const listener = await openListener({ routines: ROUTINES });
    const { socket, answer } = await listener.open();

    socket.write(`POST /hooks/by-github HTTP/1.1\r\nHost: x\r\n${fields}\r\n`);

    expect(await answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['head', 'POST /hooks/by-github HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'body',
      'POST /hooks/by-github HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
  ])('is cut off when its %s does not come', async (_, text) => {
    const limits = { headMs: 50, requestMs: 50 };
    const listener = await openListener({ routines: ROUTINES, limits });
    const { socket, answer } = await listener.open();

    socket.write(text);

    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('turns connections away beyond their number, and serves again when one is gone', async () => {
    const listener = await openListener({ routines: ROUTINES, limits: { connections: 1 } });
    const first = await listener.open();
    first.socket.write('POST /hooks/by-github HTTP/1.1\r\n');

    const second = await listener.open();
    expect(await second.answer).toBe('');
    first.socket.destroy();
    let answer = null;
    // Turned away while the server has not noticed yet.
    while (answer === null)
      answer = await listener.send(github('by-github', '{}')).catch(() => null);
    expect(answer).toMatchObject({ status: 202 });
  });
});

describe('anything at all', () => {
  it('may be said to the listener, and it still takes what is signed', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const words = fc.constantFrom(
      'POST ',
      '/hooks/by-github',
      ' HTTP/1.1\r\n',
      'Host: x\r\n',
      'Content-Length: 5\r\n',
      'Content-Type: application/json\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: websocket\r\nConnection: Upgrade\r\n',
      '\r\n',
      '0\r\n\r\n',
      'CONNECT x:1 HTTP/1.1\r\n\r\n',
    );
    const said = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 5 })), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(said, async (parts) => {
        const { socket, answer } = await listener.open();
        socket.end(parts.join(''));
        await new Promise((resolve) => socket.once('close', resolve));
        expect(await answer).not.toMatch(/ 20[0-9] /);
      }),
      { numRuns: 200 },
    );

    await nothingWasRecorded(listener);
    expect(await listener.send(github('by-github', '{}'))).toMatchObject({ status: 202 });
  });
});

describe('secrets', () => {
  it('are in no answer, no log and no record', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const told = JSON.stringify([
      await listener.send(github('by-github', '{}')),
      await listener.send(github('by-github', '{}', { secret: 'wrong' })),
      await listener.send(gitlab('by-gitlab', '{}')),
      await listener.send(standard('by-standard', '{')),
      await listener.intake.records(),
      listener.log,
    ]);

    expect(told).not.toContain(GITHUB_SECRET);
    expect(told).not.toContain('token-of-the-watch');
    expect(told).not.toContain('whsec_');
  });
});
