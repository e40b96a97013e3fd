import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { webhookChannel } from '../../../src/connectors/webhook/webhook-channels.ts';
import { parseWorkspace } from '../../../src/routines/parse-workspace.ts';
import type { WebhookConnection } from '../../../src/words/connection.ts';
import type { Routine } from '../../../src/words/routine.ts';
import { bytesOf, context, routineOf } from '../../kit/definitions.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { hookReceiver } from '../../kit/hook-receiver.ts';
import { contentOf, headOf, messageTo, surroundingsOf } from '../../kit/messages.ts';
import { refusalsOf, SERVICES } from '../../kit/webhook-services.ts';

const page = readFileSync(new URL('../../../docs/notify.md', import.meta.url), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

const connections = blocks('yaml')
  .filter((text) => text.startsWith('# roundsman.yaml'))
  .flatMap((text) => {
    const fallbacks = { folderName: 'shop', hostTimezone: 'Europe/Berlin' };
    const { config, problems } = parseWorkspace(bytesOf(text), fallbacks);
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
    return config.connections.filter((one) => one.kind === 'webhook');
  });

function withBody(body: string): WebhookConnection {
  const found = connections.find((one) => one.body === body);
  if (found === undefined) throw new Error(`no recipe with the body ${body}`);
  return found;
}

function routines(): readonly Routine[] {
  return blocks('yaml')
    .filter((text) => text.startsWith('# routines/'))
    .map((text) =>
      routineOf(text, {
        context: { ...context, workspace: { ...context.workspace, connections } },
      }),
    );
}

/** As the recipe says, but for where it is. */
async function sent(body: string): Promise<{ readonly path: string; readonly body: string }> {
  const recipe = withBody(body);
  const own = blocks('handlebars')[0] ?? '';
  const repo = gitRepo({ 'notify/pager.hbs': own });
  const receiver = await hookReceiver({ status: 204 });
  const target = { kind: 'webhook', via: recipe.name } as const;
  const contents = [contentOf(), contentOf({ key: 'run:2', tone: 'bad', title: 'x'.repeat(300) })];
  const name = recipe.url.kind === 'env' ? recipe.url.name : 'HOOK';
  const result = await webhookChannel().send({
    message: messageTo(target, { contents }),
    target,
    surroundings: surroundingsOf({
      definitions: { gitDir: repo.path, commit: headOf(repo) },
      connections: [{ ...recipe, private: true, url: { kind: 'env', name } }],
      env: {
        PATH: process.env['PATH'],
        NIGHT_LOG_SECRET: 'lamps-along-the-quay',
        [name]: `${receiver.origin}/topic-of-the-night`,
      },
    }),
  });
  expect(result).toEqual({ kind: 'sent', receipt: '204' });
  const [got] = receiver.got;
  return { path: got?.path ?? '', body: got?.body ?? '' };
}

describe('the recipes for webhooks', () => {
  it.each(SERVICES)('hold for %s, which takes what is sent', async (service) => {
    const { path, body } = await sent(service);
    expect(path).toBe(service === 'ntfy' ? '/' : '/topic-of-the-night');
    expect(refusalsOf(service, body)).toEqual([]);
  });

  it('hold for machines', async () => {
    const { body } = await sent('json');
    expect(JSON.parse(body)).toMatchObject({ type: 'roundsman.message', data: { left: 0 } });
  });

  it('hold for a body of one’s own', async () => {
    const { body } = await sent('notify/pager.hbs');
    expect(JSON.parse(body)).toEqual({
      summary: '2 messages of Nightly TODO sweep',
      severity: 'critical',
      dedup_key: 'M-0123456789ab',
      lines: [
        { when: '2026-11-21 03:03', what: '1 new finding', new: '1 finding' },
        { when: '2026-11-21 03:03', what: expect.stringContaining('xxx …'), new: '1 finding' },
      ],
    });
  });

  it('hold for routines', () => {
    expect(routines().flatMap(({ notify }) => notify?.flatMap(({ targets }) => targets))).toEqual([
      { kind: 'webhook', via: 'night-log' },
      {
        kind: 'hook-url',
        url: { kind: 'env', name: 'FAILURE_HOOK' },
        secret: { kind: 'env', name: 'FAILURE_SECRET' },
        body: 'json',
      },
      { kind: 'ping', url: { kind: 'env', name: 'HEALTH_URL' } },
      { kind: 'desktop' },
    ]);
  });
});
