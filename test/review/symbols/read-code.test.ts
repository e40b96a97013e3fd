import { expect, test } from 'vitest';

import type { CodeRead } from '../../../src/review/symbols/code-read.ts';
import { languageOf, type LanguageId } from '../../../src/review/symbols/language-table.ts';
import { TABLES } from '../../../src/review/symbols/languages/tables.ts';
import { readCode } from '../../../src/review/symbols/read-code.ts';
import { parserFor } from '../../../src/syntax/grammars.ts';

async function read(language: LanguageId, text: string): Promise<CodeRead> {
  const table = TABLES[language];
  const tree = (await parserFor(table.grammar)).parse(text);
  if (tree === null) throw new Error('not parsed');
  try {
    return readCode(tree, { text, table, rows: [{ from: 0, to: 1_000 }] });
  } finally {
    tree.delete();
  }
}

function told({ definitions }: CodeRead): readonly string[] {
  return definitions.map(({ kind, container, name }) =>
    [kind, container === null ? name : `${container}.${name}`].join(' '),
  );
}

test('TypeScript: classes, interfaces, enums, arrow functions, and nothing that is local', async () => {
  const code = await read(
    'typescript',
    [
      "import D, { x as y } from './k.ts';",
      'export class Clock<T> extends Base implements Shown { private at = 1; tick(by: number): void { const q = by; this.show(q, y); } }',
      'interface Shown { show?(at: number): void; label: string }',
      'enum Hue { Red, Green = 2 }',
      'export const wind = async (by: number) => { const local = by; return local; };',
      "test('x', () => { const hidden = wind(1); });",
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'field Clock.at',
    'method Clock.tick',
    'class Clock',
    'method Shown.show',
    'field Shown.label',
    'interface Shown',
    'member Hue.Red',
    'member Hue.Green',
    'enum Hue',
    'function wind',
  ]);
  expect(code.definitions.find(({ name }) => name === 'Clock')?.heritage).toEqual([
    'Base',
    'Shown',
  ]);
  expect(code.imports).toMatchObject([
    {
      module: './k.ts',
      names: [
        { name: 'default', as: 'D' },
        { name: 'x', as: 'y' },
      ],
      namespace: 'D',
    },
  ]);
  expect(code.uses.find(({ name }) => name === 'show')).toMatchObject({
    how: 'member',
    on: 'this',
    within: 'Clock',
  });
  expect(code.uses.filter(({ name, local }) => name === 'q' && !local)).toEqual([]);
});

test('JavaScript: exports by assignment, prototypes, objects, require', async () => {
  const code = await read(
    'javascript',
    [
      "const dates = require('./dates'); const { pad: fill } = require('../pad');",
      'exports.parse = function parse(text) { return dates.read(fill(text)); };',
      'Clock.prototype.tick = function () {};',
      'const api = { get() {}, put: (x) => x, limit: 3 };',
      "var normal = require('./utils').normalize;",
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'function parse',
    'method Clock.tick',
    'method api.get',
    'method api.put',
    'const api',
  ]);
  expect(code.imports).toMatchObject([
    { module: './dates', namespace: 'dates' },
    { module: '../pad', names: [{ name: 'pad', as: 'fill' }] },
    { module: './utils', namespace: null, names: [{ name: 'normalize', as: 'normal' }] },
  ]);
});

test('Python: functions, methods, fields, constants, and both forms of import', async () => {
  const code = await read(
    'python',
    [
      'from .dates import (parse as read, pad)',
      'import os.path as p',
      'LIMIT = 3',
      'class Clock(Base):',
      '    at: int = 1',
      '    def tick(self, by):',
      '        return read(by, key=LIMIT)',
      'async def wind(): pass',
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'const LIMIT',
    'field Clock.at',
    'method Clock.tick',
    'class Clock',
    'function wind',
  ]);
  expect(code.imports).toMatchObject([
    {
      module: '.dates',
      names: [
        { name: 'parse', as: 'read' },
        { name: 'pad', as: 'pad' },
      ],
    },
    { module: 'os.path', namespace: 'p' },
  ]);
});

test('Go: receivers, struct fields, what an interface asks for, import aliases', async () => {
  const code = await read(
    'go',
    [
      'package clock',
      'import (',
      '\t"fmt"',
      '\tday "example.com/app/days"',
      ')',
      'type Clock struct { At int }',
      'type Ticker interface { Tick(by int) error }',
      'const Limit = 3',
      'func (c *Clock) Tick(by int) error { return fmt.Errorf(day.Name, by) }',
      'func Wind() {}',
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'field Clock.At',
    'struct Clock',
    'method Ticker.Tick',
    'interface Ticker',
    'const Limit',
    'method Clock.Tick',
    'function Wind',
  ]);
  expect(code.package).toBe('clock');
  expect(code.imports.map(({ namespace }) => namespace)).toEqual(['fmt', 'day']);
});

test('Rust: impl blocks, traits, variants, macros, nested use', async () => {
  const code = await read(
    'rust',
    [
      'use crate::days::{self, name as called, deep::*};',
      'pub struct Clock { at: u32 }',
      'pub enum Hue { Red, Green(u8) }',
      'trait Tick { fn tick(&self) -> u8; }',
      'impl<T> base::Tick for Clock<T> { fn tick(&self) -> u8 { called(self.at) } }',
      'macro_rules! wind { () => {} }',
      'pub const LIMIT: u8 = 3;',
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'field Clock.at',
    'struct Clock',
    'member Hue.Red',
    'member Hue.Green',
    'enum Hue',
    'method Tick.tick',
    'interface Tick',
    'method Clock.tick',
    'function wind',
    'const LIMIT',
  ]);
  expect(code.imports).toMatchObject([
    { module: 'crate::days', namespace: 'days' },
    { module: 'crate::days', names: [{ name: 'name', as: 'called' }] },
    { module: 'crate::days::deep', wildcard: true },
  ]);
});

test('Java: classes, constructors, records, enums, static imports', async () => {
  const code = await read(
    'java',
    [
      'package app.clock;',
      'import app.days.Day;',
      'import static app.days.Names.*;',
      'public class Clock extends Base implements Shown {',
      '  private final int at = 1;',
      '  Clock(int by) { super(); }',
      '  public int tick(int by) { int local = by; return Day.of(local, at); }',
      '  enum Hue { RED, GREEN }',
      '}',
      'interface Shown { void show(int at); }',
      'record Pair(int a, String b) {}',
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'field Clock.at',
    'method Clock.Clock',
    'method Clock.tick',
    'member Hue.RED',
    'member Hue.GREEN',
    'enum Clock.Hue',
    'class Clock',
    'method Shown.show',
    'interface Shown',
    'struct Pair',
  ]);
  expect(code.package).toBe('app.clock');
  expect(code.imports).toMatchObject([
    { module: 'app.days', names: [{ name: 'Day' }] },
    { module: 'app.days.Names', wildcard: true },
  ]);
});

test('Ruby: modules, classes, methods of both kinds, constants, and what is required', async () => {
  const code = await read(
    'ruby',
    [
      "require 'clock/days'",
      "require_relative '../names'",
      'module Clock',
      '  class Hand < Base::Part',
      '    WIDTH = 2',
      '    def self.open(at, by: 1) = new(at)',
      '    def long?(many)',
      '      size = many.sum { |one| one.width }',
      '      turn size if Days.empty?',
      '    end',
      '    def width=(value); end',
      '  end',
      '  def wind; end',
      'end',
    ].join('\n'),
  );
  expect(told(code)).toEqual([
    'field Hand.WIDTH',
    'method Hand.open',
    'method Hand.long',
    'method Hand.width',
    'class Hand',
    'method Clock.wind',
    'namespace Clock',
  ]);
  expect(code.definitions.find(({ name }) => name === 'Hand')?.heritage).toContain('Part');
  expect(code.imports).toMatchObject([{ module: 'clock/days' }, { module: './../names' }]);
  const used = code.uses.filter(({ local }) => !local).map(({ name }) => name);
  expect(used).toEqual(expect.arrayContaining(['turn', 'Days', 'empty']));
  expect(used).not.toContain('size');
});

test('Rust: what a macro is handed may define', async () => {
  const code = await read(
    'rust',
    [
      'bitflags! {',
      '    /// Told.',
      '    pub struct Mode: u8 {',
      '        const Open = 1;',
      '    }',
      '}',
      'fn run() { vec! { fn inner() {} } }',
    ].join('\n'),
  );
  expect(told(code)).toEqual(['struct Mode', 'function run']);
  expect(code.uses.map(({ name }) => name)).not.toContain('Mode');
});

test('tells languages by the endings of paths, and no others', () => {
  expect(
    ['a.ts', 'b.d.mts', 'c.tsx', 'd.cjs', 'e.py', 'f.go', 'g.rs', 'h.java', 'i.rb'].map(languageOf),
  ).toEqual([
    'typescript',
    'typescript',
    'tsx',
    'javascript',
    'python',
    'go',
    'rust',
    'java',
    'ruby',
  ]);
  expect(
    ['Makefile', 'a.ex', 'py', 'x.constructor', '__proto__', 'a.toString', '.ts/x'].map(languageOf),
  ).toEqual([null, null, null, null, null, null, null]);
});

test.each(Object.values(TABLES).map((table) => [table.id, table] as const))(
  '%s: broken, deep and odd texts end with an answer',
  async (_id, table) => {
    const parser = await parserFor(table.grammar);
    const odd = [
      '',
      '\0\0\0',
      '}}}}))))',
      '('.repeat(20_000),
      '{ a: ['.repeat(5_000),
      'class',
      'def f(:\n  import',
      '\u2028\u{1f600} = "',
      'x'.repeat(50_000),
      '/*'.repeat(9_000),
    ];
    for (const text of odd) {
      const tree = parser.parse(text);
      if (tree === null) continue;
      expect(() => readCode(tree, { text, table, rows: [{ from: 0, to: 9 }] })).not.toThrow();
      tree.delete();
    }
  },
);
