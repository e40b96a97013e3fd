import { expect, it } from 'vitest';

import { editNotes } from '../../../../src/collectors/builtin/release-check/edit/edit-notes.ts';
import { releaseCommit } from '../../../kit/release-facts.ts';

it('writes AsciiDoc as it stands there', () => {
  const old = '== 1.2.0 (2026-01-02)\n\nBug Fixes::\n\n  * Keep the anchor (#9)\n';
  const commit = releaseCommit(2, 'fix: handle empty input (#42)');
  const { text } = editNotes({
    text: `= Changelog\n\n${old}`,
    path: 'CHANGELOG.adoc',
    unmentioned: [{ commit, subject: commit.subject, user: null, name: commit.author }],
    end: { versionOf: () => null, inPreparation: [], date: null },
  });
  const made = '== Unreleased\n\nBug Fixes::\n\n  * Handle empty input (#42)\n';
  expect(text).toBe(`= Changelog\n\n${made}\n${old}`);
});

it('leaves out which issue a commit closes: an entry names it at its end', () => {
  const commit = releaseCommit(2, 'resolves #42 keep the heading of an empty section (PR #43)');
  const { text } = editNotes({
    text: '= Changelog\n\n== 1.2.0 (2026-01-02)\n\nBug Fixes::\n\n* keep the anchor (#9)\n* keep the title (#8)\n',
    path: 'CHANGELOG.adoc',
    unmentioned: [{ commit, subject: commit.subject, user: null, name: commit.author }],
    end: { versionOf: () => null, inPreparation: [], date: null },
  });
  expect(text).toMatch(/^\* keep the heading of an empty section$/m);
});
