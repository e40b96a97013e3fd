import { expect, it } from 'vitest';

import { editNotes } from '../../../../src/collectors/builtin/release-check/edit/edit-notes.ts';
import { releaseCommit } from '../../../kit/release-facts.ts';

it('puts an entry under a heading that names its kind beside another', () => {
  const notes = (removed: string, mended: string): string => `# Changelog

## Unreleased

### Deprecations and Removals

- Old lamp is gone
${removed}
### Bug fixes & improvements

- Doors close
${mended}
### Security fixes

- Locks hold
`;
  const commits = [
    releaseCommit(1, 'Remove the old door'),
    releaseCommit(2, 'Update the roof'),
    releaseCommit(3, 'fix: windows close'),
  ];
  const { text } = editNotes({
    text: notes('', ''),
    path: 'CHANGELOG.md',
    unmentioned: commits.map((commit) => ({
      commit,
      subject: commit.subject,
      user: null,
      name: commit.author,
    })),
    end: { versionOf: () => null, inPreparation: [], date: null },
  });
  expect(text).toBe(notes('- Remove the old door\n', '- Update the roof\n- Windows close\n'));
});
