/** Files that nobody here writes by hand: vendored copies and what a program made. Pure. */
import { matchPaths } from '../../domain/path-globs.ts';

const VENDORED = matchPaths([
  'node_modules/',
  'bower_components/',
  'jspm_packages/',
  'vendor/',
  'vendors/',
  'vendored/',
  '_vendor/',
  'third_party/',
  'third-party/',
  'thirdparty/',
  '3rdparty/',
  'Godeps/',
  'Pods/',
  'Carthage/Checkouts/',
  '.yarn/releases/',
  '.yarn/plugins/',
  'site-packages/',
]);

const GENERATED = matchPaths([
  'dist/',
  '.next/',
  '__generated__/',
  '*.min.js',
  '*.min.mjs',
  '*.min.cjs',
  '*.min.css',
  '*.map',
  '*.lock',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'go.sum',
  'Package.resolved',
  '*.pb.go',
  '*.pb.cc',
  '*.pb.h',
  '*_pb2.py',
  '*_pb2_grpc.py',
  '*_pb.js',
  '*_pb.d.ts',
  '*.g.dart',
  '*.freezed.dart',
  '*.designer.cs',
  '*.Designer.cs',
  '*.g.cs',
  '*.generated.*',
  '*.snap',
  '.pnp.cjs',
  '.pnp.loader.mjs',
]);

export type Foreign = 'vendored' | 'generated' | null;

/** By path and `.gitattributes`, which may also say that a file is not foreign (`-linguist-vendored`). */
export function foreignByPath(
  path: string,
  attributes: Readonly<Record<string, string>> | undefined,
): Foreign {
  const vendored = said(attributes?.['linguist-vendored']);
  const generated = said(attributes?.['linguist-generated']);
  if (vendored ?? VENDORED(path)) return 'vendored';
  return (generated ?? GENERATED(path)) ? 'generated' : null;
}

/** Whether the header mark of a generated file counts: not where `.gitattributes` says otherwise. */
export function mayBeGenerated(attributes: Readonly<Record<string, string>> | undefined): boolean {
  return said(attributes?.['linguist-generated']) !== false;
}

function said(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  return value !== 'unset' && value !== 'false';
}

const HEADER_LINES = 20;
const HEADER_BYTES = 4_000;
const LEADER = /^\s*(?:\/\/+|\/\*+|\*+|#+|--+|;+|%+|<!--|\(\*|"""|'''|@)/;
const MARK =
  /@generated\b|<auto-?generated|\b(?:code|file|source) (?:is |was )?(?:automatically |auto-?)?generated\b.*\bdo not edit|\bgenerated (?:by|from)\b.*\bdo not (?:edit|modify)|\bdo not edit\b.*\bgenerated\b|^\W*auto-?generated (?:file|by)\b/i;

/** `Code generated … DO NOT EDIT`, `@generated` and the like, in a comment among the first lines. */
export function hasGeneratedHeader(text: string): boolean {
  return text
    .slice(0, HEADER_BYTES)
    .split('\n', HEADER_LINES)
    .some((line) => LEADER.test(line) && MARK.test(line));
}
