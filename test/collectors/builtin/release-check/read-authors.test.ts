/** Whose account an entry names. */
import { expect, test } from 'vitest';

import {
  type HistoryCommit,
  nameAuthor,
} from '../../../../src/collectors/builtin/release-check/propose-edit.ts';
import { releaseCommit } from '../../../kit/release-facts.ts';

const MINE = releaseCommit(1, 'Open a window (#41)');

function past(sha: string, subject: string, change: Partial<HistoryCommit> = {}): HistoryCommit {
  const plain = { parents: ['0'], author: 'Ada', email: 'ada@example.com', body: '' };
  return { sha, subject, ...plain, ...change };
}

const OWN = past(MINE.sha, MINE.subject);
const SIDE = past('5', 'Close a door');
const merge = (account: string) =>
  past('6', `Merge pull request #7 from ${account}/doors`, { parents: ['4', '5'], author: 'Bo' });

test.each<[string, readonly HistoryCommit[], string, string | null]>([
  ['nothing that names one', [], '', null],
  [
    'a no-reply address',
    [past('2', 'x', { email: '1+ada-l@users.noreply.github.com' })],
    '',
    'ada-l',
  ],
  ['a merge of a branch', [SIDE, merge('ada-l')], '', 'ada-l'],
  [
    'a branch of the repository',
    [SIDE, merge('acme')],
    '[#7](https://example.com/acme/a/pull/7)',
    null,
  ],
  [
    'an entry of an earlier change',
    [past('2', 'Add (#7)')],
    '- Add (#7) by @ada-l\n- Oil (#8) by @bo\n',
    'ada-l',
  ],
  ['an entry of two people', [past('2', 'Add (#7)')], '- Add (#7) by @ada-l and @bo\n', null],
  [
    'two accounts of one name',
    [SIDE, merge('ada-l'), past('2', 'x', { email: '1+other@users.noreply.github.com' })],
    '',
    null,
  ],
])('of %s', (...[, history, notes, user]) => {
  expect(nameAuthor(MINE, [OWN, ...history], notes)).toMatchObject({ user, name: 'Ada' });
});

test('of a merge that came without its parts nobody is named', () => {
  const merged = { ...MINE, merge: true };
  const alone = past(MINE.sha, MINE.subject, { parents: ['4', '5'] });
  expect(nameAuthor(merged, [alone], '')).toMatchObject({ user: null, name: null });
  expect(nameAuthor(MINE, [], '')).toMatchObject({ user: null, name: MINE.author });
});

test('a name that would be markup is not written', () => {
  const own = past(MINE.sha, MINE.subject, { author: 'Ada <img src=x>' });
  expect(nameAuthor(MINE, [own], '')).toMatchObject({ user: null, name: null });
});
