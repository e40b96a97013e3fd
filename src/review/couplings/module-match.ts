/** Whether what an import names may be a certain file. Told by paths alone: no tree is listed for it. */
import { areMixed, type LanguageId } from '../symbols/language-table.ts';

/** `maybe`: a folder's index that may hand it on, or a package by name alone. */
export type Match = 'yes' | 'maybe' | 'no';

export interface ModuleNamed {
  readonly language: LanguageId;
  /** Of the file that imports. */
  readonly from: string;
  readonly module: string;
  /** A name that it takes from there: in Python it may be a module of its own. */
  readonly names: readonly string[];
}

export function matchModule(named: ModuleNamed, target: string): Match {
  switch (named.language) {
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return ecma(named, target);
    case 'python':
      return python(named, target);
    case 'go':
      return suffix(named.module, folderOf(target));
    case 'rust':
      return rust(named, target);
    case 'java':
      return java(named, target);
    case 'ruby':
      return ruby(named, target);
  }
}

export function canCall(from: LanguageId | null, target: LanguageId | null): boolean {
  return from !== null && target !== null && areMixed(from, target);
}

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

const CODE_ENDING = /(?:\.d)?\.(?:[cm]?[jt]sx?|json|vue|svelte)$/;

function ecma({ from, module }: ModuleNamed, target: string): Match {
  const bare = target.replace(CODE_ENDING, '');
  if (/^\.\.?(?:\/|$)/.test(module)) {
    const path = joined(folderOf(from), module.replace(CODE_ENDING, ''));
    if (path === null) return 'no';
    if (path === bare || `${path}/index` === bare || path === target) return 'yes';
    const isIndex = path === '' || path.endsWith('/index') || !/\.\w+$/.test(module);
    const folder = path.replace(/(?:^|\/)index$/, '');
    return isIndex && (folder === '' || bare.startsWith(`${folder}/`)) ? 'maybe' : 'no';
  }
  // An alias of a folder, `@/dates` or `src/dates`; or a package of the same repository.
  const plain = module.replace(/^[@~#]\//, '').replace(CODE_ENDING, '');
  if (
    plain.includes('/') &&
    !module.startsWith('@') &&
    (bare === plain || bare.endsWith(`/${plain}`))
  )
    return 'yes';
  if (/^[@~#]\//.test(module))
    return bare.endsWith(`/${plain}`) || bare.endsWith(`/${plain}/index`) ? 'yes' : 'no';
  const folder = module.replace(/^@[^/]+\//, '').split('/')[0] ?? '';
  return folder !== '' && target.split('/').slice(0, -1).includes(folder) ? 'maybe' : 'no';
}

function python({ from, module, names }: ModuleNamed, target: string): Match {
  const isPackage = target.endsWith('/__init__.py');
  const bare = target.replace(/\/__init__\.pyi?$|\.pyi?$/, '');
  const dots = /^\.+/.exec(module)?.[0].length ?? 0;
  const rest = module.slice(dots).replaceAll('.', '/');
  const at = (path: string): Match => {
    if (bare === path || names.some((name) => bare === joinPath(path, name))) return 'yes';
    return !isPackage && bare.startsWith(`${path}/`) ? 'maybe' : 'no';
  };
  if (dots > 0) {
    let folder = folderOf(from);
    for (let up = 1; up < dots; up += 1) folder = folderOf(folder);
    return at(joinPath(folder, rest));
  }
  if (at(rest) === 'yes') return 'yes';
  if (bare.endsWith(`/${rest}`)) {
    const root = bare.slice(0, -rest.length - 1);
    // One word, `import dates`, may be anybody's.
    return rest.includes('/') || root === folderOf(from) || !root.includes('/') ? 'yes' : 'maybe';
  }
  const ending = names.find((name) => bare.endsWith(`/${rest}/${name}`));
  if (ending !== undefined) return 'yes';
  return at(rest) === 'maybe' || bare.includes(`/${rest}/`) ? 'maybe' : 'no';
}

/** `example.com/x/clock/days` and the folder `clock/days`. */
function suffix(module: string, folder: string): Match {
  if (folder === '') return 'maybe';
  const plain = module.replace(/\/v\d+$/, '');
  return plain === folder || plain.endsWith(`/${folder}`) || module.endsWith(`/${folder}`)
    ? 'yes'
    : 'no';
}

function rust({ from, module, names }: ModuleNamed, target: string): Match {
  const own = rustPath(target);
  const parts = module.split('::').filter((part) => part !== '');
  const head = parts[0] ?? '';
  if (head === 'self' || head === 'super') {
    let at = rustPath(from);
    let index = 0;
    // `mod tests` of a file speaks of that file as `super`.
    if (head === 'super' && target === from) return 'yes';
    for (; parts[index] === 'super' || parts[index] === 'self'; index += 1)
      if (parts[index] === 'super') at = at.slice(0, -1);
    const path = [...at, ...parts.slice(index)];
    return sameParts(own, path) || names.some((name) => sameParts(own, [...path, name]))
      ? 'yes'
      : startsWith(own, path)
        ? 'maybe'
        : 'no';
  }
  const rest = parts.slice(1);
  const inCrate =
    head === 'crate'
      ? crateOf(from) === crateOf(target)
      : crateOf(target).replaceAll('-', '_').endsWith(head);
  const within = modulesOf(target);
  if (inCrate) {
    if (sameParts(within, rest) || names.some((name) => sameParts(within, [...rest, name])))
      return 'yes';
    return startsWith(within, rest) ? 'maybe' : 'no';
  }
  // A module of one's own, by its name alone.
  return head !== 'crate' &&
    parts.length > 0 &&
    within.at(-1) === parts.at(-1) &&
    crateOf(from) === crateOf(target)
    ? 'yes'
    : 'no';
}

/** In Rust any module of a crate may hand on, with `pub use`, what another one of it defines. */
export function mayHandOn(
  { from, module }: Pick<ModuleNamed, 'from' | 'module'>,
  target: string,
): boolean {
  const head = module.split('::').find((part) => part !== '') ?? '';
  if (head === 'crate' || head === 'self' || head === 'super')
    return crateOf(from) === crateOf(target);
  const crate = crateOf(target).replaceAll('-', '_');
  return head !== '' && (crate === head || crate.endsWith(`/${head}`));
}

function rustPath(path: string): readonly string[] {
  return [crateOf(path), ...modulesOf(path)];
}

function crateOf(path: string): string {
  const cut = path.lastIndexOf('/src/');
  return cut === -1 ? (path.startsWith('src/') ? '' : folderOf(path)) : path.slice(0, cut);
}

function modulesOf(path: string): readonly string[] {
  const inside = /(?:^|\/)src\/(.*)$/.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1);
  return inside
    .replace(/\.rs$/, '')
    .split('/')
    .filter((part) => part !== 'mod' && part !== 'lib' && part !== 'main');
}

function java({ module, names }: ModuleNamed, target: string): Match {
  const bare = target.replace(/\.java$/, '');
  const path = module.replaceAll('.', '/');
  // A static import names a class and a member of it.
  if (bare === path || bare.endsWith(`/${path}`)) return 'yes';
  if (names.some((name) => `/${bare}`.endsWith(`/${path}/${name}`))) return 'yes';
  return names.length === 0 && `/${folderOf(target)}`.endsWith(`/${path}`) ? 'yes' : 'no';
}

/** What is required is a path below `lib` or another folder that is looked in. */
function ruby({ from, module }: ModuleNamed, target: string): Match {
  const bare = target.replace(/\.rb$/, '');
  const plain = module.replace(/\.rb$/, '');
  if (plain.startsWith('.')) return joined(folderOf(from), plain) === bare ? 'yes' : 'no';
  return `/${bare}`.endsWith(`/${plain}`) ? 'yes' : 'no';
}

function joined(folder: string, module: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of module.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

function joinPath(folder: string, rest: string): string {
  return folder === '' ? rest : rest === '' ? folder : `${folder}/${rest}`;
}

function sameParts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && startsWith(one, other);
}

function startsWith(whole: readonly string[], start: readonly string[]): boolean {
  return start.every((part, index) => whole[index] === part);
}
