/**
 * Glob patterns in the manner of gitignore, relative to the repository's root. Pure.
 *
 * `*` and `?` stay within one folder, `**` crosses folders, a pattern without a slash (or with one at its end
 * only) matches at any depth, a folder stands for all that is in it, `!` takes back what an earlier one matched.
 */
export type PathMatcher = (path: string) => boolean;

export function matchPaths(patterns: readonly string[]): PathMatcher {
  const rules = rulesOf(patterns).map(({ negated, sources }) => ({
    negated,
    expression: new RegExp(sources.join('|'), 'su'),
  }));
  return (path) =>
    rules.reduce(
      (matched, { negated, expression }) => (expression.test(path) ? !negated : matched),
      false,
    );
}

/** Neighbours that say the same are one expression: a list of many is asked about each file of a repository. */
function rulesOf(
  patterns: readonly string[],
): readonly { readonly negated: boolean; readonly sources: readonly string[] }[] {
  const rules: { readonly negated: boolean; readonly sources: string[] }[] = [];
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    const { source } = toExpression(negated ? pattern.slice(1) : pattern);
    const last = rules.at(-1);
    if (last?.negated === negated) last.sources.push(source);
    else rules.push({ negated, sources: [source] });
  }
  return rules;
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

function toExpression(pattern: string): RegExp {
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
  return safeExpression(`^${anywhere ? '(?:.*/)?' : ''}${source}${folderOnly ? '/' : '(?:/|$)'}`);
}

/** A pattern that makes no sense (`[z-a]`) matches nothing, as in git. */
function safeExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'su');
  } catch {
    return /(?!)/;
  }
}
