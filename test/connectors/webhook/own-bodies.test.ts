import { mkdirSync, renameSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { SendSurroundings } from '../../../src/connectors/channel.ts';
import {
  renderWebhookBody,
  type RenderedBody,
} from '../../../src/connectors/webhook/render-body.ts';
import { hookUrlChannel } from '../../../src/connectors/webhook/webhook-channels.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { contentOf, headOf, messageTo, surroundingsOf } from '../../kit/messages.ts';

const PATH = 'notify/body.hbs';
const TARGET = { kind: 'webhook', via: 'chat' } as const;

async function render(
  source: string,
  more: { readonly contentType?: string; readonly title?: string } = {},
): Promise<RenderedBody> {
  const repo = gitRepo({ [PATH]: source });
  const { title = '1 new finding', ...rest } = more;
  const message = messageTo(TARGET, { contents: [contentOf({ title })] });
  return renderWebhookBody(
    { message, body: PATH, ...rest },
    surroundingsOf({
      definitions: { gitDir: repo.path, commit: headOf(repo) },
      env: { PATH: process.env['PATH'] },
    }),
  );
}

describe('a body that is a file of the repository', () => {
  it('is filled with what the message says, and goes out without its blanks', async () => {
    const body = await render(`{
  "text": "{{headline}}",
  "at": "{{date at}} or {{date at "date"}} or {{date at "time"}}",
  "count": {{count}},
  "who": [{{#each contents}}{{json name}}{{/each}}],
  "short": {{json (truncate headline 12)}},
  "words": "{{plural count "message"}}, {{plural 2 "branch" "branches"}}",
  "run": {{#each contents}}{{#if run}}{{json run.id}}{{else}}null{{/if}}{{/each}}
}`);
    expect(body).toEqual({
      kind: 'body',
      contentType: 'application/json',
      text: JSON.stringify({
        text: 'Nightly TODO sweep: 1 new finding',
        at: '2026-11-21 03:03 or 2026-11-21 or 03:03',
        count: 1,
        who: ['Nightly TODO sweep'],
        short: 'Nightly TOD…',
        words: '1 message, 2 branches',
        run: null,
      }),
    });
  });

  it('may be any text where its connection has a content type for it', async () => {
    expect(
      await render('{{headline}}\n{{#each contents}}{{title}}{{/each}}', {
        contentType: 'text/plain; charset=utf-8',
        title: '"quoted" <!channel>',
      }),
    ).toEqual({
      kind: 'body',
      contentType: 'text/plain; charset=utf-8',
      text: 'Nightly TODO sweep: "quoted" <\u200b!channel>\n"quoted" <\u200b!channel>',
    });
  });

  it.each([
    ['"}],"channel":"#general', '"}],"channel":"#general'],
    [
      '<!channel> @everyone <@1> [x](javascript:alert(1))',
      '<\u200b!channel> @\u200beveryone <\u200b@\u200b1> [x]\u200b(javascript\u200b:alert(1))',
    ],
    ['line\\ and \\u0022', 'line\\ and \\u0022'],
  ])('puts the text %s in as a text', async (title, shown) => {
    const body = await render('{"text":"{{#each contents}}{{{title}}}{{/each}}"}', { title });
    expect(body.kind === 'body' ? JSON.parse(body.text) : body).toEqual({ text: shown });
  });

  it('leaves the forms of the services as they are', async () => {
    const body = await render('{"text":"{{#each contents}}{{slack title 36}}{{/each}}"}', {
      title: '<!here> & "more" @channel and a long tail',
    });
    expect(body.kind === 'body' ? JSON.parse(body.text) : body).toEqual({
      text: '&lt;!here&gt; &amp; "more" @\u200bchanne…',
    });
  });

  it.each([
    ['{"a": "{{nothing}}"}', 'line 1: there is no variable `nothing`'],
    ['{\n"a": "{{json nothing}}"}', 'line 2: there is no variable `nothing`'],
    ['{\n\n"a": "{{#if nothing}}x{{/if}}"}', 'line 3: there is no variable `nothing`'],
    ['{"a": "{{constructor}}"}', 'line 1: there is no variable `constructor`'],
    ['{"a": "{{json __proto__}}"}', 'line 1: there is no variable `__proto__`'],
    ['{"a": "{{> other}}"}', 'line 1: a partial is not served here'],
    ['{{#*inline "a"}}x{{/inline}}{"a":1}', 'line 1: a decorator is not served here'],
    [
      '{"a": "{{shell headline}}"}',
      'line 1: You specified knownHelpersOnly, but used the unknown helper shell',
    ],
    [
      '{"a": "{{log headline}}"}',
      'line 1: You specified knownHelpersOnly, but used the unknown helper log',
    ],
    [
      '{"a": "{{contents}}"}',
      'line 1: a list or an object is not text: name a part of it, or write {{json …}}',
    ],
    ['{"a": "{{truncate headline 0}}"}', 'line 1: a length is a whole number above 0, not 0'],
    ['{"a": "{{date headline}}"}', 'line 1: "Nightly TODO sweep: 1 new finding" is not an instant'],
    [
      '{"a": "{{plural headline}}"}',
      'line 1: plural takes a number, a word, and its plural where that is not with an s',
    ],
  ])('is refused with its line: %s', async (source, why) => {
    const body = await render(source);
    expect(body).toMatchObject({ kind: 'refused', why: expect.stringContaining(`${PATH} ${why}`) });
  });

  it('is refused where it is not JSON, with the line of what it gives', async () => {
    expect(await render('{\n  "text": {{headline}}\n}')).toEqual({
      kind: 'refused',
      why: `what ${PATH} gives is not JSON: line 2, "text": Nightly TODO sweep: 1 new finding`,
      hint: expect.stringContaining('"{{title}}"'),
    });
  });

  it('is refused where it would never end, or gives too much', async () => {
    const each = (depth: number): string =>
      depth === 0
        ? 'x'
        : `{{#each @root.contents}}{{#each @root.findings20}}${each(depth - 1)}{{/each}}{{/each}}`;
    expect(await render(each(1))).toMatchObject({ kind: 'refused' });
    const deep = `{{#each contents}}${'{{#each occasions}}'.repeat(3)}${'y'.repeat(40_000)}${'{{/each}}'.repeat(3)}{{/each}}`;
    expect(await render(deep, { contentType: 'text/plain' })).toMatchObject({ kind: 'refused' });
  });

  it('is read from the commit that definitions come from, never from what is checked out', async () => {
    const repo = gitRepo({ [PATH]: '{"from":"main"}' });
    const commit = headOf(repo);
    repo.git('switch', '--quiet', '-c', 'roundsman/agents-branch');
    repo.commit({ files: { [PATH]: '{"from":"agent"}' } });
    repo.write(PATH, '{"from":"file"}');
    const at = async (more: Partial<SendSurroundings>): Promise<RenderedBody> =>
      renderWebhookBody(
        { message: messageTo(TARGET), body: PATH },
        surroundingsOf({ env: { PATH: process.env['PATH'] }, ...more }),
      );
    const gitDir = `${repo.path}/.git`;
    expect(await at({ definitions: { gitDir, commit } })).toMatchObject({
      text: '{"from":"main"}',
    });
    expect(await at({})).toMatchObject({
      kind: 'refused',
      why: `there is no commit to read the body ${PATH} from`,
    });
  });

  it('is not a refusal where the commit cannot be read now: that is thrown, for another try', async () => {
    const repo = gitRepo({ [PATH]: '{}' });
    const definitions = { gitDir: `${repo.path}/.git`, commit: headOf(repo) };
    const surroundings = { env: { PATH: process.env['PATH'] }, definitions };
    renameSync(definitions.gitDir, `${definitions.gitDir}-away`);
    mkdirSync(definitions.gitDir);
    const target = {
      kind: 'hook-url',
      url: { kind: 'text', text: 'http://127.0.0.1:1/' },
    } as const;
    const result = await hookUrlChannel().send({
      message: messageTo(TARGET),
      target: { ...target, secret: null, body: PATH },
      surroundings: surroundingsOf(surroundings),
    });
    expect(result).toEqual({ kind: 'retry', why: expect.stringContaining('git cat-file') });
  });

  it('is refused where the commit has none', async () => {
    const repo = gitRepo({ 'a.txt': 'a' });
    const commit = headOf(repo);
    const body = await renderWebhookBody(
      { message: messageTo(TARGET), body: '../outside.hbs' },
      surroundingsOf({
        env: { PATH: process.env['PATH'] },
        definitions: { gitDir: `${repo.path}/.git`, commit },
      }),
    );
    expect(body).toEqual({
      kind: 'refused',
      why: `there is no file ../outside.hbs at ${commit.slice(0, 12)} to make the body with`,
      hint: 'Commit it, or name a body that ships: json, slack, teams, discord, ntfy.',
    });
  });
});
