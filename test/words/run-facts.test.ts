import { expect, it } from 'vitest';

import { beforeRunFacts } from '../../src/words/markdown-lines.ts';

it.each(['## Run facts\n\n- x\n', '<details>\n<summary>Run facts</summary>\n\n- x\n</details>\n'])(
  'leaves out the part that begins with %j, the last one alone',
  (facts) => {
    const own = '# Sweep\n\n```\n## Run facts\n```\n\nDone.\n\n';
    expect(beforeRunFacts(`${own}${facts}`)).toBe(own);
    expect(beforeRunFacts('# Sweep\n\nThe Run facts are below.\n')).toBe(
      '# Sweep\n\nThe Run facts are below.\n',
    );
  },
);
