import { describe, expect, it } from 'vitest';

import type { NoteMark } from '../../../../src/collectors/builtin/todo-sweep/mark-notes.ts';
import { marksWithinRules } from '../../../../src/collectors/builtin/todo-sweep/marks-within-rules.ts';
import type { BriefContext } from '../../../../src/context/brief.ts';
import { itemKey, todo } from '../../../kit/briefs.ts';
import { gitRepo, temporaryFolder } from '../../../kit/git-repo.ts';

const ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

const OPEN = { protected: [], maxFiles: 50, maxBytes: 1_000_000 };

function marks(...paths: readonly string[]): readonly NoteMark[] {
  return paths.map((path, index) => ({
    item: itemKey(index + 1),
    todo: todo({ ageDays: 40, path, line: 1 }),
    covers: [],
  }));
}

async function within(
  rules: BriefContext['branchRules'],
  wanted: readonly NoteMark[],
  worktree = gitRepo({ '.gitignore': '*.log\n!/secret/a.ts\n' }).path,
): Promise<readonly string[]> {
  const { allowed, skipped } = await marksWithinRules({ worktree, env: ENV, rules, marks: wanted });
  return [
    ...allowed.map(({ todo }) => `${todo.path} allowed`),
    ...skipped.map(({ mark, reason }) => `${mark.todo.path} skipped: ${reason}`),
  ];
}

describe('marksWithinRules', () => {
  it('keeps off protected paths, by the patterns alone and not by what the repository ignores', async () => {
    const rules = { ...OPEN, protected: ['secret/**', '!secret/open.ts', '/routines/'] };
    const wanted = marks('secret/a.ts', 'secret/open.ts', 'routines/x.yaml', 'a.log', 'ä b.ts');
    const because = 'outputs.branch.protected keeps the file out of branches';
    expect(await within(rules, wanted)).toStrictEqual([
      'secret/open.ts allowed',
      'a.log allowed',
      'ä b.ts allowed',
      `secret/a.ts skipped: ${because}`,
      `routines/x.yaml skipped: ${because}`,
    ]);
  });

  it('stops at the number of files a branch may have', async () => {
    expect(await within({ ...OPEN, maxFiles: 1 }, marks('a.ts', 'b.ts', 'a.ts'))).toStrictEqual([
      'a.ts allowed',
      'a.ts allowed',
      'b.ts skipped: outputs.branch.max-files is 1 file',
    ]);
  });

  it('stops at the bytes that a branch may add: the lines with keys, whatever the size of the file', async () => {
    const long = `// TODO: ${'x'.repeat(60)}\n`;
    const { path } = gitRepo({
      'a.ts': `// TODO: a\n${'a'.repeat(60_000)}`,
      'b.ts': long,
      'c.ts': '// TODO: c\n',
    });
    expect(
      await within({ ...OPEN, maxBytes: 60 }, marks('a.ts', 'b.ts', 'c.ts'), path),
    ).toStrictEqual([
      'a.ts allowed',
      'c.ts allowed',
      'b.ts skipped: outputs.branch.max-bytes is 60 bytes',
    ]);
  });

  it('lets everything through without patterns', async () => {
    expect(await within(OPEN, marks('a.ts'))).toStrictEqual(['a.ts allowed']);
  });

  it('fails where there is no repository to ask', async () => {
    const rules = { ...OPEN, protected: ['x'] };
    await expect(within(rules, marks('a.ts'), temporaryFolder())).rejects.toThrow(
      /^outputs\.branch\.protected could not be looked up: fatal: not a git repository/,
    );
  });
});
