import { describe, expect, it } from 'vitest';

import { conflictsWith, noteConflicts } from '../../src/ledger/note-conflicts.ts';
import type { Note, NoteKind } from '../../src/words/note.ts';

const AT = '2026-11-21T09:00:00.000Z';

interface Said {
  readonly title: string;
  readonly text?: string;
  readonly paths?: readonly string[];
  readonly kind?: NoteKind;
}

function note(id: string, { title, text = title, paths = [], kind = 'decision' }: Said): Note {
  return {
    id,
    kind,
    state: 'approved',
    versions: [{ title, text, reason: '', paths, by: 'ada', at: AT }],
    origin: { routine: null, run: null, session: null },
    createdAt: AT,
    verdict: { kind: 'approved', reason: '', by: 'ada', at: AT },
    replaces: null,
  };
}

function conflict(a: Said, b: Said): boolean {
  return noteConflicts([note('D-1', a), note('D-2', b)]).length > 0;
}

const CONTRADICTING: readonly (readonly [Said, Said])[] = [
  [{ title: 'Use moment for dates' }, { title: "Don't use moment" }],
  [{ title: 'Use zod for validation' }, { title: 'Use valibot for validation' }],
  [{ title: 'Always squash before merging' }, { title: 'Never squash before merging' }],
  [{ title: 'Keep the onChange callback' }, { title: 'Remove the onChange callback' }],
  [
    { title: 'Line length', text: 'The maximum line length is 80' },
    { title: 'Width of lines', text: 'The maximum line length is 120' },
  ],
  [{ title: 'The default branch is main' }, { title: 'The default branch is trunk' }],
  [{ title: 'Commit generated files' }, { title: 'Do not commit generated files' }],
  [{ title: 'Enable strict mode in tsconfig' }, { title: 'Disable strict mode in tsconfig' }],
  [
    { title: 'Retries', text: 'Requests time out after 30 s' },
    { title: 'Waiting', text: 'Requests time out after 90 s' },
  ],
  [
    { title: 'Imports', text: 'Avoid default exports in the library.' },
    { title: 'Exports', text: 'Prefer default exports in the library.' },
  ],
  [
    { title: 'Date library', text: 'Luxon it is', paths: ['src/time/**'] },
    { title: 'Date library', text: 'We settled on dayjs', paths: ['src/time/zones.ts'] },
  ],
  [
    { title: 'Flaky tests', text: 'Flaky tests must be fixed at once.' },
    { title: 'Flaky ones', text: 'Flaky tests must not be fixed at once.' },
  ],
  [{ title: 'Use pnpm as the package manager' }, { title: 'Use npm as the package manager' }],
  [
    { title: 'Snapshots', text: 'Allow network access in unit tests' },
    { title: 'Network', text: 'Forbid network access in unit tests' },
  ],
];

const AGREEING: readonly (readonly [Said, Said])[] = [
  [{ title: 'Use vitest for unit tests' }, { title: 'Use playwright for browser tests' }],
  [{ title: 'Use zod for validation' }, { title: 'Use zod for validation of forms' }],
  [{ title: 'Do not use moment' }, { title: 'Avoid moment' }],
  [{ title: 'Use luxon instead of moment' }, { title: "Don't use moment" }],
  [
    { title: 'Use tabs for indentation', paths: ['legacy/**'] },
    { title: 'Use spaces for indentation', paths: ['src/**'] },
  ],
  [{ title: 'Never push to main' }, { title: 'Always rebase on main' }],
  [{ title: 'Keep the changelog by hand' }, { title: 'Remove unused dependencies' }],
  [
    { title: 'The tests are slow', kind: 'knowledge' },
    { title: 'The tests are in test/', kind: 'knowledge' },
  ],
  [{ title: 'The API port is 8080' }, { title: 'The port of the database is 5432' }],
  [{ title: 'Errors carry a hint' }, { title: 'Errors are logged once' }],
  [{ title: 'Always lock the lockfile' }, { title: 'Do not edit the lockfile by hand' }],
  [
    { title: 'Billing owner is Ada', paths: ['src/billing/**'] },
    { title: 'Search owner is Grace', paths: ['src/search/**'] },
  ],
  [{ title: 'Keep functions short' }, { title: 'Do not keep secrets in the repository' }],
  [{ title: 'Avoid regular expressions in parsers' }, { title: 'Use hand-written parsers' }],
  [
    { title: 'Timeouts', text: 'The build takes 4 min' },
    { title: 'Tests', text: 'The tests take 9 min' },
  ],
  [{ title: 'Use British spelling' }, { title: 'Use short sentences' }],
  [{ title: 'No new dependencies without asking' }, { title: 'Dependencies are pinned' }],
  [{ title: '日本語のコメントを書く' }, { title: '日本語のコメントを書かない' }],
];

describe('noteConflicts', () => {
  it.each(CONTRADICTING)('sees that %o and %o may not both hold', (a, b) => {
    expect(conflict(a, b)).toBe(true);
    expect(conflict(b, a)).toBe(true);
  });

  it.each(AGREEING)('lets %o and %o stand', (a, b) => {
    expect(conflict(a, b)).toBe(false);
    expect(conflict(b, a)).toBe(false);
  });

  it('says why in one line, and where both hold', () => {
    const a = note('D-1', { title: 'Use tabs', paths: ['src/**'] });
    const b = note('D-2', { title: 'Avoid tabs', paths: ['src/cli/*.ts'] });
    expect(noteConflicts([a, b])).toEqual([
      {
        a: 'D-1',
        b: 'D-2',
        why: 'one says the contrary of the other: "Use tabs" against "Avoid tabs", in src/** and src/cli/*.ts',
      },
    ]);
  });

  it('passes over what is rejected or retired, and what takes the place of the other', () => {
    const a = note('D-1', { title: 'Use tabs' });
    const b = note('D-2', { title: 'Avoid tabs' });
    expect(noteConflicts([a, { ...b, state: 'rejected' }])).toEqual([]);
    expect(noteConflicts([a, { ...b, state: 'retired' }])).toEqual([]);
    expect(noteConflicts([a, { ...b, replaces: 'D-1' }])).toEqual([]);
    expect(conflictsWith({ ...b, state: 'rejected' }, [a])).toHaveLength(1);
  });

  it('takes no longer for hostile texts', () => {
    const long = `use ${'a '.repeat(20_000)}`;
    const many = 'never use it. '.repeat(5_000);
    const notes = [note('D-1', { title: long }), note('D-2', { title: many, text: `${long}!` })];
    expect(noteConflicts(notes).length).toBeLessThan(2);
  });
});
