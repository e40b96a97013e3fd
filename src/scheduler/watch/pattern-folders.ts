/** In which folders something may match path patterns: those above what is literal in one, and all below it. Pure. */

/** @param patterns gitignore-like, none of them negated @returns whether a path in the folder could match, by its path */
export function couldHold(patterns: readonly string[]): (folder: string) => boolean {
  const literals = patterns.map(literalParts);
  return (folder) => {
    const parts = folder.split('/');
    return literals.some((literal) =>
      literal.slice(0, parts.length).every((part, index) => part === parts[index]),
    );
  };
}

/** Empty for a pattern that may match anywhere. */
export function literalParts(pattern: string): readonly string[] {
  const body = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  if (!body.includes('/')) return [];
  const parts = body.replace(/^\//, '').split('/');
  const wild = parts.findIndex((part) => /[*?[\\]/.test(part));
  return wild === -1 ? parts : parts.slice(0, wild);
}
