import { readReleaseHeading } from '../changelog/release-heading.ts';
import type { MatchCommit } from './contract.ts';
import { changeTitle, description } from './message-parts.ts';

// Paths that no user of the product meets: tests, documentation, continuous integration, build and format settings,
// lock files. Manifests stand between: what they change may be a need of the product, or a tool of its makers. Pure.

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
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|cff|png|svg|jpe?g|gif|webp|ico|drawio|bib|pdf)$/i;
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

// Subjects that say of themselves that no user will notice. Pure.

/** Types of Conventional Commits, and what projects write in their place. Any other word is an area: `parser: …`. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set(
  [
    'feat feature fix bugfix hotfix perf revert security deprecate deprecated remove removed add added change changed',
    'build chore ci cd cleanup clean config deps dep dependencies dev doc docs docstring dx example examples format',
    'infra internal lint maint meta misc nit ops readme refactor release repo style test tests testing tooling tools typo',
    'typos website wip workflow workflows bench benchmark benchmarks changelog',
  ]
    .join(' ')
    .split(' '),
);

const BUMP =
  /^(?:\[[^\]]*\]\s*)?(?:bump(?:s|ed|ing)?|updat(?:e|es|ed|ing)|upgrad(?:e|es|ed|ing)|pin|unpin|lock|renovate)\b.{0,200}(?:\bdependenc(?:y|ies)\b|\bdeps\b|\bgroup\b|\bpre-commit\b|\bactions?\b|\bfrom\s+\S*\d\S*\s+to\s+\S*\d|\bto\s+v?\d+(?:\.\d+)+\S*$|\block ?files?\b|\bsubmodules?\b)/i;
const VERSION_SET =
  /^(?:chore: )?(?:release|releasing|released|prepar(?:e|es|ing)|start(?:ing)?|begin|next|set|bump(?:s|ed|ing)?|back to|post|cut|tag|\[maven-release-plugin\]|version)\b.{0,60}(?:\b(?:release|version|snapshot|development|dev|iteration|milestone)\b|\bv?\d+\.\d+)/i;
const MERGE =
  /^(?!merge commit from fork$)(?:merge(?:d)?\s+(?:remote-tracking\s+)?(?:branch|tag|commit|changes|upstream|origin|main|master|stable|develop|\S+\s+(?:in)?to)\b|merge\s+\S+(?:\s+into\s+\S+)?(?:\s+\(#\d+\))?$|merge-up\b|sync with\b)/i;
const UPKEEP_FIRST =
  /^(?:ci\s|code\s+clean-?\s?up|tweaks?|nits?|wip|lint(?:ing)?|reformat(?:ting)?|format(?:ting)?|whitespace|typos?|spelling|grammar|clean(?:s|ed|ing)?[ -]?ups?|polish(?:ing)?|fix(?:e[sd])?\s+(?:some\s+|a\s+|the\s+|more\s+|minor\s+)?(?:typos?|lint(?:ing)?|cs|phpstan|psalm|clippy|style|format(?:ting)?|whitespace|ci|build|(?:\w+\s+){0,3}(?:tests|test$|test ?cases?)|docs?|documentation|readme|changelog|checkstyle|javadocs?|docstrings?|link|links|comments?|indentation)\b|run\s+(?:black|prettier|ruff|gofmt|rustfmt|pre-commit)|apply\s+(?:black|prettier|ruff|formatting|suggestions)|blacken|internal:|refactor(?:s|ed|ing)?\b|address(?:es|ed)?\s+(?:review|comments?|feedback)|(?:code\s+)?review\s+(?:comments?|feedback)|self[- ]review|update\s+(?:the\s+)?(?:copyright|licen[cs]e|year|authors|contributors|readme|changelog|changes|history|docs?|documentation|javadocs?|comments?|tests?|ci|workflows?|\.\w+)|(?:pre-)?\S*\s*release changelog|regenerat(?:e|ed|es|ing)\b|update[sd]?\s+(?:the\s+)?generated\b|remove[sd]?\s+(?:unused|dead|obsolete|unnecessary|unneeded|unreachable|redundant|duplicat\w+)\b|sort\s+imports?|rename\s+variables?)/i;
const UPKEEP_AREA =
  /^(?:tests?|specs?|docs?|doc|documentation|javadocs?|ci|cd|build|bench(?:marks?)?|examples?|website|readme|changelog|lint|chore|style|gha|github|travis|appveyor|actions?|pkg\/\w+|msrv|cargo|deps?|release|repo|misc)\s*[:/]/i;
const UPKEEP_ABOUT =
  /^(?:rewrite|reword|tidy|convert|add|adds|added|improve|improves|update|updates|updated|simplify|extend|expand|remove|removes|removed|rework|move|refactor|fix|fixes|fixed|document|use|run|enable|disable|skip|re-enable|stabilize|parametri[sz]e|don't|do not|restore|more|speed up|silence|pin|sort|mention|clarify|correct|note|makes?)\b.{0,80}\b(?:tests|test(?= (?:for|to|of|that|in|on|with|when|against)\b|[.:]?$)|test ?(?:suite|cases?|coverage|environment|fixtures?|image)|flaky|ci|github actions?|workflows?|pre-commit|dependabot|codeql|coverage|docs|documentation|docstrings?|readme|changelog|typos?|benchmarks?|lint(?:er|ing)?(?: rules?)?(?: (?:of|from) \w+)?|code style|(?:rubocop|eslint|ruff|flake8|clippy|phpstan|psalm|rustfmt|gofmt)(?: \w+){0,2} (?:offen[cs]es?|infractions?|violations?|warnings?|errors?|issues?|options?|settings)|checkstyle|mypy|pyright|copyright|faq|comments?)\b\s*(?:\S+\s*){0,6}$/i;

/** `Slightly improve X docs`. */
const UPKEEP_SLIGHT =
  /^(?:(?:some|slight(?:ly)?|minor|small|a few|more)\s+){1,2}.{0,80}\b(?:docs?|documentation|rdoc|javadocs?|docstrings?)\b/i;

/** Of a tool that only makers use, without saying for what. */
const UPKEEP_TOOL =
  /^(?:bump|update|upgrade)[sd]?\s+(?:php-?stan|php-?unit|php-?cs-?fixer|psalm|rector|rubocop|standardrb|eslint|prettier|mypy|pyright|ruff|flake8|clippy|rustfmt|golangci-lint|ktlint|detekt|checkstyle|spotless|credo|dialyxir|gradle(?: wrapper)?)\b/i;

/** Annotations of types change nothing at run time; where they matter, the notes say so, and then the commit is found. */
const UPKEEP_TYPING =
  /\b(?:type[- ]?(?:hints?|annotations?|alias(?:es)?|coverage|checking)|return types?|typing|annotate)\b/i;

/** A bump of something that the product, or its makers, use. */
export function isDependencyBump(subject: string): boolean {
  return BUMP.test(subject);
}

/** @param subject without a pull request's number at its end */
export function saysUpkeep(subject: string): boolean {
  const text = subject.slice(0, 300).replace(/^(?:\[[^\]]{0,40}\]\s*)+/, '');
  // `parser: add tests` is about tests as much as `add tests` is.
  const said = text.replace(/^[\w./, -]{1,40}:\s+/, '');
  return (
    setsVersion(text) ||
    MERGE.test(text) ||
    UPKEEP_FIRST.test(text) ||
    UPKEEP_AREA.test(text) ||
    UPKEEP_SLIGHT.test(said) ||
    UPKEEP_TOOL.test(said) ||
    UPKEEP_ABOUT.test(said) ||
    UPKEEP_TYPING.test(said)
  );
}

/** `1.2.0`, `v1.2.0`, `Release 1.2.0`, `Bumped v5.1`, `ignore-0.4.33`, `Prepare next iteration`. */
export function setsVersion(text: string): boolean {
  if (VERSION_SET.test(text)) return true;
  if (/^[\w@/.-]{0,60}[-@]v?\d+\.\d+(?:\.\d+)?\S{0,20}$/.test(text)) return true;
  const heading = readReleaseHeading(text);
  return heading?.certainty === 'sure' && heading.version !== null;
}

// What a commit says of itself that shows that users notice it. Paths alone show nothing of the kind. Pure.

/**
 * `marked`: it breaks something, or speaks of security. `other`: it changes the product, and says no more. `silent:…`: no
 * user notices it, by its type; notes may list it all the same.
 */
export type ChangeClass =
  | `silent:${string}`
  | 'marked'
  | 'feature'
  | 'fix'
  | 'typed'
  | 'free-feature'
  | 'free-fix'
  | 'other'
  | `other:${string}`;

const FEATURES = new Set(['feat', 'feature', 'add', 'added']);
const FIXES = new Set(['fix', 'bugfix', 'hotfix']);
const FREE_FIX =
  /^(?:fix(?:e[sd]|ing)?|correct(?:s|ed)?|prevent(?:s|ed)?|avoid(?:s|ed)?|resolve[sd]?|don'?t|do not|stop|handle[sd]?|ensure[sd]?|restore[sd]?|respect(?:s|ed)?|preserve[sd]?|reject(?:s|ed)?|no longer)\b/i;
const FREE_FEATURE =
  /^(?:add(?:s|ed|ing)?|support(?:s|ed)?|allow(?:s|ed)?|implement(?:s|ed)?|introduce[sd]?|new|deprecate[sd]?|remove[sd]?|drop(?:s|ped)?|expose[sd]?|enable[sd]?|extend(?:s|ed)?|accept(?:s|ed)?|make \S+ (?:public|configurable|optional))\b/i;
const SECURITY = /\bCVE-\d{4}-\d|\bGHSA-|\bvulnerabilit/i;

/** What says nothing of users, by the word that it begins with: `Optimize …`. */
export function verbClassOf(commit: MatchCommit): ChangeClass | null {
  if (classOf(commit) !== 'other') return null;
  const verb = /^[A-Z]?[a-z]+(?= )/.exec(plainTitle(commit))?.[0].toLowerCase();
  return verb === undefined ? null : `other:${verb}`;
}

export function isSilent(kind: ChangeClass): boolean {
  return kind.startsWith('silent:');
}

export function classOf(commit: MatchCommit): ChangeClass {
  const { type, scope, breaking, subject, userVisible } = commit;
  if (!userVisible)
    return `silent:${isDependencyBump(changeTitle(commit)) ? 'bump' : (type ?? '')}`;
  if (breaking || type === 'security' || SECURITY.test(subject)) return 'marked';
  if (/deps|dependenc/i.test(scope ?? '') || isDependencyBump(changeTitle(commit))) return 'other';
  if (type !== null && FEATURES.has(type)) return 'feature';
  if (type !== null) return FIXES.has(type) ? 'fix' : 'typed';
  const said = plainTitle(commit);
  if (FREE_FIX.test(said)) return 'free-fix';
  return FREE_FEATURE.test(said) ? 'free-feature' : 'other';
}

/** Without tags and areas before it. */
function plainTitle(commit: MatchCommit): string {
  return description(changeTitle(commit))
    .replace(/^(?:\[[^\]]{0,40}\]\s*)+/, '')
    .replace(/^[\w./, -]{1,40}:\s+/, '');
}
