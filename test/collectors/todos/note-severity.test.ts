import { expect, it } from 'vitest';

import { noteSeverity, type SeverityParts } from '../../../src/collectors/todos/judge-notes.ts';

const QUIET: Omit<SeverityParts, 'words'> = {
  marker: 'TODO',
  wordless: false,
  changedLately: false,
  overdue: null,
};

it.each<readonly [words: string, parts: Partial<SeverityParts>, level: string]>([
  ['this can lose messages on a crash', {}, 'high'],
  ['the index file corrupts the database', {}, 'high'],
  ['silently drops rows', {}, 'high'],
  ['the name is not escaped', {}, 'high'],
  ['SQL injection', {}, 'high'],
  ['there is a path traversal here', {}, 'high'],
  ['no data loss here, only slow', {}, 'info'],
  ['this cannot lose data', {}, 'info'],
  ['move to the security package', {}, 'info'],
  ['this appears to be unsafe', {}, 'low'],
  ['the login is insecure', {}, 'high'],
  ['deadlock when both close', {}, 'low'],
  ['deadlock when both close', { changedLately: true }, 'medium'],
  ['deadlock when both close', { marker: 'FIXME' }, 'medium'],
  ['does not panic any more', {}, 'info'],
  ['mend the list', { marker: 'FIXME', changedLately: true }, 'medium'],
  ['mend the list', { marker: 'HACK' }, 'low'],
  ['mend the list', { changedLately: true }, 'low'],
  ['mend the list', {}, 'info'],
  ['maybe use a map', { changedLately: true }, 'info'],
  ['why is this here?', { changedLately: true }, 'info'],
  ['drop the old name', { overdue: { version: '2.0', isOut: true } }, 'medium'],
  ['', { wordless: true, marker: 'FIXME', changedLately: true }, 'info'],
])('%s %o is %s', (words, parts, level) => {
  expect(noteSeverity({ ...QUIET, words, ...parts }).level).toBe(level);
});

it('says why, in the words of the note', () => {
  const words = 'a race condition between both';
  expect(noteSeverity({ ...QUIET, words, changedLately: true }).reason).toBe(
    'it mentions a fault: race condition',
  );
});
