/** What nobody wrote by hand, by its path: shown closed, so that it does not stand in the way of what was written. */

export type GeneratedKind = 'lock file' | 'vendored' | 'generated';

const LOCKS = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'cargo.lock',
  'go.sum',
  'gemfile.lock',
  'poetry.lock',
  'pdm.lock',
  'uv.lock',
  'pipfile.lock',
  'composer.lock',
  'mix.lock',
  'flake.lock',
  'gradle.lockfile',
  'packages.lock.json',
  'podfile.lock',
  'deno.lock',
]);
const VENDORED = new Set([
  'vendor',
  'node_modules',
  'third_party',
  'third-party',
  'bower_components',
]);
const GENERATED = new Set(['dist', '__snapshots__', '__generated__', 'generated']);
const ENDINGS =
  /(?:\.min\.(?:js|css)|\.map|\.snap|\.pb\.(?:go|cc|h)|_pb2\.py|\.g\.dart|\.generated\.[a-z]+|_generated\.[a-z]+|\.designer\.cs)$/;

export function generatedKind(path: string): GeneratedKind | null {
  const parts = path.toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  if (LOCKS.has(name)) return 'lock file';
  const folders = parts.slice(0, -1);
  if (folders.some((folder) => VENDORED.has(folder))) return 'vendored';
  if (ENDINGS.test(name) || folders.some((folder) => GENERATED.has(folder))) return 'generated';
  return null;
}
