/** What the bundled programs load from outside is declared: nothing else is there after an install. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { isRecord, parseJson } from '../../src/platform/json.ts';

const LOADED = /(?:require|import)\((["'`])([^"'`./][^"'`$]*)\1\)/g;

it('a bundle loads built-ins and declared packages, and nothing else', () => {
  const declared = ['dependencies', 'optionalDependencies'].flatMap((key) =>
    Object.keys(recordAt('package.json', key)),
  );
  const files = recordAt('.build/built.json', 'dist')['files'];
  if (!Array.isArray(files)) throw new TypeError('.build/built.json lists no files');
  const bundles = files.map(String).filter((path) => path.endsWith('.js'));
  expect(bundles.length).toBeGreaterThan(100);
  const loaded = bundles.flatMap((path) =>
    [...readFileSync(join('dist', path), 'utf8').matchAll(LOADED)].map(([, , name = '']) => name),
  );
  expect(loaded).toContain('pg-boss');
  const isDeclared = (name: string): boolean =>
    declared.some((one) => name === one || name.startsWith(`${one}/`));
  expect([...new Set(loaded)].filter((name) => !isBuiltin(name) && !isDeclared(name))).toEqual([]);
});

function recordAt(path: string, key: string): Readonly<Record<string, unknown>> {
  const content = parseJson(readFileSync(path, 'utf8'));
  const value = isRecord(content) ? content[key] : null;
  if (!isRecord(value)) throw new TypeError(`${path} has no ${key}`);
  return value;
}
