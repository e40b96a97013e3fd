import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';

import { composeBody, issueOf } from '../../../src/connections/pull-requests/compose-body.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';
import { routineNamed } from '../../kit/routine.ts';

const OURS = 'How it was made';

function bodyOf(said: string): string {
  return composeBody({
    spec: { id: newRunId(new Date()), routine: routineNamed('sweep') },
    progress: EMPTY_PROGRESS,
    said,
    findings: [],
    item: null,
    fixes: false,
    forge: { via: 'hub', repository: 'harbour/lamps' },
  });
}

/** Headings of the first level of the page, as a forge with HTML makes them. */
function headings(markdown: string): readonly string[] {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  return tokens.flatMap((token, at) =>
    token.type === 'heading_open' && token.level === 0 ? [tokens[at + 1]?.content ?? ''] : [],
  );
}

it.each([
  ...HOSTILE_TEXTS,
  '```',
  '~~~~ts\nx',
  'a\n```\nb\n    ```',
  '- a\n\n  ```\n  b',
  '> ```',
  '<div>\n```\n\nx',
  '<script>',
  '<!--',
  '<pre>\nx',
  '```\n<div>\n~~~',
  `${'`'.repeat(40)}\nx`,
  'x'.repeat(100_000),
  `${'x\n'.repeat(19_000)}\`\`\`\n${'y\n'.repeat(9_000)}\`\`\``,
])('what a run is known to have done stands under the words of its agent: %#', (said) => {
  const body = bodyOf(said);
  expect(headings(body).at(-1)).toBe(OURS);
  expect(body.length).toBeLessThan(60_000);
});

it('only the issue of the same repository is closed by it', () => {
  const tracker = {
    connection: 'hub',
    repository: 'Harbour/lamps',
    number: 12,
    url: '',
    nodeId: '',
    title: '',
    bodyHash: '',
    seen: { state: 'open', updatedAt: '' },
    closedBy: null,
  } as const;
  expect(issueOf({ tracker }, { via: 'hub', repository: 'harbour/lamps' })).toBe(12);
  expect(issueOf({ tracker }, { via: 'hub', repository: 'harbour/boats' })).toBeNull();
  expect(issueOf({ tracker }, { via: 'other', repository: 'harbour/lamps' })).toBeNull();
  expect(issueOf({}, { via: 'hub', repository: 'harbour/lamps' })).toBeNull();
});
