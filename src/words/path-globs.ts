import { stripControls } from './text.ts';

/**
 * Glob patterns in the manner of gitignore, relative to the repository's root. Pure.
 *
 * `*` and `?` stay within one folder, `**` crosses folders, a pattern without a slash (or with one at its end
 * only) matches at any depth, a folder stands for all that is in it, `!` takes back what an earlier one matched.
 */
export type PathMatcher = (path: string) => boolean;

export function matchPaths(patterns: readonly string[]): PathMatcher {
  const rules = rulesOf(patterns).map(({ negated, anywhere, anchored }) => ({
    negated,
    expression: expressionOf(anywhere, anchored),
  }));
  return (path) =>
    rules.reduce(
      (matched, { negated, expression }) => (expression.test(path) ? !negated : matched),
      false,
    );
}

/** Neighbours that say the same are one expression: a list of many is asked about each file of a repository. */
function rulesOf(patterns: readonly string[]): readonly Rule[] {
  const rules: Rule[] = [];
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    const { source, anywhere } = toSource(negated ? pattern.slice(1) : pattern);
    const last = rules.at(-1);
    const rule = last?.negated === negated ? last : { negated, anywhere: [], anchored: [] };
    if (rule !== last) rules.push(rule);
    (anywhere ? rule.anywhere : rule.anchored).push(source);
  }
  return rules;
}

interface Rule {
  readonly negated: boolean;
  /** For the beginning of any name in a path. */
  readonly anywhere: string[];
  /** For the beginning of the path. */
  readonly anchored: string[];
}

/** What may stand anywhere is looked for at each name once, not once a pattern. */
function expressionOf(anywhere: readonly string[], anchored: readonly string[]): RegExp {
  const inFolder = anywhere.length === 0 ? [] : [`(?:.*/)?(?:${anywhere.join('|')})`];
  return new RegExp(`^(?:${[...inFolder, ...anchored].join('|')})`, 'su');
}

/** The same patterns as git pathspecs, for verbs that filter themselves. */
export function toPathspecs(patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => {
    const negated = pattern.startsWith('!');
    const magic = negated ? ':(top,glob,exclude)' : ':(top,glob)';
    const { body, anywhere, folderOnly } = partsOf(negated ? pattern.slice(1) : pattern);
    const whole = anywhere ? `**/${body}` : body;
    return [...(folderOnly ? [] : [`${magic}${whole}`]), `${magic}${whole}/**`];
  });
}

function partsOf(pattern: string): {
  readonly body: string;
  readonly anywhere: boolean;
  readonly folderOnly: boolean;
} {
  const body = pattern.replace(/^\.\//, '').replace(/^\//, '').replace(/\/+$/, '');
  const anywhere = !body.includes('/') && !pattern.startsWith('/') && !pattern.startsWith('./');
  return { body, anywhere, folderOnly: pattern.endsWith('/') };
}

const TOKEN = /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]/]+\]|\\?[^]/gu;

function toSource(pattern: string): { readonly source: string; readonly anywhere: boolean } {
  const { body, anywhere, folderOnly } = partsOf(pattern);
  const source = body.replace(TOKEN, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.*';
    if (token === '**') return '.*';
    if (token.startsWith('*')) return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[')) return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    // No `-`: with the flag `u`, an escape that is not needed makes the expression invalid.
    return token.replace(/^\\(?=.)/su, '').replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`);
  });
  return { source: validSource(`${source}${folderOnly ? '/' : '(?:/|$)'}`), anywhere };
}

/** A pattern that makes no sense (`[z-a]`) matches nothing, as in git. */
function validSource(source: string): string {
  try {
    return new RegExp(source, 'su').source;
  } catch {
    return '(?!)';
  }
}

// Patterns of files that others name: brought to one form, or refused. Hostile text. Pure.
const MAX_LENGTH = 300;

export type PatternReading =
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** `why` ends a sentence that names the pattern. */
  | { readonly kind: 'refused'; readonly why: string };

/** Within the repository, with `/`, without `.` and empty parts; `docs/` becomes `docs/**`. `!` and `..` are refused. */
export function readPattern(text: string): PatternReading {
  const trimmed = text.trim().normalize('NFC');
  if (trimmed === '') return refused('is empty');
  if (trimmed.length > MAX_LENGTH) return refused(`is longer than ${MAX_LENGTH} characters`);
  if (stripControls(trimmed) !== trimmed || trimmed.includes('\n') || trimmed.includes('\t'))
    return refused('holds characters that no path should');
  if (trimmed.startsWith('!')) return refused('takes away instead of naming');
  if (trimmed.includes('\\')) return refused('holds a backslash; folders are separated by /');
  if (trimmed.startsWith('/') || /^[a-z]:/i.test(trimmed) || trimmed.startsWith('~'))
    return refused('is not relative to the repository');
  const parts = trimmed.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return refused('leads out of its folder');
  if (parts.some((part) => part.toLowerCase() === '.git'))
    return refused('names what is git’s own');
  if (parts.length === 0) return { kind: 'pattern', pattern: '**' };
  // As in .gitignore `docs/` alone would be a folder of that name anywhere.
  const pattern = `${parts.join('/')}${trimmed.endsWith('/') ? '/**' : ''}`;
  // What stood before it may have hidden what is refused: `./!x`, `.//~`.
  return pattern === trimmed ? { kind: 'pattern', pattern } : readPattern(pattern);
}

function refused(why: string): PatternReading {
  return { kind: 'refused', why };
}

// Which of several folders a path belongs to. Pure.

/** The innermost of the folders that a path lies in; `null` when it lies in none. */
export function coveringFolder(path: string, folders: readonly string[]): string | null {
  const around = folders.filter((folder) => folder === '' || path.startsWith(`${folder}/`));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
