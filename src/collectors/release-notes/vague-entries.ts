/**
 * Entries that name no change: `Various bug fixes`, `Internal refactoring`, `Dependency updates`. They cover changes of
 * their kind, and never a feature or a breaking change: those need an entry that names them. Pure.
 */
import { directionOf } from './change-direction.ts';
import type { MatchCommit } from './contract.ts';
import { wordsOf } from './entry-words.ts';
import { changeTitle, description, isReleaseSubject } from './message-parts.ts';

export type VagueKind = 'fixes' | 'internal' | 'dependencies' | 'docs' | 'speed' | 'improvements';

const KINDS: readonly (readonly [VagueKind, readonly string[]])[] = [
  ['dependencies', ['depend', 'dep', 'devdepend', 'lockfil', 'packag', 'librari', 'upstream']],
  ['docs', ['document', 'readm', 'typo', 'comment', 'doc', 'jsdoc', 'exampl', 'guid', 'websit']],
  ['speed', ['fast', 'optim', 'memori']],
  [
    'internal',
    [
      'intern',
      'refactor',
      'cleanup',
      'clean',
      'lint',
      'test',
      'ci',
      'build',
      'chore',
      'tool',
      'style',
      'format',
      'coverag',
      'benchmark',
      'housekeep',
      'mainten',
      'tweak',
      'type',
    ],
  ],
  [
    'fixes',
    ['fix', 'bug', 'bugfix', 'hotfix', 'crash', 'error', 'regress', 'stabil', 'issu', 'problem'],
  ],
  ['improvements', ['improv', 'enhanc', 'updat', 'chang', 'adjust', 'polish', 'upgrad']],
];
/** Words that name no thing. */
const FILLERS = new Set(
  'variou minor small misc miscellan sever mani number lot general gener other some code codebas sourc project hood under larg big version late latest overal all more further remov unus dead stuff thing work ui ux user experi relat add new bump gener perform qualiti reliabl robust secur relea releas internal non function bit few littl'.split(
    ' ',
  ),
);
const LOCKFILES =
  /(?:^|\/)(?:package\.json|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|poetry\.lock|uv\.lock|requirements[\w.-]*\.txt|pyproject\.toml|Gemfile(?:\.lock)?|composer\.(?:json|lock)|pom\.xml|[\w.-]+\.gradle(?:\.kts)?)$/;
const DOCS = /\.(?:md|rst|adoc|txt)$|^(?:docs?|examples?|website)\//i;

/** `null`: the entry names something. */
export function vagueKind(text: string): VagueKind | null {
  if (text.length > 160) return null;
  const { stems, names } = wordsOf(text);
  if (names.size > 0 || stems.size === 0 || stems.size > 8) return null;
  const kinds = KINDS.filter(([, words]) => words.some((word) => stems.has(word)));
  const known = new Set(KINDS.flatMap(([, words]) => words));
  const named = [...stems].filter((stem) => !known.has(stem) && !FILLERS.has(stem));
  return named.length > 0 ? null : (kinds[0]?.[0] ?? null);
}

/** `No changes since rc1.`: a release without a change is not announced by any commit. */
export function saysNothingChanged(text: string): boolean {
  return (
    /^\W*(?:there (?:are|were) )?no (?!longer\b)(?:\w+[- ]){0,2}changes?\b/i.test(text) &&
    text.length <= 160
  );
}

/** Whether a vague entry of this kind may stand for the commit. */
export function vagueCovers(kind: VagueKind, commit: MatchCommit): boolean {
  if (isReleaseSubject(commit.subject)) return releaseCovers(kind, commit.allFiles);
  if (isFeature(commit) || commit.breaking) return false;
  const is = (...types: readonly string[]): boolean =>
    commit.type !== null && types.includes(commit.type);
  const title = description(changeTitle(commit));
  switch (kind) {
    case 'dependencies':
      return (
        is('deps', 'build') ||
        commit.scope?.includes('deps') === true ||
        (commit.allFiles.length > 0 && commit.allFiles.every((path) => LOCKFILES.test(path))) ||
        /^(?:bump|update|upgrade)s?\b.*\b(?:dependenc|from \S+ to )/i.test(title)
      );
    case 'docs':
      return (
        is('docs', 'doc') ||
        (commit.allFiles.length > 0 && commit.allFiles.every((path) => DOCS.test(path)))
      );
    case 'speed':
      return (
        is('perf') || /\b(?:perf|performance|faster|speed|optimi[sz]|quadratic|memory)/i.test(title)
      );
    case 'internal':
      return (
        is('refactor', 'test', 'tests', 'chore', 'ci', 'build', 'style') ||
        /^(?:refactor|clean|simplif|extract|move|reformat|lint|test|rewrite|restructure)/i.test(
          title,
        )
      );
    case 'fixes':
      return (
        is('fix', 'bugfix', 'hotfix') ||
        (commit.type === null &&
          /^(?:fix|correct|prevent|avoid|don'?t|do not|handle|repair|resolve|guard)/i.test(title))
      );
    case 'improvements':
      return (
        is('perf', 'refactor', 'style', 'improvement') ||
        (commit.type === null && !/^fix/i.test(title))
      );
  }
}

/** A commit that is a whole release holds what its files can hold; one that only sets the version holds nothing. */
function releaseCovers(kind: VagueKind, files: readonly string[]): boolean {
  if (!files.some((path) => !LOCKFILES.test(path) && !DOCS.test(path))) return false;
  if (kind === 'dependencies') return files.some((path) => LOCKFILES.test(path));
  if (kind === 'docs') return files.some((path) => DOCS.test(path));
  return true;
}

/** A type, or a sentence, that says something new came. */
export function isFeature(commit: MatchCommit): boolean {
  if (commit.type === 'feat' || commit.type === 'feature') return true;
  return commit.type === null && directionOf(description(changeTitle(commit)), null) === 'added';
}
