import { expect, it } from 'vitest';

import { sweepTodos } from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import type { BriefContext } from '../../../../src/context/brief.ts';
import { brief, itemKeys, todo, todosFacts } from '../../../kit/briefs.ts';
import { gitRepo } from '../../../kit/git-repo.ts';

const PATH = process.env['PATH'] ?? '';

async function proposed(context: Partial<BriefContext>) {
  const repo = gitRepo({ 'a.js': '// TODO: first\n' });
  const note = todo({ ageDays: 40, path: 'a.js', line: 1, marker: 'TODO', text: 'first' });
  const { proposals } = await sweepTodos({
    brief: brief(
      { todos: todosFacts({ items: [note] }) },
      { reservedItems: itemKeys(1, 5), fileItem: { max: 5, maxOpen: 20 }, ...context },
    ),
    worktree: repo.path,
    env: { PATH },
    say: () => undefined,
  });
  return proposals;
}

it('asks for a pull request of the branch with the keys, where the routine lets it', async () => {
  const [item, request, ...others] = await proposed({
    pullRequest: { base: null, mode: 'review' },
  });
  expect(item).toMatchObject({ type: 'file-item', key: 'RM-1' });
  expect(request).toEqual({
    type: 'pull-request',
    title: 'Link 1 TODO to RM-1',
    body: 'It changes 1 line in 1 file: each gets the key of the item that is about it. Nothing else changes.',
  });
  expect(others).toEqual([]);
});

it('asks for none where the routine does not', async () => {
  expect((await proposed({})).map(({ type }) => type)).toEqual(['file-item']);
});

it('asks for none where no line was marked', async () => {
  const proposals = await proposed({
    pullRequest: { base: null, mode: 'review' },
    branchRules: { protected: ['a.js'], maxFiles: 50, maxBytes: 1_000_000 },
  });
  expect(proposals.map(({ type }) => type)).toEqual(['file-item']);
});
