/** Whether a name that one branch uses is the definition that another branch changes. */
import type { DefinitionFact, ImportFact } from './file-facts.ts';
import type { LookedFile, UsedAt } from './looked.ts';
import { canCall, folderOf, matchModule, mayHandOn, type Match } from './module-match.ts';

/** `sure`: an import, a file or a package says so. `likely`: something near says so. `open`: nothing speaks for or against it. */
export type Link = 'sure' | 'likely' | 'open' | 'no';

export interface Asked {
  readonly definition: DefinitionFact;
  /** Where it is defined. */
  readonly home: LookedFile;
  readonly used: UsedAt;
}

export function linkOf(asked: Asked): Link {
  const { home, used, definition } = asked;
  if (!canCall(used.file.facts.language, home.facts.language)) return 'no';
  if (used.use.local) return 'no';
  return isTop(definition) ? topLink(asked) : memberLink(asked);
}

/** What is found by its bare name: also a constructor, which is called as its class is. */
function isTop({ container, name }: DefinitionFact): boolean {
  return container === null || container === name;
}

export function isSameFile(one: LookedFile, other: LookedFile): boolean {
  const paths = new Set([one.change.path, one.change.from]);
  return (
    paths.has(other.change.path) || (other.change.from !== null && paths.has(other.change.from))
  );
}

function topLink({ definition, home, used }: Asked): Link {
  const { use, file } = used;
  const { facts } = file;
  const { name } = definition;
  if (use.how === 'key') return 'no';
  if (use.how === 'member') return throughModule({ definition, home, used });
  if (used.imported !== null) return linkOfImports([used.imported], file, home);
  const importing = facts.imports.filter(
    ({ names, namespace }) => names.some((one) => one.as === use.name) || namespace === use.name,
  );
  if (importing.length > 0) return linkOfImports(importing, file, home);
  if (isSameFile(file, home)) return 'sure';
  if (facts.tops.includes(name)) return 'no';
  if (isSamePackage(file, home)) return 'sure';
  const wild = facts.imports.filter(({ wildcard }) => wildcard);
  if (wild.some((one) => importMatch(one, file, home) === 'yes')) return 'sure';
  // In these, a name that is neither imported nor one's own is a built-in, or a global.
  return facts.language === 'rust' || facts.language === 'java' || facts.language === 'ruby'
    ? 'open'
    : 'no';
}

function linkOfImports(imports: readonly ImportFact[], file: LookedFile, home: LookedFile): Link {
  const link = best(imports.map((one) => importMatch(one, file, home)));
  const handedOn = ({ module }: ImportFact): boolean =>
    mayHandOn({ from: file.change.path, module }, home.change.path);
  return link === 'no' && file.facts.language === 'rust' && imports.some(handedOn) ? 'open' : link;
}

/** `dates.parse`: by what `dates` is. */
function throughModule({ definition, home, used }: Asked): Link {
  const { use, file } = used;
  const { facts } = file;
  if (use.on === null) return 'no';
  const through = facts.imports.filter(
    ({ namespace, names }) =>
      namespace === use.on ||
      namespace?.endsWith(`.${use.on}`) === true ||
      names.some(({ as }) => as === use.on),
  );
  if (through.length > 0) {
    const matches = through.map((one) => {
      const own = one.names.filter(({ as }) => as === use.on);
      // `from app import dates` takes the module itself; of any other name, `dates.parse` is a member.
      return own.length === 0 || facts.language === 'python' || facts.language === 'rust'
        ? importMatch(one, file, home)
        : 'no';
    });
    const link = best(matches);
    return link === 'no' && facts.language === 'rust' ? linkOfImports(through, file, home) : link;
  }
  if (facts.language === 'rust') {
    const last = home.change.path
      .replace(/(?:\/mod)?\.rs$/, '')
      .split('/')
      .at(-1);
    if (use.on === last || use.on === folderOf(home.change.path).split('/').at(-1)) return 'sure';
    return isSameFile(file, home) && (use.on === 'Self' || use.on === 'self') ? 'sure' : 'no';
  }
  if (facts.language === 'java')
    return isSamePackage(file, home) && use.on === definition.name ? 'sure' : 'no';
  if (facts.language === 'ruby') return 'open';
  const isModule = /^(?:exports|globals?|window|self)$/.test(use.on);
  return isModule && isSameFile(file, home) ? 'sure' : 'no';
}

function memberLink(asked: Asked): Link {
  const { definition, home, used } = asked;
  const { use, file } = used;
  const { facts } = file;
  const container = definition.container ?? '';
  const same = isSameFile(file, home);
  if (used.imported !== null)
    // A static import of Java, a variant of Rust.
    return used.imported.module.replaceAll('::', '.').split('.').at(-1) === container
      ? 'sure'
      : 'no';
  if (use.how === 'bare') {
    const inside = use.within === container || comesFrom(file, use.within, container);
    if (facts.language === 'java') return inside ? 'sure' : wildStatic(file, home);
    // A module may be mixed in anywhere.
    if (facts.language === 'ruby') return inside ? 'sure' : 'open';
    return facts.language === 'python' && same && use.within === container ? 'sure' : 'no';
  }
  const near = nearness(asked, container);
  if (
    use.on === 'this' ||
    use.on === 'self' ||
    use.on === 'super' ||
    use.on === 'cls' ||
    use.on === 'Self'
  ) {
    if (use.within === container)
      return same || near === 'sure' || near === 'likely' ? 'sure' : 'no';
    return comesFrom(file, use.within, container) ? 'sure' : 'no';
  }
  // A type of one's own has that name.
  if (!same && near === 'open' && facts.tops.includes(container)) return 'no';
  if (use.how === 'key') return near === 'no' ? 'open' : near;
  if (use.on === container) return near === 'no' ? 'no' : 'sure';
  // `Kind::Raw` is of the type that stands before it, and of no other.
  if (facts.language === 'rust' && use.on !== null && /^[A-Z][a-z]/.test(use.on)) return 'no';
  if (use.of !== null) {
    if (use.of === container) return near === 'no' ? 'likely' : 'sure';
    return comesFrom(file, use.of, container) ? 'likely' : isVague(definition) ? 'open' : 'no';
  }
  return near === 'no' ? 'open' : near;
}

/** Of an interface: what is declared as something else may still be one. */
function isVague({ heritage }: DefinitionFact): boolean {
  return heritage.length > 0;
}

/** Whether the file that uses it has anything to do with its class, or its file. */
function nearness({ home, used }: Asked, container: string): Link {
  const { file } = used;
  const { facts } = file;
  if (isSameFile(file, home)) return 'likely';
  const of = facts.imports.filter(({ names }) =>
    names.some(({ as, name }) => as === container || name === container),
  );
  if (of.length > 0) {
    const link = best(of.map((one) => importMatch(one, file, home)));
    return link === 'sure' ? 'likely' : link;
  }
  if (isSamePackage(file, home)) return 'likely';
  if (facts.imports.some((one) => importMatch(one, file, home) === 'yes')) return 'likely';
  return facts.types.includes(container) && !facts.tops.includes(container) ? 'likely' : 'open';
}

function wildStatic(file: LookedFile, home: LookedFile): Link {
  return file.facts.imports.some(
    (one) => one.wildcard && importMatch(one, file, home) === 'yes' && !isSamePackage(file, home),
  )
    ? 'likely'
    : 'no';
}

export function comesFrom(file: LookedFile, type: string | null, container: string): boolean {
  if (type === null) return false;
  let looked: readonly string[] = [type];
  for (let depth = 0; depth < 5 && looked.length > 0; depth += 1) {
    looked = looked.flatMap((one) =>
      Object.hasOwn(file.facts.heritage, one) ? (file.facts.heritage[one] ?? []) : [],
    );
    if (looked.includes(container)) return true;
  }
  return false;
}

export function importMatch(one: ImportFact, file: LookedFile, home: LookedFile): Match {
  const { language } = file.facts;
  if (language === null) return 'no';
  const named = {
    language,
    from: file.change.path,
    module: one.module,
    names: one.names.map(({ name }) => name),
  };
  const matches = [
    home.change.path,
    home.change.from,
    ...(file.change.from === null ? [] : [home.change.path]),
  ]
    .filter((path) => path !== null)
    .map((path) => matchModule(named, path));
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') ? 'maybe' : 'no';
}

/** Bare names reach from one file to the other. */
function isSamePackage(one: LookedFile, other: LookedFile): boolean {
  const { language } = one.facts;
  if (language === 'go') {
    const folders = [other.change.path, other.change.from]
      .filter((path) => path !== null)
      .map(folderOf);
    const plain = (name: string | null): string => (name ?? '').replace(/_test$/, '');
    return (
      folders.includes(folderOf(one.change.path)) &&
      plain(one.facts.package) === plain(other.facts.package)
    );
  }
  return (
    language === 'java' && one.facts.package !== null && one.facts.package === other.facts.package
  );
}

function best(matches: readonly (Match | Link)[]): Link {
  const links = matches.map((match) => linkOfMatch(match));
  return links.find((link) => link === 'sure') ?? links.find((link) => link === 'likely') ?? 'no';
}

function linkOfMatch(match: Match | Link): Link {
  if (match === 'yes' || match === 'sure') return 'sure';
  return match === 'maybe' || match === 'likely' ? 'likely' : 'no';
}
