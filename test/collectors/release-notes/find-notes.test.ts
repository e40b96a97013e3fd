import { expect, it } from 'vitest';

import { findNotes } from '../../../src/collectors/release-notes/find-notes.ts';

function found(sizes: Readonly<Record<string, number>>): string | undefined {
  const tree = Object.entries(sizes).map(([path, size]) => ({
    path,
    size,
    mode: '100644',
    blob: '0'.repeat(40),
  }));
  return findNotes(tree, { path: null, folders: ['', 'docs'] })?.path;
}

it.each([
  [{ ChangeLog: 90_000, 'NEWS.md': 9_000 }, 'NEWS.md'],
  [{ 'docs/ChangeLog': 90_000, 'docs/NEWS': 9_000 }, 'docs/NEWS'],
  // It only says where the notes are.
  [{ ChangeLog: 90_000, NEWS: 80 }, 'ChangeLog'],
  [{ ChangeLog: 90_000, 'docs/NEWS': 9_000 }, 'ChangeLog'],
  [{ 'CHANGELOG.md': 9_000, 'NEWS.md': 90_000 }, 'CHANGELOG.md'],
  [{ 'ChangeLog.md': 9_000, 'NEWS.md': 90_000 }, 'ChangeLog.md'],
])('of %j the notes of users are %s', (sizes, path) => {
  expect(found(sizes)).toBe(path);
});
