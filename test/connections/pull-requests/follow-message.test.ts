import { expect, it } from 'vitest';

import { followMessage } from '../../../src/connections/pull-requests/follow-up.ts';
import { isBranchName, isCommitSha } from '../../../src/words/ids.ts';
import { HOSTILE_TEXTS } from '../../kit/hostile-texts.ts';

const LONGEST = 20_000;
const [branch, pushed] = ['roundsman/sweep/1', 'a'.repeat(40)];
if (!isBranchName(branch) || !isCommitSha(pushed)) throw new TypeError(branch);
const link = {
  forge: { via: 'hub', kind: 'github', api: 'https://api.github.com', repository: 'a/b' },
  number: 7,
  branch,
  pushed,
} as const;

it.each([
  ['backticks', '`'.repeat(5_000)],
  ['rows of fences', '```\n'.repeat(2_000)],
  ['tildes', '~'.repeat(5_000)],
  ['ten megabytes', 'x'.repeat(10_000_000)],
])('what others say stays within what a message may be: %s', (_name, text) => {
  const failure = { name: text, url: '', excerpt: text };
  const remark = { by: text, place: text, url: '', text };
  const message = followMessage(link, {
    failures: Array.from({ length: 12 }, () => failure),
    remarks: Array.from({ length: 12 }, () => remark),
  });
  expect(message.length).toBeLessThanOrEqual(LONGEST);
  expect(message).toMatch(/And \d+ more, which are not told here\./);
});

it('no words leave their block', () => {
  for (const text of HOSTILE_TEXTS) {
    const message = followMessage(link, {
      failures: [{ name: 'unit', url: '', excerpt: text }],
      remarks: [{ by: 'ada', place: null, url: '', text }],
    });
    let fence: string | null = null;
    const outside: string[] = [];
    for (const line of message.split('\n')) {
      const mark = /^(`{3,})(text)?$/.exec(line)?.[1] ?? null;
      if (fence === null) {
        outside.push(line);
        fence = mark;
      } else if (mark !== null && mark.length >= fence.length) fence = null;
    }
    expect(fence).toBeNull();
    expect(outside.join('\n')).not.toMatch(/new orders|previous instructions/);
    // oxlint-disable-next-line no-control-regex -- those are what is looked for
    expect(message).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  }
});
