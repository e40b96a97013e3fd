import { expect, test } from 'vitest';

import { conflictTies } from '../../src/review/ties-of.ts';

const conflict = (...paths: readonly string[]) =>
  ({
    a: 'work/a',
    b: 'work/b',
    kind: 'conflict',
    files: paths.map((path) => ({ path, kind: 'content' })),
    detail: '',
  }) as const;

test('what does not merge in nothing but a changelog is told, and binds nobody', () => {
  const [tie] = conflictTies([conflict('CHANGELOG.md')], [], new Set(['main']));
  expect(tie).toMatchObject({ kind: 'same-hunk', binds: false });
  expect(tie?.detail).toBe('they do not merge: CHANGELOG.md (content)');
});

test('what does not merge elsewhere too belongs together', () => {
  const [tie] = conflictTies([conflict('CHANGELOG.md', 'src/a.ts')], [], new Set(['main']));
  expect(tie).toMatchObject({ binds: true });
});
