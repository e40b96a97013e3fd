/** What a path says of a file, by the customs of many projects. Pure. */
import { tellsAgents } from '../engines/registry.ts';

const TEST_FOLDERS = /(^|\/)(tests?|__tests__|__mocks__|testdata|fixtures|e2e)\//i;
const TEST_FILES =
  /(^|\/)(test_[^/]*\.py|conftest\.py|[^/]*_(test|spec)\.(go|py|rb|exs|cc|cpp|dart)|[^/]*[._-](test|spec|cy)\.[a-z]+|[^/]*(Tests?|Spec|IT)\.(java|kt|kts|scala|cs|groovy|swift|php))$/;
const DOC_FOLDERS = /(^|\/)(docs?|documentation)\//i;
/** `AUTHORS`, `SECURITY.md`; `authors.ts` is none. */
const DOC_FILES =
  /(^|\/)(README|CHANGELOG|CHANGES|HISTORY|CONTRIBUTING|AUTHORS|LICEN[CS]E|NOTICE|CODE_OF_CONDUCT|SECURITY)(\.[a-z]{2,5})?$|\.(md|mdx|rst|adoc)$/;
const CODE =
  /\.(m?[jt]sx?|c[jt]s|py|go|rs|java|kt|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|sh|sql|ya?ml|json|toml)$/i;

export function isTestPath(path: string): boolean {
  return TEST_FOLDERS.test(path) || TEST_FILES.test(path);
}

/** Programs below `docs/` are none. */
export function isDocPath(path: string): boolean {
  return !CODE.test(path) && (DOC_FILES.test(path) || DOC_FOLDERS.test(path));
}

/** Where each change adds its line at the same place: a conflict there says nothing of what two changes have to do with each other. */
export function isChangelogPath(path: string): boolean {
  return (
    /(^|\/)(CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?([-_]?NOTES)?)([-_.][\w-]{1,20})?(\.(md|mdx|markdown|rst|txt|adoc|org))?$/i.test(
      path,
    ) && !CODE.test(path)
  );
}

export function isMigrationPath(path: string): boolean {
  return /(^|\/)(migrations?|migrate|flyway|liquibase|alembic\/versions)\/.|(^|\/)(schema\.(sql|rb|prisma)|structure\.sql)$/i.test(
    path,
  );
}

export function isLockFile(path: string): boolean {
  return /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|pdm\.lock|Gemfile\.lock|composer\.lock|gradle\.lockfile|mix\.lock|flake\.lock|Package\.resolved|packages\.lock\.json|pubspec\.lock)$/.test(
    path,
  );
}

/** Where a project says what it depends on. */
export function isManifest(path: string): boolean {
  return /(^|\/)(package\.json|Cargo\.toml|go\.mod|pyproject\.toml|requirements[^/]*\.txt|setup\.(py|cfg)|Pipfile|Gemfile|composer\.json|pom\.xml|build\.gradle(\.kts)?|mix\.exs|pubspec\.yaml|[^/]+\.csproj)$/.test(
    path,
  );
}

export function isCiPath(path: string): boolean {
  return /^(\.github\/(workflows|actions)\/|\.gitlab-ci|\.circleci\/|\.buildkite\/|\.woodpecker|\.ci\/|\.forgejo\/|\.gitea\/|azure-pipelines|Jenkinsfile|\.travis\.yml|\.drone\.yml|bitbucket-pipelines\.yml)/i.test(
    path,
  );
}

/** Files that run code during a build, an install or a commit. */
export function isBuildPath(path: string): boolean {
  return /(^|\/)(Makefile|GNUmakefile|Dockerfile[^/]*|docker-compose[^/]*\.ya?ml|compose\.ya?ml|CMakeLists\.txt|BUILD(\.bazel)?|WORKSPACE|Justfile|Rakefile|build\.rs|build\.xml|gulpfile\.[a-z]+|webpack\.config\.[a-z]+|vite\.config\.[a-z]+|rollup\.config\.[a-z]+|\.npmrc|\.yarnrc[^/]*|\.pre-commit-config\.yaml|lefthook\.ya?ml)$|^\.husky\/|^\.devcontainer\//.test(
    path,
  );
}

/** What tells agents, or Roundsman itself, what to do. */
export function isInstructionPath(path: string): boolean {
  return (
    tellsAgents(path) ||
    /^\.(cursor|roundsman)\/|(^|\/)\.cursorrules$|^\.github\/copilot-instructions\.md$|(^|\/)\.mcp\.json$|^routines\/|^roundsman\.yaml$|^\.worktreeinclude$/i.test(
      path,
    )
  );
}

/** Folders and files named after what is delicate; a word alone in a longer one is none: `authors`, `tokenizer`. */
export function delicateWord(path: string): string | null {
  const words = path
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.find((word) => DELICATE.has(word)) ?? null;
}

const DELICATE = new Set([
  'auth',
  'authn',
  'authz',
  'authentication',
  'authorization',
  'oauth',
  'oauth2',
  'oidc',
  'saml',
  'sso',
  'login',
  'password',
  'passwords',
  'credential',
  'credentials',
  'secret',
  'secrets',
  'session',
  'permission',
  'permissions',
  'acl',
  'rbac',
  'crypto',
  'cryptography',
  'encryption',
  'decrypt',
  'encrypt',
  'signature',
  'jwt',
  'tls',
  'payment',
  'payments',
  'billing',
  'invoice',
  'invoices',
  'checkout',
  'refund',
  'refunds',
  'stripe',
]);

// What a changed file is for: code, its tests, its documentation, or what builds and configures it. Told by paths alone.
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
