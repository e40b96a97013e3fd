import { join } from 'node:path';

import { expect, it } from 'vitest';

import { offerValues } from '../../../src/cli/completion/offer-values.ts';
import { decideNotes, proposeNote } from '../../../src/ledger/notes/decide-note.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { NoteKind } from '../../../src/words/note.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

it('completion offers notes of the kind that count or may, with their titles', async () => {
  const folder = gitRepo({ a: 'a' }).path;
  const env = { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
  const here = { folder, env, actor: 'ada', clock: systemClock };
  const workspace = await openWorkspace(here);
  const add = (kind: NoteKind, title: string): Promise<unknown> =>
    proposeNote(workspace, {
      kind,
      title,
      text: `${title}, always.`,
      reason: '',
      paths: [],
      replaces: null,
      by: 'ada',
      approved: false,
    });
  await add('decision', 'Dates are UTC');
  await add('decision', 'Names are\u001b[2J short');
  await add('knowledge', 'Tests need Redis');
  const act = { kind: 'reject', reason: 'no' } as const;
  await decideNotes(workspace, { kind: 'decision', ids: ['D-1'], act, by: 'ada' });
  const offered = (source: NoteKind): ReturnType<typeof offerValues> =>
    offerValues(source, '', { ...here, words: [] });
  expect(await offered('decision')).toEqual({
    candidates: [{ value: 'D-2', text: 'Names are short' }],
    directive: 'words',
  });
  expect(await offered('knowledge')).toEqual({
    candidates: [{ value: 'K-1', text: 'Tests need Redis' }],
    directive: 'words',
  });
});
