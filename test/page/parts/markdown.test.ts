/** Ids of findings in reports lead to them. */
import { expect, it } from 'vitest';

import { markdown } from '../../../src/page/parts/markdown.ts';

const KNOWN = { findings: new Set(['F-04d507a14c']) };

it.each([
  ['a finding that there is', '`F-04d507a14c`', 1],
  ['none that there is not', '`F-0000000000`', 0],
  ['none inside of a link', '[`F-04d507a14c`](https://example.com)', 0],
  ['none inside of code', '`see F-04d507a14c`', 0],
])('links %s', (_, text, count) => {
  const links =
    markdown(text, KNOWN)
      .toString()
      .match(/href="\/findings\//g) ?? [];
  expect(links).toHaveLength(count);
});
