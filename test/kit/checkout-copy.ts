/** A copy of this checkout as it was built, for tests that build or pack it. The caller removes it. */
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COPIED = [
  '.build/built.json',
  '.build/modules',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'dist',
  'docs',
  'package-lock.json',
  'package.json',
  'routines',
  'scripts',
  'src',
  'tsconfig.build.json',
  'tsconfig.json',
];

export function checkoutCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rm-checkout-'));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}
