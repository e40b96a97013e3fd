/**
 * Paths that no user of the product meets: tests, documentation, continuous integration, build and format settings,
 * lock files. Manifests stand between: what they change may be a need of the product, or a tool of its makers. Pure.
 */

export type PathKind = 'silent' | 'manifest' | 'product';

/** At any depth. */
const FOLDERS = new Set(
  [
    '__fixtures__ __mocks__ __snapshots__ __tests__ bench benches benchmark benchmarks cypress docs documentation e2e',
    'example examples fixtures integration-test integration-tests jmh specs test test-fixtures test-support testdata',
    'testing-support tests testsuite testutil testutils',
  ]
    .join(' ')
    .split(' '),
);
/** At the top of the repository only: further down they are often parts of the product. */
const TOP_FOLDERS = new Set(
  [
    'changelog.d changelog_unreleased ci dev doc fuzz hack integration newsfragments requirements script scripts spec',
    'tooling tools website',
  ]
    .join(' ')
    .split(' '),
);

const TEST_FILE =
  /\.feature$|[._-](?:test|tests|spec|specs|bench|benchmark|e2e|stories)\.[a-z0-9]+$|^(?:tests?_|conftest\.|bench_)|_(?:test|spec)\.[a-z]+$|(?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|kts|groovy|scala|cs|swift|php)$|\.test-d\.ts$|\.snap$/;
const TEXT_FILE =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|png|svg|jpe?g|gif|webp|ico|drawio|bib|pdf)$/i;
const TEXT_NAME =
  /^(?:license|licence|copying|notice|authors|contributors|maintainers|owners|codeowners|credits|thanks|readme|changelog|changes|history|news|releases|contributing)(?:[-_][a-z0-9]+)?$/i;
const DEV_REQUIREMENTS =
  /^(?:requirements[-_.].*(?:dev|test|doc|lint|build|typing).*|(?:dev|test|docs?)[-_]requirements.*)$/i;
const SETTINGS =
  /^(?:\..+|.*\.lock(?:\.[a-z]+)?|.*-lock\.(?:json|yaml)|npm-shrinkwrap\.json|go\.sum|gradle\.lockfile|tsconfig.*\.json|jsconfig\.json|(?:eslint|prettier|jest|vitest|vite|rollup|webpack|babel|karma|ava|mocha|cypress|playwright|commitlint|lint-staged|stylelint|tsup|postcss|tailwind|release|typedoc|knip|wallaby)\.(?:config|conf|setup)\..*|(?:make|rake|just|task|docker|container|jenkins|vagrant|gulp|grunt|tilt|danger)file(?:\..*)?|gemfile[-.].+|.*\.mk|docker-compose.*|compose\.ya?ml|(?:tox|pytest|mypy|setup-tools)\.ini|noxfile\.py|tasks\.py|mkdocs\.ya?ml|(?:renovate|lerna|nx|turbo|biome|dprint|deno\.lock|rush)\.jsonc?|(?:ruff|rustfmt|clippy|deny|taplo|typos|cliff|release-plz|cross|uv)\.toml|(?:appveyor|azure-pipelines|cloudbuild|codecov|netlify|pnpm-workspace|pre-commit-config|action-validator)\.ya?ml|netlify\.toml|roundsman\.yaml|manifest\.in|checkstyle.*\.xml|spotbugs.*\.xml|pmd.*\.xml|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|version(?:\.txt)?|pylintrc)$/i;
/** Where Cucumber and its like keep the code of their scenarios; `features/` alone may be a part of the product. */
const SCENARIOS = /(?:^|\/)(?:step_definitions|features\/(?:steps|support))\//i;
/** Of Roundsman itself. */
const ROUTINE = /^routines\/[^/]+\.ya?ml$/;
const MANIFEST =
  /^(?:package\.json|composer\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements.*\.(?:txt|in)|Pipfile|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradle\.properties|libs\.versions\.toml|.*\.gemspec|Gemfile|.*\.csproj|mix\.exs|pubspec\.yaml|deno\.json|bower\.json)$/i;

export function pathKind(path: string): PathKind {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const folders = parts.map((part) => part.toLowerCase());
  if (folders.some(isSilentFolder) || TOP_FOLDERS.has(folders[0] ?? '')) return 'silent';
  if (DEV_REQUIREMENTS.test(name) || ROUTINE.test(path) || SCENARIOS.test(path)) return 'silent';
  if (MANIFEST.test(name)) return 'manifest';
  // Text in templates is what the product writes.
  if (folders.includes('templates')) return 'product';
  const silent = [TEST_FILE, TEXT_FILE, TEXT_NAME, SETTINGS].some((names) => names.test(name));
  return silent || (folders.length === 0 && /^tests?\.[a-z]+$/i.test(name)) ? 'silent' : 'product';
}

/** Folders that begin with a dot hold settings of tools. */
function isSilentFolder(folder: string): boolean {
  return (
    FOLDERS.has(folder) ||
    folder.startsWith('.') ||
    /^(?:test|tests)[._-]|[._-](?:tests?|e2e|benchmarks?)$/.test(folder)
  );
}
