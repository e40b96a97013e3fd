/**
 * Glob patterns of branch and tag names: `*` and `?` stay within one part of the name, `**` crosses slashes, `!` takes
 * back what an earlier one matched. Pure.
 */

/** A pattern means branches here, unless it begins with the name of a remote. */
export function branchMatcher(patterns: readonly string[]): (ref: string) => boolean {
  const matches = nameMatcher(patterns);
  const remotes = new Set(patterns.map((pattern) => firstPart(pattern)));
  return (ref) => {
    if (ref.startsWith('refs/heads/')) {
      const name = ref.slice('refs/heads/'.length);
      // Branches that runs left: only when they are asked for, lest a run makes itself due.
      return (!name.startsWith('roundsman/') || remotes.has('roundsman')) && matches(name);
    }
    if (!ref.startsWith('refs/remotes/')) return false;
    const name = ref.slice('refs/remotes/'.length);
    return remotes.has(firstPart(name)) && matches(name);
  };
}

export function tagMatcher(patterns: readonly string[]): (ref: string) => boolean {
  const matches = nameMatcher(patterns);
  return (ref) => ref.startsWith('refs/tags/') && matches(ref.slice('refs/tags/'.length));
}

function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const rules = patterns.map((pattern) => {
    const negated = pattern.startsWith('!');
    return { negated, matches: globMatcher(negated ? pattern.slice(1) : pattern) };
  });
  return (name) =>
    rules.reduce((matched, { negated, matches }) => (matches(name) ? !negated : matched), false);
}

/** Most names are seen to be others by how they begin. */
function globMatcher(glob: string): (name: string) => boolean {
  const wild = glob.search(/[*?]/);
  if (wild === -1) return (name) => name === glob;
  const begin = glob.slice(0, wild);
  return (name) => name.startsWith(begin) && matchesGlob(glob, name);
}

/** Step by step over the name, keeping every place of the pattern that it can be at: no pattern makes it slow. */
export function matchesGlob(glob: string, name: string): boolean {
  const tokens = glob.match(/\*\*\/?|[^]/gu) ?? [];
  /** Stars may stand for nothing. */
  const enter = (places: Set<number>, place: number): void => {
    places.add(place);
    if (tokens[place]?.startsWith('*') === true) enter(places, place + 1);
  };
  let places = new Set<number>();
  enter(places, 0);
  for (const letter of name) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      const star = token === '**' || (token === '*' && letter !== '/');
      if (star) enter(next, place);
      // `**/` stands for whole parts: it ends with a slash of the name only.
      if (token === '**/') next.add(place);
      if (token === '**/' && letter === '/') enter(next, place + 1);
      if (token === letter || (token === '?' && letter !== '/')) enter(next, place + 1);
    }
    places = next;
  }
  return places.has(tokens.length);
}

function firstPart(name: string): string {
  return name.replace(/^!/, '').split('/')[0] ?? '';
}
