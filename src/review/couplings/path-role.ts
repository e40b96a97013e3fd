/** What a changed file is for: code, its tests, its documentation, or what builds and configures it. Told by paths alone. */
import {
  isBuildPath,
  isChangelogPath,
  isCiPath,
  isDocPath,
  isLockFile,
  isManifest,
  isTestPath,
} from '../path-kinds.ts';

export type PathRole = 'code' | 'test' | 'doc' | 'other';

/** Dependencies, settings, data, and files of editors and tools. */
const SETTINGS =
  /(?:^|\/)(?:\.[^/]*|requirements(?:\/[^/]*|[^/]*\.in))$|\.(?:json|ya?ml|toml|ini|cfg|conf|xml|neon|dist|properties|gradle(?:\.kts)?|gemspec|svg|csv|snap|po|log|lock|sum)$/i;
const BUILDS = [isChangelogPath, isCiPath, isManifest, isLockFile, isBuildPath];

export function roleOf(path: string): PathRole {
  if (BUILDS.some((is) => is(path))) return 'other';
  if (isTestPath(path) || testedStem(path) !== null || path.endsWith('.feature')) return 'test';
  if (isDocPath(path) || path.endsWith('.txt')) return 'doc';
  return SETTINGS.test(path) ? 'other' : 'code';
}

const FOLDER = /(?:^|\/)(?:tests?|testsuite|__tests__|specs?|testing|testdata)\//i;
const SHAPES = [
  /^(.+)[.-](?:test|spec)$/,
  /^test_(.+)$/,
  /^(.+)_(?:test|spec)$/,
  /^(.+?)(?:Tests?|IT|TestCase|Spec)$/,
  /^Test([A-Z].*)$/,
];

/** What a test's file is called after; `null`: it is none, or says nothing. */
export function testedStem(path: string): string | null {
  const stem = stemOf(path);
  for (const shape of SHAPES) {
    const tested = shape.exec(stem)?.[1];
    if (tested !== undefined) return tested;
  }
  return FOLDER.test(path) ? stem : null;
}

export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z]{1,5}$/, '');
}

/** `exact`: by its whole name, where `_http_parser` and `http-parser` are one; `part`: `RetryHandlerTest` of `Handler`. */
export function testOf(home: string, test: string): 'exact' | 'part' | 'no' {
  const [own, tested] = [plain(stemOf(home)), plain(testedStem(test) ?? '')];
  if (Math.min(own.length, tested.length) < SHORTEST_STEM || !areBeside(home, test)) return 'no';
  if (own === tested) return 'exact';
  return own.includes(tested) || tested.includes(own) ? 'part' : 'no';
}

const SHORTEST_STEM = 4;
const ROOT = /^(?:src|lib|app|main|java|php|js|ts|tests?|testsuite|__tests__|specs?|testing|unit)$/;

/** One name comes in many folders: the folder of one of them is in the path of the other. */
function areBeside(home: string, test: string): boolean {
  const [own, tested] = [foldersOf(home), foldersOf(test)];
  return (
    own.length === 0 ||
    tested.every((folder) => own.includes(folder)) ||
    tested.includes(own.at(-1) ?? '')
  );
}

function foldersOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(0, -1)
    .filter((folder) => !ROOT.test(folder));
}

function plain(stem: string): string {
  return stem.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
