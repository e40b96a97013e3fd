/** Files whose notes are not about this project: vendored copies, generated files, and data of tests. Pure. */
import { isKnownKind } from '../../syntax/find-comments.ts';
import { matchPaths } from '../../words/path-globs.ts';
import { languageOf } from './languages.ts';

const VENDORED = matchPaths([
  'node_modules/',
  'bower_components/',
  'jspm_packages/',
  'vendor/',
  'vendors/',
  'vendored/',
  '_vendor/',
  // A test framework that a project brings along.
  'test/gtest/',
  'tests/gtest/',
  'test/googletest/',
  'tests/googletest/',
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
  // What autotools copy into a project.
  'config.guess',
  'config.sub',
  'install-sh',
  'ltmain.sh',
  'libtool.m4',
]);

/** In folders of these names, a folder that brings a licence of its own is a copy of another project. */
const COPY = /^(?:.*\/)?(?:deps|dependencies|externals?|extern|subprojects)\/[^/]+\//;
const LICENCE = /^(?:licen[cs]e|copying|copyright|unlicense)(?:[.-][\w.-]+)?$/i;

/** Folders with other projects in them, each with its `/` at the end. */
export function copiedFolders(paths: readonly string[]): ReadonlySet<string> {
  return new Set(
    paths.flatMap((path) => {
      const folder = copyOf(path);
      return folder !== null && LICENCE.test(path.slice(folder.length)) ? [folder] : [];
    }),
  );
}

/** The folder that may be a copy. */
export function copyOf(path: string): string | null {
  return COPY.exec(path)?.[0] ?? null;
}

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
  '.pnp.cjs',
  '.pnp.loader.mjs',
]);

/** What tests read or compare with: a change of its text breaks them. */
const FIXTURES = matchPaths([
  'fixture/',
  'fixtures/',
  '__fixtures__/',
  'testdata/',
  'test-data/',
  'test_data/',
  'test/data/',
  'tests/data/',
  'test/resources/',
  'tests/resources/',
  'golden/',
  'goldens/',
  '__golden__/',
  'snapshots/',
  '__snapshots__/',
  '__image_snapshots__/',
  'expected/',
  'expected_output/',
  'cassettes/',
  'corpus/',
  'corpora/',
  '*.golden',
  '*.expected',
  '*.approved.*',
  '*.snap',
  '*.snapshot',
  '*.patch',
  '*.diff',
  // Lists of words.
  '*.dic',
  '*.aff',
  '*wordlist*.txt',
  '*dictionary*.txt',
  '*stopwords*.txt',
]);

const OF_TESTS = matchPaths(['test/', 'tests/', 'spec/', 'specs/', '__tests__/']);
export const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|text|textile|org|tex)$/i;

/** Beside tests, a file of no known kind is what they read: cases with their expected output, dumps, inputs. */
function isDataOfTests(path: string): boolean {
  return (
    OF_TESTS(path) &&
    /\.\w+$/.test(path) &&
    !PROSE.test(path) &&
    !isKnownKind(path) &&
    languageOf(path) === null
  );
}

export type Foreign = 'vendored' | 'generated' | 'fixtures' | null;

/**
 * By path and `.gitattributes`, which may also say that a file is not foreign (`-linguist-vendored`).
 *
 * @param copied folders with other projects in them
 */
export function foreignByPath(
  path: string,
  attributes: Readonly<Record<string, string>> | undefined,
  copied: ReadonlySet<string>,
): Foreign {
  const vendored = said(attributes?.['linguist-vendored']);
  const generated = said(attributes?.['linguist-generated']);
  if (vendored ?? (VENDORED(path) || copied.has(copyOf(path) ?? ''))) return 'vendored';
  if (generated ?? GENERATED(path)) return 'generated';
  // Said to be source (`-linguist-generated`, `-linguist-vendored`), it is.
  if (vendored === false || generated === false) return null;
  const left = said(attributes?.['export-ignore']) === true && !CODE.test(path);
  return left || FIXTURES(path) || isDataOfTests(path) ? 'fixtures' : null;
}

/** What is left out of archives is no data where it is code: most of it is a project's own tests. */
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|java|kts?|cs|cc?|cpp|h|hpp|php|swift|scala|exs?|sh|pl|lua|dart|ya?ml)$/i;

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
  /@generated\b|<auto-?generated|\b(?:code|file|source) (?:is |was )?(?:automatically |auto-?)?generated\b.*\bdo not edit|\bgenerated (?:by|from)\b.*\bdo not (?:edit|modify)|\bdo not edit\b.*\bgenerated\b|^\W*auto-?generated (?:file|by)\b|\b(?:generated (?:automatically )?|made )by (?:gnu )?(?:autoconf|automake|aclocal|bison) \d/i;

/** One line of a minified file. */
const WIDE = 5_000;

/** Written by a program to be short: lines far longer than anybody writes. */
export function isMinified(text: string): boolean {
  return text.length > WIDE && text.length / text.split('\n').length > WIDE / 10;
}

/** A banner that minifiers keep, with a version: released files carry it, sources hardly ever. */
const BANNER = /^\s*\/\*!(?:\s|\*)*@?[\w.$ -]{2,40}?[ @]v?\d+\.\d+\.\d+\b/;

/** Whether the file says that it is a copy of a released library. */
export function isLibraryCopy(text: string): boolean {
  return BANNER.test(text.slice(0, 400));
}

/** Helpers that bundlers write in front of what they put together. */
const BUNDLED =
  /\b(?:var|const|let) (?:__defProp|__commonJS|__toESM|__webpack_modules__|__webpack_require__) ?=|^\/\/#region node_modules\//m;

/** Whether a program made it of sources that are elsewhere: bundlers and compilers leave their marks. */
export function isBuilt(text: string): boolean {
  return (
    BUNDLED.test(text.slice(0, HEADER_BYTES)) ||
    /^(?:\/\/|\/\*)[#@] sourceMappingURL=\S+/m.test(text.slice(-1_000))
  );
}

/** `Code generated … DO NOT EDIT`, `@generated` and the like, in a comment among the first lines. */
export function hasGeneratedHeader(text: string): boolean {
  return text
    .slice(0, HEADER_BYTES)
    .split('\n', HEADER_LINES)
    .some((line) => LEADER.test(line) && MARK.test(line));
}
