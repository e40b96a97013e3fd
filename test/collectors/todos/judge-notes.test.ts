/** What is said of notes beyond their place: by the sweep over a real repository, so that words come from real comments. */
import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { collectTodos } from '../../../src/collectors/todos/collect-todos.ts';
import type { TodoFact } from '../../../src/words/facts.ts';
import { ALL_TODOS, collectRequest } from '../../kit/collect-request.ts';
import { gitRepo } from '../../kit/git-repo.ts';

async function notesOf(
  files: Readonly<Record<string, string>>,
  { tags = [], now }: { readonly tags?: readonly string[]; readonly now?: string } = {},
): Promise<readonly TodoFact[]> {
  const repo = gitRepo();
  repo.commit({ files, date: '2025-06-01T00:00:00Z' });
  for (const tag of tags) repo.git('tag', tag);
  const change = now === undefined ? {} : { now: new Date(now) };
  const facts = await collectTodos(collectRequest(repo.path, ALL_TODOS, change));
  return facts.items;
}

describe('the title of a note', () => {
  const TITLES: readonly (readonly [path: string, source: string, title: string])[] = [
    [
      'both.py',
      "# HACK/FIXME: unix sockets' URLs have no hostname.\n",
      "HACK: unix sockets' URLs have no hostname",
    ],
    ['a.ts', '// TODO: close the file. It leaks otherwise.\n', 'TODO: close the file'],
    ['b.ts', '// TODO(amy): close it, e.g. Here.\n', 'TODO(amy): close it, e.g. Here'],
    [
      'c.py',
      '# TODO: take the limit\n# from the settings\nx = 1\n',
      'TODO: take the limit from the settings',
    ],
    ['v.py', '# FIXME: this should pass\n# r = get("x", b"y")\n', 'FIXME: this should pass'],
    ['w.py', '# FIXME: this should pass\n# check(r)\n', 'FIXME: this should pass'],
    [
      'a.vim',
      'fun A()\n  " FIXME: the folder is changed\n  " for a while\nendfun\n',
      'FIXME: the folder is changed for a while',
    ],
    ['a.vb', "x = 1 ' TODO take the limit\n", 'TODO: take the limit'],
    ['a.f90', 'x = 1 ! TODO take the limit\n', 'TODO: take the limit'],
    ['a.bat', ':: TODO take the limit\n', 'TODO: take the limit'],
    ['d.go', 'package d\n\n/*\n * TODO\n * close the channel\n */\n', 'TODO: close the channel'],
    ['e.rb', '# FIXME\ndef pay\nend\n', 'FIXME without a text, at: def pay'],
    ['f.ts', 'pay(); // HACK\n', 'HACK without a text, at: pay();'],
    ['t1.ts', '// TODO(RM-2)\nfunction pay() {\n}\n', 'TODO without a text, at: function pay() {'],
    ['t2.rb', '# FIXME [ada]:\ndef pay\nend\n', 'FIXME without a text, at: def pay'],
    ['g.ts', '// TODO: one\n// TODO: two\n', 'TODO: one'],
    ['h.ts', '// TODO: mend it\n// @param x how often\n', 'TODO: mend it'],
    ['i.ts', '/* TODO: mend it */\n// Adds two numbers.\n', 'TODO: mend it'],
    ['k.ts', 'run(/* TODO: progress */ null, (x) => x);\n', 'TODO: progress, at: run('],
    ['l.go', 'package l\n\n// TODO: is it used? path.Join(a)\n', 'TODO: is it used?'],
    ['m.zzz', 'a = 0 -- TODO: mend\nb = 1\n', 'TODO: mend'],
    ['n.md', 'TODO: write the part\nabout tags\n', 'TODO: write the part about tags'],
    ['j.c', 'int a; // TODO: widen\nint b; // kept small\n', 'TODO: widen, at: int a;'],
    ['o.go', 'package o\n\n// use it (TODO: mend it (soon)) as it is\n', 'TODO: mend it (soon)'],
    [
      'p.go',
      'package p\n\n// TODO: either a) drop it or b) ")"\n',
      'TODO: either a) drop it or b) ")"',
    ],
    ['q.c', '/*\n * TODO\n * ----\n * - merge small ones\n */\nint q;\n', 'TODO: merge small ones'],
    [
      'r.php',
      "<?php\n$r = [\n//'a' => 1, // TODO\n'b' => 2,\n];\n",
      "TODO without a text, at: 'a' => 1,",
    ],
    [
      's.php',
      "<?php\n$s = [\n//'a' => 1, // TODO treat with care\n//'b' => 2,\n];\n",
      'TODO: treat with care',
    ],
    [
      't.swift',
      '// TODO: drop it once keys can be sent\n/// An unsafe box.\nlet t = 1\n',
      'TODO: drop it once keys can be sent',
    ],
    [
      'w.swift',
      '// TODO: enable it again once it works\n// This may take some work in Vapor\nlet w = 1\n',
      'TODO: enable it again once it works',
    ],
    ['x.ts', '// TODO: move it to\n// The Handler\n', 'TODO: move it to The Handler'],
    [
      'y.go',
      'package y\n\nvar x = []string{\n\t// {"--unknown", "foo"}, // FIXME: this case fails on Windows\n}\n',
      'FIXME: this case fails on Windows',
    ],
    ['z.go', 'package z\n\n// FIXME: next\nrun(1) // what for\n', 'FIXME: next, at: run(1)'],
    ['bin/u', '#!/bin/sh\nset +e # TODO: fix\n', 'TODO: fix, at: set +e'],
  ];

  it('is its first sentence, over the lines of its comment and no further', async () => {
    const notes = await notesOf(Object.fromEntries(TITLES.map(([path, source]) => [path, source])));
    const first = TITLES.map(([path]) => notes.find((note) => note.path === path)?.title);
    expect(first).toEqual(TITLES.map(([, , title]) => title));
  });

  it('of a note without words keeps the doubt, and weighs least', async () => {
    const [note] = await notesOf({ 'e.rb': '# FIXME\ndef pay\nend\n' });
    expect(note).toMatchObject({
      severity: { level: 'info', reason: 'it does not say what to do' },
      doubts: ['it has no words, only code below it'],
    });
  });
});

describe('notes of one text', () => {
  it('have one group, whatever their case and punctuation; short ones only within a file', async () => {
    const notes = await notesOf({
      'a.ts': '// TODO: check the return value\n',
      'b.py': '# TODO Check the return value!\n',
      'c.ts': '// FIXME: check the return value\n',
      'd.ts': '// TODO: implement\n',
      'e.ts': '// TODO: implement\n',
      'f.ts':
        '// TODO: check it\n\n// TODO check it\n\n// TODO\na();\n// TODO\na();\n// TODO\nb();\n',
    });
    const groups = new Map(notes.map(({ path, group }) => [path, group]));
    expect(groups.get('a.ts')).toMatch(/^[0-9a-f]{16}$/);
    expect(groups.get('b.py')).toBe(groups.get('a.ts'));
    expect([groups.get('c.ts'), groups.get('d.ts'), groups.get('e.ts')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const short = notes.filter(({ path }) => path === 'f.ts').map(({ group }) => group);
    expect(short[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(short[2]).not.toBe(short[0]);
    expect(short).toEqual([short[0], short[0], short[2], short[2], undefined]);
  });
});

describe('a note that waits for a version', () => {
  interface Case {
    readonly note: string;
    readonly files: Readonly<Record<string, string>>;
    /** `null`: due. */
    readonly later: { readonly until: string; readonly now: string | null } | null;
  }
  const node = (floor: string): Record<string, string> => ({
    'package.json': `{ "version": "1.4.0", "engines": { "node": ">=${floor}" } }\n`,
  });
  const CASES: readonly Case[] = [
    { note: 'remove in 2.0', files: node('18'), later: { until: 'version 2.0', now: '1.4.0' } },
    { note: 'remove in 2.0', files: { 'package.json': '{ "version": "2.0.0" }\n' }, later: null },
    {
      note: 'remove this on Shop 2.0',
      files: { ...node('18'), '../src/shop/a.ts': '' },
      later: { until: 'version 2.0', now: '1.4.0' },
    },
    { note: 'remove this on Ubuntu 24.04', files: node('18'), later: null },
    {
      note: 'remove once we depend on Elixir 1.17',
      files: { 'mix.exs': '@version "1.9.0-dev"\n@elixir_requirement "~> 1.15"\n' },
      later: { until: 'Elixir 1.17 is the oldest supported', now: 'Elixir 1.15' },
    },
    {
      note: 'drop this in the next major',
      files: node('18'),
      later: { until: 'a later version', now: '1.4.0' },
    },
    {
      note: 'use fetch after Node 20',
      files: node('18'),
      later: { until: 'Node 20 is the oldest supported', now: 'Node 18' },
    },
    { note: 'use fetch after Node 20', files: node('20.9'), later: null },
    {
      note: 'use let chains, MSRV 1.81',
      files: { 'Cargo.toml': '[package]\nversion = "0.3.0"\nrust-version = "1.74"\n' },
      later: { until: 'Rust 1.81 is the oldest supported', now: 'Rust 1.74' },
    },
    {
      note: 'use let chains, MSRV 1.81',
      files: { 'Cargo.toml': '[package]\nversion = "0.3.0"\nrust-version = "1.85"\n' },
      later: null,
    },
    { note: 'crashes since 1.8', files: node('18'), later: null },
    { note: 'was added in 1.2, and leaks', files: node('18'), later: null },
    { note: 'retry 2.5 times', files: node('18'), later: null },
  ];

  it.each<[file: string, text: string]>([
    ['package.json', '{ "name": "@space/starship", "version": "1.26.0" }'],
    ['Cargo.toml', '[package]\nname = "starship"\nversion = "1.26.0"'],
    ['pyproject.toml', '[project]\nname = "Starship"\nversion = "1.26.0"'],
  ])('knows its project by the name in %s', async (file, text) => {
    const notes = await notesOf({
      'a.rs': '// TODO: remove deprecated aliases after starship 2.0\n',
      'b.rs': '// TODO: remove deprecated aliases after shuttle 2.0\n',
      [file]: text,
    });
    expect(notes.map(({ dueLater }) => dueLater)).toEqual([
      { until: 'version 2.0', now: '1.26.0' },
      undefined,
    ]);
  });

  it('knows a module of Go by the end of its path', async () => {
    const notes = await notesOf({
      'a.go': '// TODO: remove this after Glow 3.0\n',
      'go.mod': 'module github.com/shop/glow/v2\n\ngo 1.22\n',
      VERSION: '2.1.0\n',
    });
    expect(notes.map(({ dueLater }) => dueLater?.until)).toEqual(['version 3.0']);
  });

  it('is silent until its project has that version, by the nearest manifest', async () => {
    const files = CASES.flatMap(({ note, files }, index) => [
      [`part-${index}/src/a.ts`, `// TODO: ${note}\n`] as const,
      ...Object.entries(files).map(
        ([path, text]) => [posix.join(`part-${index}`, path), text] as const,
      ),
    ]);
    const notes = await notesOf(Object.fromEntries(files));
    const found = CASES.map((one, index) => {
      const note = notes.find(({ path }) => path === `part-${index}/src/a.ts`);
      return { ...one, later: note?.dueLater ?? null };
    });
    expect(found).toEqual(CASES);
  });

  it.each([
    ['v1.9.0', { until: 'version 2.0', now: '1.9.0' }],
    ['v2.0.1', undefined],
  ])('takes the newest tag where no manifest says more: %s', async (tag, later) => {
    const [found] = await notesOf(
      { 'a.ts': '// TODO: remove in 2.0\n' },
      { tags: ['v1.0.0', tag] },
    );
    expect(found?.dueLater).toEqual(later);
  });

  it.each([
    ['2.1.0', 'which has come'],
    ['2.0.0-dev', 'which is on its way'],
  ])('weighs more once the version has come: %s', async (version, come) => {
    const files = {
      'package.json': `{ "version": "${version}" }\n`,
      'a.ts': '// TODO: remove in 2.0\n',
    };
    const [found] = await notesOf(files);
    expect(found?.severity).toEqual({
      level: 'medium',
      reason: `it was to be done in 2.0, ${come}`,
    });
  });
});

describe('what touches the file of a note', () => {
  it('counts for three months', async () => {
    const files = { 'a.ts': '// FIXME: mend the list\n' };
    const [lately] = await notesOf(files, { now: '2025-08-01T00:00:00Z' });
    const [long] = await notesOf(files, { now: '2025-10-01T00:00:00Z' });
    expect(lately?.severity).toEqual({
      level: 'medium',
      reason: 'FIXME in a file that changed in the last 90 days',
    });
    expect(long?.severity).toEqual({
      level: 'low',
      reason: 'FIXME in a file that did not change lately',
    });
  });
});
