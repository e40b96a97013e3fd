import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { notesTold } from '../../src/ledger/notes-told.ts';
import type { Note, NoteState } from '../../src/words/note.ts';

const AT = '2026-11-21T09:00:00.000Z';

function note(id: string, paths: readonly string[] = [], state: NoteState = 'approved'): Note {
  const version = { title: `title of ${id}`, text: 'text', reason: '', paths, by: 'ada', at: AT };
  return {
    id,
    kind: id.startsWith('D') ? 'decision' : 'knowledge',
    state,
    versions: [{ ...version, text: 'what it said before' }, version],
    origin: { routine: null, run: null, session: null },
    createdAt: AT,
    verdict: state === 'approved' ? { kind: 'approved', reason: '', by: 'ada', at: AT } : null,
    replaces: null,
  };
}

function ids(notes: readonly Note[], files: readonly string[], most = 100): readonly string[] {
  return notesTold(notes, { kind: 'decision', files, most }).notes.map(({ id }) => id);
}

describe('notesTold', () => {
  it('tells approved ones of its kind only, in their newest words', () => {
    const notes = [
      note('D-1'),
      note('D-2', [], 'proposed'),
      note('D-3', [], 'rejected'),
      note('D-4', [], 'retired'),
      note('K-1'),
    ];
    const told = notesTold(notes, { kind: 'decision', files: [] });
    expect(told.notes.map(({ id, text }) => `${id} ${text}`)).toEqual(['D-1 text']);
    expect(told).toMatchObject({ elsewhere: 0, leftOut: 0 });
  });

  it('tells what holds everywhere first, then what can be about its files, the newest first', () => {
    const notes = [note('D-1', ['src/**']), note('D-2'), note('D-3'), note('D-4', ['docs/**'])];
    expect(ids(notes, ['src/a.ts'])).toEqual(['D-3', 'D-2', 'D-1']);
    expect(ids(notes, [])).toEqual(['D-3', 'D-2', 'D-4', 'D-1']);
    expect(notesTold(notes, { kind: 'decision', files: ['src/a.ts'], most: 2 })).toMatchObject({
      elsewhere: 1,
      leftOut: 1,
    });
  });

  it('gives the same answer in whatever order they come', () => {
    const notes = Array.from({ length: 12 }, (_, at) => note(`D-${at + 1}`, at % 3 ? ['a'] : []));
    const expected = ids(notes, ['a'], 7);
    fc.assert(
      fc.property(fc.shuffledSubarray(notes, { minLength: notes.length }), (shuffled) => {
        expect(ids(shuffled, ['a'], 7)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
