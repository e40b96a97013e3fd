import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { collectTodos } from '../../src/collectors/todos/collect-todos.ts';
import {
  ALL_TODOS,
  blameDifferences,
  collectRequest,
  grepLines,
  linesOf,
} from '../kit/collect-request.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { seededRandom } from '../kit/todo-history.ts';

const FILES = 5_000;
const COMMITS = 2_000;
const NOTES = 60;

test('5,000 files and 2,000 commits: the notes, their age and author are those of git and of the generator', async () => {
  const random = seededRandom(7);
  const repo = gitRepo();
  const truth = new Map<string, string>();
  const notes = new Map<number, string>();
  const path = (index: number): string => `area-${index % 20}/part-${index % 100}/file-${index}.ts`;
  const stream: string[] = [];
  const write = (index: number, version: number): void => {
    const note = notes.get(index);
    const text = `const before${index} = ${version};\nfunction work${index}() {\n${note === undefined ? '' : `  // TODO: ${note}\n`}  return before${index};\n}\n`;
    stream.push(`M 100644 inline ${path(index)}\ndata ${text.length}\n${text}\n`);
  };
  for (let commit = 0; commit < COMMITS; commit += 1) {
    const seconds = 1_600_000_000 + commit * 3_600;
    const by = `Author ${commit % 5} <a@example.com> ${seconds} +0000`;
    stream.push(`commit refs/heads/main\nauthor ${by}\ncommitter ${by}\ndata 6\nchange\n`);
    if (commit === 0) {
      for (let index = 0; index < FILES; index += 1) write(index, 0);
      continue;
    }
    const index = Math.floor(random() * NOTES) * 80;
    if (!notes.has(index) || random() < 0.1) {
      notes.set(index, `number ${commit}, words of their own`);
      truth.set(path(index), new Date(seconds * 1000).toISOString());
    }
    write(index, commit);
  }
  execFileSync('git', ['fast-import', '--quiet'], {
    cwd: repo.path,
    input: stream.join(''),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  repo.git('reset', '--quiet', '--hard', 'main');
  const facts = await collectTodos(collectRequest(repo.path, ALL_TODOS));
  expect(facts.coverage).toEqual({ examined: FILES, found: truth.size });
  expect(new Map(facts.items.map((item) => [item.path, item.date]))).toEqual(truth);
  expect(linesOf(facts)).toEqual(grepLines(repo.path, 'HEAD'));
  expect(blameDifferences(repo.path, facts.items)).toEqual([]);
});
