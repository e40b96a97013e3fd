import { expect, test } from 'vitest';

import { reportText } from '../../../src/connectors/webhook/body-values.ts';

test('a report is told in a chat as what was found, without marks and without the table of facts', () => {
  const report = `# sweep, 2026-11-21

**Done.** \`F-1\`: a \\*star\\* and &lt;img src=x>, see [the docs](https://example.com/a)

- one
- two

## Run facts

_Recorded by Roundsman, not by the agent._

| | |
|---|---|
| Report | valid |
`;
  expect(reportText(report, 2_000)).toBe(`sweep, 2026-11-21

Done. \`F-1\`: a *star* and <img src=x>, see the docs <https://example.com/a>

- one
- two`);
});

test('an agent that writes where the facts begin hides nothing of what follows', () => {
  const report =
    '```\n## Run facts\n```\n\nAfter it.\n\n<details>\n<summary>Run facts</summary>\n\n| a |\n';
  expect(reportText(report, 2_000)).toContain('After it.');
  expect(reportText(report, 2_000)).not.toContain('summary');
});
