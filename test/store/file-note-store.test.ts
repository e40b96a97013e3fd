import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fileNoteStore } from '../../src/store/files/file-ledger-stores.ts';
import { notePath } from '../../src/store/state-paths.ts';
import type { Note, NoteKind } from '../../src/words/note.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const AT = '2026-11-21T09:00:00.000Z';

function draft(kind: NoteKind, title = 'Dates are UTC'): Omit<Note, 'id'> {
  return {
    kind,
    state: 'proposed',
    versions: [{ title, text: 'Store instants in UTC.', reason: '', paths: [], by: 'ada', at: AT }],
    origin: { routine: null, run: null, session: null },
    createdAt: AT,
    verdict: null,
    replaces: null,
  };
}

describe('the note store', () => {
  it('tells of files that cannot be read, and keeps their ids taken', async () => {
    const stateDir = temporaryFolder();
    mkdirSync(join(stateDir, 'notes'));
    writeFileSync(notePath(stateDir, 'D-7'), '{"id":"D-7"');
    writeFileSync(notePath(stateDir, 'D-8'), '{"id":"D-8","kind":"decision","versions":[]}');
    const store = fileNoteStore(stateDir);
    expect(await store.list()).toEqual([]);
    expect(await store.listCorrupt()).toEqual([
      { path: notePath(stateDir, 'D-7'), problem: 'it is not JSON' },
      { path: notePath(stateDir, 'D-8'), problem: 'it is not a record of this kind' },
    ]);
    expect((await store.create(draft('decision'))).id).toBe('D-9');
  });
});
