/** What is not there leads to the list it belongs to, and names no command for it. */
import { expect, it } from 'vitest';

import { openTestPage } from '../../kit/page.ts';

it.each([
  ['/runs/zzzzzz', '/runs'],
  ['/findings/F-0000000000', '/findings'],
  ['/items/RM-99', '/items'],
  ['/notes/D-99', '/notes'],
  ['/review/branch/none', '/review'],
  ['/outbox/P-aaaaaa-1', '/outbox'],
  ['/mails/none', '/messages'],
  ['/constructor', '/'],
  ['/__proto__/x', '/'],
])('%s leads to %s', async (path, list) => {
  const page = await openTestPage();
  const { status, body } = await page.get(path);
  const [, problem = ''] = /<div class="problem"([\s\S]*?)<\/div>/.exec(body) ?? [];
  expect(status).toBe(404);
  expect(problem).toContain(`href="${list}"`);
  expect(problem).not.toMatch(/roundsman|`|&#96;/);
});

it('opens a piece as a page with a heading, and a link to what it is a piece of', async () => {
  const page = await openTestPage();
  const { body } = await page.get('/home/plots');
  expect(body).toContain('<title>Plots');
  expect(body).toMatch(/<h1>Plots<\/h1>\s*<p class="about"><a href="\/">Home<\/a>/);
});
