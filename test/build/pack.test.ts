/** The package as `npm pack` makes it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkoutCopy } from '../kit/checkout-copy.ts';

let checkout = '';
const unpacked = mkdtempSync(join(tmpdir(), 'rm-unpacked-'));

beforeAll(() => {
  checkout = checkoutCopy();
  run('npm', ['pack', '--silent', '--pack-destination', unpacked]);
  const [tarball = ''] = readdirSync(unpacked);
  run('tar', ['-xzf', join(unpacked, tarball), '-C', unpacked]);
});

afterAll(() => {
  for (const folder of [checkout, unpacked]) rmSync(folder, { recursive: true, force: true });
});

function run(command: string, args: readonly string[]): void {
  const ran = spawnSync(command, args, { cwd: checkout, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
}

describe('the package', () => {
  const folder = join(unpacked, 'package');
  const files = (): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const scriptsOf = (text: string): readonly string[] =>
    [...(/"scripts": \{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/"([^"]+)":/g)].flatMap(
      ([, name = '']) => name,
    );

  it('has no script that npm runs, or warns of, at an install', () => {
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(scriptsOf(manifest)).toContain('build');
    expect(scriptsOf(manifest).filter((name) => atInstall.includes(name))).toEqual([]);
    const original = readFileSync('package.json', 'utf8');
    expect(scriptsOf(original)).toContain('prepare');
    expect(readFileSync(join(checkout, 'package.json'), 'utf8')).toBe(original);
  });

  it('has what its pages link to', () => {
    const pages = files().filter((path) => path.endsWith('.md'));
    const links = pages.flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8');
      return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, to = '']) =>
        normalize(join(dirname(page), to)).replace(/\/$/, ''),
      );
    });
    expect(links).toContain('docs/cookbook/coverage/coverage.mjs');
    expect(links).toContain('docs/images/home.png');
    const packed = new Set(files());
    expect([...new Set(links)].filter((path) => !packed.has(path))).toEqual([]);
  });
});
