import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { collectTodos } from '../../src/collectors/todos/collect-todos.ts';
import {
  ALL_TODOS,
  blameDifferences,
  collectRequest,
  commitId,
  grepLines,
  linesOf,
} from '../kit/collect-request.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { todoHistory } from '../kit/todo-history.ts';

describe('over generated histories', () => {
  test.each([1, 2])(
    'history %i: the notes are the true ones, with their true age and author',
    async (seed) => {
      const { repo, truth, decoys } = todoHistory(seed, 40);
      const facts = await collectTodos(collectRequest(repo.path, ALL_TODOS));
      const found = facts.items
        .map(({ path, line, text, author, date }) => ({
          path,
          line,
          text: text.replace(/ ;$/, ''),
          author,
          date,
        }))
        .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
      expect(found).toEqual(truth);
      expect(facts.mentions.map(({ path, line }) => `${path}:${line}`).toSorted()).toEqual(decoys);
      expect(facts.leftOut).toEqual({ binary: 1, vendored: 1, generated: 2, fixtures: 0 });
      expect(facts.items.map(({ date }) => date)).toEqual(
        facts.items.map(({ date }) => date).toSorted(),
      );
      expect(new Set(facts.items.map(({ fingerprint }) => fingerprint)).size).toBe(
        facts.items.length,
      );
      const leftOut = /^(?:node_modules\/|api\.pb\.go|made\.ts)/;
      const grepped = grepLines(repo.path, 'HEAD');
      const own = grepped.filter((line) => !leftOut.test(line));
      expect(linesOf(facts)).toEqual(own);
      const { vendored = 0, generated = 0, fixtures = 0 } = facts.leftOutLines ?? {};
      expect(vendored + generated + fixtures).toBe(grepped.length - own.length);
      expect(blameDifferences(repo.path, facts.items)).toEqual([]);
    },
  );

  test.each([23, 24])(
    'history %i: notes that moved before a reformatting keep their true age',
    async (seed) => {
      const { repo, truth } = todoHistory(seed, 40, { reformatMoved: true });
      const facts = await collectTodos(collectRequest(repo.path, ALL_TODOS));
      const dates = (notes: readonly { path: string; line: number; date: string }[]) =>
        notes.map(({ path, line, date }) => `${path}:${line} ${date}`).toSorted();
      expect(dates(facts.items)).toEqual(dates(truth));
    },
  );

  test.each([11, 12])(
    'history %i: a sweep that uses what earlier nights kept tells the same as one without',
    async (seed) => {
      const { repo, commits } = todoHistory(seed, 12);
      const cacheFolder = temporaryFolder('rm-cache-');
      for (const [index, sha] of commits.entries()) {
        if (index % 3 === 0 && index !== commits.length - 1) continue;
        const base = commitId(sha);
        const kept = await collectTodos(
          collectRequest(repo.path, ALL_TODOS, { base, cacheFolder }),
        );
        const fresh = await collectTodos(collectRequest(repo.path, ALL_TODOS, { base }));
        expect(kept).toEqual(fresh);
        const [file = ''] = readdirSync(cacheFolder);
        if (index % 5 === 1) writeFileSync(join(cacheFolder, file), '{"torn');
      }
    },
  );
});
