import { describe, expect, it } from 'vitest';

import type { Connection } from '../../../src/words/connection.ts';
import { core, look, SECRET, served, token } from '../../kit/connect-look.ts';
import { countingServer } from '../../kit/counting-server.ts';

describe('a webhook', () => {
  it('is dialled and sent nothing', async () => {
    const server = await countingServer();
    const report = await look({
      ...core,
      kind: 'webhook',
      url: { kind: 'text', text: `${server.origin}/hook` },
      secret: null,
      body: 'slack',
      headers: {},
    });
    expect(report).toMatchObject({
      reached: true,
      sees: [`127.0.0.1:${server.port} takes connections`],
      can: [{ what: 'send messages (slack)', answer: 'unknown' }],
    });
    expect([server.reached(), server.asked]).toEqual([1, []]);
    await server.close();
  });

  const hook = (url: string, change: object = {}): Connection => ({
    ...core,
    kind: 'webhook',
    url: { kind: 'text', text: url },
    secret: null,
    body: 'json',
    headers: {},
    ...change,
  });

  it.each(['json', 'slack', 'teams', 'discord'])(
    'gets one message that says it is a test, in the form %s, where a person wants that',
    async (body) => {
      const got: { readonly headers: object; readonly body: string }[] = [];
      const report = await served(
        (request, response, text) => {
          got.push({ headers: request.headers, body: text });
          response.end(`thank you, ${SECRET}`);
        },
        async ({ origin }) =>
          look(hook(`${origin}/hook/${SECRET}`, { body, secret: token }), { sends: true }),
      );
      expect(got).toHaveLength(1);
      expect(JSON.stringify(JSON.parse(got[0]?.body ?? ''))).toContain('Test message');
      expect(got[0]?.body).toContain('Roundsman can send here');
      expect(got[0]?.body).toContain('roundsman connect it --send');
      expect(got[0]?.headers).toMatchObject({
        'webhook-id': expect.stringMatching(/^M-[0-9a-f]{12}$/),
        'webhook-signature': expect.stringMatching(/^v1,/),
      });
      expect(report).toMatchObject({
        reached: true,
        sees: ['a test message was sent; it answered 200: thank you, [redacted]'],
        can: [{ what: `send messages (${body})`, answer: 'yes' }],
      });
    },
  );

  it('says why a message is not taken, and what may come of it', async () => {
    const answer = async (status: number): Promise<unknown> =>
      served(
        (_request, response) => void response.writeHead(status).end(),
        async ({ origin }) => look(hook(origin), { sends: true }),
      );
    expect(await answer(404)).toMatchObject({
      reached: false,
      problems: [{ what: 'connections.it answered 404' }],
    });
    expect(await answer(503)).toMatchObject({
      reached: false,
      problems: [{ what: 'connections.it answered 503' }],
    });
    expect(await look(hook('http://169.254.169.254/hook'), { sends: true })).toMatchObject({
      reached: false,
    });
  });
});
