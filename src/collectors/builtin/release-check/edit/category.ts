/** What kind of change a commit or a section is, in the words of changelogs. Pure. */
import type { ReleaseCommit } from '../../../../words/release-note.ts';

export type Category =
  | 'breaking'
  | 'security'
  | 'added'
  | 'changed'
  | 'performance'
  | 'deprecated'
  | 'removed'
  | 'fixed';

/** The first that fits decides. */
const SECTION_WORDS: readonly (readonly [RegExp, Category])[] = [
  [/\bbreaking\b|incompatib|\bmajor\b/, 'breaking'],
  [/securit|vulnerab/, 'security'],
  [/deprecat/, 'deprecated'],
  [/\bremov|\bdropped\b/, 'removed'],
  [/\bperf/, 'performance'],
  [/\bfix|\bbug|\bpatch/, 'fixed'],
  [/\badd|\bfeat|\bnew\b|\bminor\b/, 'added'],
  [/\bchang|\bimprove|\benhance|\bupdate/, 'changed'],
];

/** Sections about a part of the project, whatever kinds of change stand there. */
const PARTS =
  /\b(?:build|internal|doc(?:s|umentation)?|tests?|ci|process|development|dependenc\w+|platform|packaging)\b/;

/** Of a section's title or a tag such as `BUGFIX`; `null` for one that says no kind, such as `Documentation`. */
export function categoryOfTitle(title: string): Category | null {
  const plain = title.toLowerCase();
  if (PARTS.test(plain)) return null;
  return SECTION_WORDS.find(([words]) => words.test(plain))?.[1] ?? null;
}

/** The section of this kind, else one that names it beside another: `Deprecations and Removals`. */
export function titledFor<Titled extends { readonly title: { readonly words: string } | null }>(
  sections: readonly Titled[],
  wanted: Category,
): Titled | undefined {
  const words = (one: Titled): string => one.title?.words ?? '';
  // `Changed` before `SPEC Changes`, which is about one part.
  const length = (one: Titled): number => words(one).trim().split(/\s+/).length;
  const [plainest] = sections
    .filter((one) => categoryOfTitle(words(one)) === wanted)
    .toSorted((a, b) => length(a) - length(b));
  return (
    plainest ??
    sections.find((one) =>
      words(one)
        .split(/\band\b|[&/,]/)
        .some((part) => categoryOfTitle(part) === wanted),
    )
  );
}

const TYPES: Readonly<Record<string, Category>> = {
  feat: 'added',
  feature: 'added',
  fix: 'fixed',
  bugfix: 'fixed',
  perf: 'performance',
  revert: 'changed',
  security: 'security',
  deprecate: 'deprecated',
  remove: 'removed',
};

const FIRST_WORDS: readonly (readonly [RegExp, Category])[] = [
  [
    /^(?:add|adds|added|introduce[sd]?|support(?:s|ed)?|implement(?:s|ed)?|allow(?:s|ed)?)\b/i,
    'added',
  ],
  [
    /^(?:fix(?:es|ed)?|correct(?:s|ed|ly)?|properly|prevent(?:s|ed)?|repair(?:s|ed)?|resolve[sd]?|avoid(?:s|ed)?|ensure[sd]?|restore[sd]?|handle[sd]?|guard|don'?t|do not|never|make sure)\b/i,
    'fixed',
  ],
  [/^(?:remove[sd]?|drop(?:s|ped)?|delete[sd]?)\b/i, 'removed'],
  [/^deprecate[sd]?\b/i, 'deprecated'],
];

/** By type, else by the first word of what it says; `words` are the subject without its type. */
export function categoryOfCommit({ type }: Pick<ReleaseCommit, 'type'>, words: string): Category {
  if (/\bCVE-\d{4}-\d+|\bvulnerabilit/i.test(words)) return 'security';
  const own = type === null ? undefined : TYPES[type];
  if (own !== undefined) return own;
  // `sessions: fix the type of hooks` says where before it says what.
  const said = words.replace(/^[\w./-]{1,40}: +/, '');
  return FIRST_WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'changed';
}

/** Where it goes in a file that never has a section of its own for it, the nearest first. */
export const NEXT_BEST: Readonly<Record<Category, readonly Category[]>> = {
  breaking: ['breaking'],
  security: ['security', 'fixed'],
  added: ['added', 'changed'],
  changed: ['changed', 'added'],
  performance: ['performance', 'changed'],
  deprecated: ['deprecated', 'changed'],
  removed: ['removed', 'changed'],
  fixed: ['fixed', 'changed'],
};

/** The order in which sections stand where a file does not say otherwise. */
export const USUAL_ORDER: readonly Category[] = [
  'breaking',
  'added',
  'changed',
  'performance',
  'deprecated',
  'removed',
  'fixed',
  'security',
];

const KEEP_A_CHANGELOG: Readonly<Record<Category, string>> = {
  breaking: 'Breaking',
  added: 'Added',
  changed: 'Changed',
  performance: 'Changed',
  deprecated: 'Deprecated',
  removed: 'Removed',
  fixed: 'Fixed',
  security: 'Security',
};

const FEATURES_AND_FIXES: Readonly<Record<Category, string>> = {
  breaking: 'Breaking Changes',
  added: 'Features',
  changed: 'Changes',
  performance: 'Performance Improvements',
  deprecated: 'Deprecations',
  removed: 'Removals',
  fixed: 'Bug Fixes',
  security: 'Security',
};

/** A name for a section that the file has never had, in the vocabulary of those that it has. */
export function nameOfSection(category: Category, titles: readonly string[]): string {
  const nouns = titles.some((title) => /\b(?:features?|bug ?fixes)\b/i.test(title));
  return (nouns ? FEATURES_AND_FIXES : KEEP_A_CHANGELOG)[category];
}
