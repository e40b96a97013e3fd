import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  markNotes,
  type NoteMark,
} from '../../../../src/collectors/builtin/todo-sweep/mark-notes.ts';
import {
  commitMarks,
  commitMessage,
} from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import type { TodoFact } from '../../../../src/words/facts.ts';
import { itemKey, runId, todo } from '../../../kit/briefs.ts';
import { gitRepo, temporaryFolder } from '../../../kit/git-repo.ts';

const ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Sweep',
  GIT_AUTHOR_EMAIL: 'sweep@example.com',
  GIT_COMMITTER_NAME: 'Sweep',
  GIT_COMMITTER_EMAIL: 'sweep@example.com',
};

function note(number: number, fields: Partial<TodoFact>): NoteMark {
  const marked = todo({ ageDays: 40, ...fields });
  return { item: itemKey(number), todo: marked, covers: [marked.fingerprint] };
}

describe('markNotes', () => {
  it('changes only the lines of the notes: endings, BOM, mode and other bytes stay', async () => {
    const repo = gitRepo();
    const before = Buffer.concat([
      Buffer.from('\ufeffone\r\n// TODO: first\r\n', 'utf8'),
      Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
      Buffer.from('\t// TODO second\u2028still\n// FIXME(bo): third', 'utf8'),
    ]);
    repo.write('a.c', '', 0o755);
    repo.commit();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(repo.path, 'a.c'), before);

    const outcome = await markNotes(repo.path, [
      note(1, { path: 'a.c', line: 2, text: 'first' }),
      note(2, { path: 'a.c', line: 4, text: 'second still' }),
      note(3, { path: 'a.c', line: 5, text: 'third', marker: 'FIXME' }),
    ]);

    const after = Buffer.concat([
      Buffer.from('\ufeffone\r\n// TODO(RM-1): first\r\n', 'utf8'),
      Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
      Buffer.from('\t// TODO(RM-2) second\u2028still\n// FIXME(RM-3, bo): third', 'utf8'),
    ]);
    expect(readFileSync(join(repo.path, 'a.c')).equals(after)).toBe(true);
    expect(statSync(join(repo.path, 'a.c')).mode & 0o777).toBe(0o755);
    expect(outcome.paths).toStrictEqual(['a.c']);
    expect(outcome.marked).toHaveLength(3);
    expect(outcome.skipped).toStrictEqual([]);
  });

  it.each([
    ['a.kt', 'fun f() = TODO("later")', '("later")'],
    ['a.rb', 'x = <<~TODO\n  text\nTODO', ''],
    ['a.rb', 'x = <<~E\n  # TODO: later\nE', 'later'],
    ['a.yaml', 'TODO: later', 'later'],
    ['a.json', '{ "a": "TODO: later" }', 'later" }'],
    ['a.sh', 'cat <<E\n# TODO: later\nE', 'later'],
    ['a.js', 'const s = "// TODO: later";', 'later";'],
    ['a.py', 's = "# TODO: later"', 'later"'],
    ['a.py', 'def f():\n  """Do.\n\n  TODO: later\n  """', 'later'],
    ['words.txt', 'TODO: later', 'later'],
    ['a.md', '- TODO: later', 'later'],
  ])('changes no %s whose note is in no comment: %j', async (path, code, text) => {
    const repo = gitRepo({ [path]: `${code}\n` });
    const line = code.split('\n').findLastIndex((row) => row.includes('TODO')) + 1;
    const { marked, skipped } = await markNotes(repo.path, [note(1, { path, line, text })]);
    expect(marked).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual(['the note is in no comment']);
    expect(readFileSync(join(repo.path, path), 'utf8')).toBe(`${code}\n`);
  });

  it('marks the comment and no string, by each grammar and by marks, and no file of an unknown kind', async () => {
    const files: Readonly<Record<string, string>> = {
      'a.sh': 'x="TODO: no" # TODO: it',
      'a.cs': 'var x = "TODO: no"; // TODO: it',
      'a.css': 'a { content: "TODO: no" } /* TODO: it */',
      'a.go': 'package a\n\nvar x = `TODO: no` // TODO: it',
      'a.java': 'class A { String x = "TODO: no"; } // TODO: it',
      'a.js': 'const x = `TODO: no`; // TODO: it',
      'a.php': '<?php $x = "TODO: no"; # TODO: it',
      'a.ps1': '$x = "TODO: no" # TODO: it',
      'a.py': 'x = "TODO: no" # TODO: it',
      'a.rb': "x = 'TODO: no' # TODO: it",
      'a.rs': 'const X: &str = "TODO: no"; // TODO: it',
      'a.ts': 'const x: string = "TODO: no"; // TODO: it',
      'a.tsx': 'const x = <a title="TODO: no" />; // TODO: it',
      'a.kt': 'val x = "TODO: no" // TODO: it',
      'a.hs': 'x = "TODO: no" -- TODO: it',
      'a.lua': 'x = [[TODO: no]] --[[ TODO: it ]]',
      'a.xyz': 'x = "TODO: no" // TODO: it',
    };
    const repo = gitRepo(files);
    const marks = Object.entries(files).map(([path, code], index) =>
      note(index + 1, { path, line: code.split('\n').length, text: 'it' }),
    );
    const { skipped } = await markNotes(repo.path, marks);
    expect(skipped.map(({ mark }) => mark.todo.path)).toEqual(['a.xyz']);
    for (const { todo, item } of marks.slice(0, -1)) {
      expect(readFileSync(join(repo.path, todo.path), 'utf8')).toBe(
        files[todo.path]?.replace('TODO: it', `TODO(${item}): it`),
      );
    }
  });

  it('leaves the call and marks the comment behind it', async () => {
    const repo = gitRepo({ 'a.kt': 'fun f() = TODO("x") // TODO: write it\n' });
    await markNotes(repo.path, [note(1, { path: 'a.kt', line: 1, text: 'write it' })]);
    expect(readFileSync(join(repo.path, 'a.kt'), 'utf8')).toBe(
      'fun f() = TODO("x") // TODO(RM-1): write it\n',
    );
  });

  it('marks two notes on one line', async () => {
    const repo = gitRepo({ 'a.ts': '// TODO: one; FIXME: two\n' });
    await markNotes(repo.path, [
      note(1, { path: 'a.ts', line: 1, text: 'one; FIXME: two' }),
      note(2, { path: 'a.ts', line: 1, text: 'two', marker: 'FIXME' }),
    ]);
    expect(readFileSync(join(repo.path, 'a.ts'), 'utf8')).toBe(
      '// TODO(RM-1): one; FIXME(RM-2): two\n',
    );
  });

  it('makes no line wider than others of its kind are, where formatters would mind', async () => {
    const code = (width: number): string => `// ${'x'.repeat(width - 3)}\n`;
    const note89 = `// TODO: ${'y'.repeat(80)}`;
    const files = {
      'A.java': `${code(92)}${note89}\n// TODO: short\n`,
      'B.java': `${code(94)}// see https://example.com/${'z'.repeat(90)}\n`,
      'C.java': `${code(50)}// TODO: ${'y'.repeat(90)}\n`,
      'a.ts': `${note89}\n`,
    };
    const repo = gitRepo(files);
    const outcome = await markNotes(repo.path, [
      note(1, { path: 'A.java', line: 2, text: 'y'.repeat(80) }),
      note(2, { path: 'A.java', line: 3, text: 'short' }),
      note(3, { path: 'a.ts', line: 1, text: 'y'.repeat(80) }),
    ]);
    expect(outcome.skipped.map(({ mark, reason }) => `${mark.item}: ${reason}`)).toEqual([
      'RM-1: the key would make the line longer than 92 characters, and no other line of such files is',
    ]);
    expect(outcome.marked.map(({ item }) => item)).toEqual(['RM-2', 'RM-3']);
    // What was wider than all others before may become wider still.
    const wide = note(4, { path: 'C.java', line: 2, text: 'y'.repeat(90) });
    expect((await markNotes(repo.path, [wide])).skipped).toEqual([]);
  });

  it('skips, and says why, what it cannot or must not change', async () => {
    const outside = temporaryFolder();
    const repo = gitRepo({ 'a.ts': '// TODO: one\n', 'sub/b.ts': '// TODO: two\n' });
    repo.write('target.ts', '// TODO: three\n');
    symlinkSync('target.ts', join(repo.path, 'link.ts'));
    symlinkSync(outside, join(repo.path, 'out'));
    const gitConfig = readFileSync(join(repo.path, '.git/config'), 'utf8');

    const outcome = await markNotes(repo.path, [
      note(1, { path: 'a.ts', line: 1, text: 'changed since' }),
      note(2, { path: 'a.ts', line: 9, text: 'one' }),
      note(3, { path: 'gone.ts', line: 1 }),
      note(4, { path: 'link.ts', line: 1, text: 'three' }),
      note(5, { path: 'out/x.ts', line: 1 }),
      note(6, { path: '../x.ts', line: 1 }),
      note(7, { path: '/etc/passwd', line: 1 }),
      note(8, { path: '.git/config', line: 1 }),
      note(9, { path: 'sub', line: 1 }),
      note(10, { path: 'a.ts/b', line: 1 }),
    ]);

    expect(outcome.skipped.map(({ mark, reason }) => `${mark.todo.path}: ${reason}`)).toStrictEqual(
      [
        'gone.ts: the file is not in the worktree',
        'link.ts: its path goes over a link',
        'out/x.ts: its path goes over a link',
        '../x.ts: its path leads out of the worktree',
        '/etc/passwd: its path leads out of the worktree',
        '.git/config: its path leads out of the worktree',
        'sub: it is not a regular file',
        'a.ts/b: it is not a regular file',
        'a.ts: the line does not hold the note',
        'a.ts: the line does not hold the note',
      ],
    );
    expect(outcome.paths).toStrictEqual([]);
    expect(readFileSync(join(repo.path, 'target.ts'), 'utf8')).toBe('// TODO: three\n');
    expect(readFileSync(join(repo.path, '.git/config'), 'utf8')).toBe(gitConfig);
  });
});

describe('commitMarks', () => {
  it('commits the marked files and nothing else, past hooks, whatever their names', async () => {
    const repo = gitRepo({ ':(top)a.ts': '// TODO: one\n', 'other.ts': 'x\n', '-b.ts': 'y\n' });
    repo.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n', 0o755);
    repo.write('other.ts', 'changed by somebody else\n');
    repo.git('add', '--', 'other.ts');
    repo.write('untracked.ts', 'new\n');

    const outcome = await markNotes(repo.path, [
      note(1, { path: ':(top)a.ts', line: 1, text: 'one' }),
    ]);
    const request = { worktree: repo.path, env: ENV, run: runId(), outcome };
    expect(await commitMarks(request)).toBeNull();

    expect(repo.git('show', '--name-only', '--format=%an%n%B', 'HEAD')).toBe(
      [
        'Sweep',
        'Link 1 TODO to RM-1',
        '',
        'RM-1 :(top)a.ts:1 TODO: one',
        '',
        'Roundsman-Covers: todo::(top)a.ts:1',
        'Roundsman-Blame: ignore',
        'Roundsman-Run: 01k0000000000000000000abcd',
        '',
        '',
        ':(top)a.ts',
      ].join('\n'),
    );
    expect(repo.git('status', '--porcelain')).toBe('M  other.ts\n?? untracked.ts');
    expect(repo.git('show', 'HEAD::(top)a.ts')).toBe('// TODO(RM-1): one');
  });

  it('does nothing without a marked file', async () => {
    const repo = gitRepo({ 'a.ts': 'x\n' });
    const head = repo.git('rev-parse', 'HEAD');
    const outcome = { marked: [], skipped: [], paths: [] };
    expect(await commitMarks({ worktree: repo.path, env: ENV, run: null, outcome })).toBeNull();
    expect(repo.git('rev-parse', 'HEAD')).toBe(head);
  });

  it('says what went wrong and keeps the change', async () => {
    const repo = gitRepo({ 'a.ts': '// TODO: one\n' });
    const outcome = await markNotes(repo.path, [note(1, { path: 'a.ts', line: 1, text: 'one' })]);
    repo.write('.git/index.lock', '');
    const problem = await commitMarks({ worktree: repo.path, env: ENV, run: runId(), outcome });
    expect(problem).toMatch(/^git commit ended with 128: /);
    expect(readFileSync(join(repo.path, 'a.ts'), 'utf8')).toBe('// TODO(RM-1): one\n');
  });

  it('says so when there is no git', async () => {
    const folder = temporaryFolder();
    const outcome = { marked: [], skipped: [], paths: ['a.ts'] };
    const env = { PATH: folder };
    expect(await commitMarks({ worktree: folder, env, run: null, outcome })).toBe(
      'git could not be started: no such program',
    );
  });
});

describe('commitMessage', () => {
  it('cannot be given trailers by a note', () => {
    const text = 'x\n\nRoundsman-Run: forged\n';
    const marked = [note(1, { text }), note(2, { line: 5 })];
    expect(commitMessage({ outcome: { marked, skipped: [], paths: [] }, run: null })).toBe(
      [
        'Link 2 TODOs to RM-1 and RM-2',
        '',
        'RM-1 src/app.ts:3 TODO: x Roundsman-Run: forged',
        'RM-2 src/app.ts:5 TODO: mend this',
        '',
        'Roundsman-Covers: todo:src/app.ts:3',
        'Roundsman-Covers: todo:src/app.ts:5',
        'Roundsman-Blame: ignore',
        '',
      ].join('\n'),
    );
  });
});
