/** Which tags name releases of this project, and of which version. Pure. */
import type { Tag } from '../../git/list-refs.ts';
import { compareVersions } from '../../words/version-order.ts';
import type { ReleaseTag } from './contract.ts';

export interface VersionTag extends Tag, ReleaseTag {}

const VERSION =
  /^(.*?)(?:^|(?<=[^0-9A-Za-z.]))[vV]?(\d+[._]\d+[0-9A-Za-z._-]*(?:\+[0-9A-Za-z.-]+)?|(?<=[vV])\d+)$/;
const MAX_NAME = 250;

/** A family this many times larger, and newer, leaves the plain tags for strays. */
const STRAYS = 5;

/**
 * The tags that the pattern matches and that hold a version, the lowest version first. In a repository with several
 * families of tags (`1.2.0`, `core-0.4.1`) the pattern `*` means the plain ones, or the largest family where there are none
 * but strays.
 */
export function releaseTags(tags: readonly Tag[], pattern: string): readonly VersionTag[] {
  const matches = tagMatcher(pattern);
  const families = new Map<string, VersionTag[]>();
  for (const tag of tags) {
    if (tag.name.length > MAX_NAME || !matches(tag.name)) continue;
    const [, prefix, version] = VERSION.exec(tag.name) ?? [];
    if (prefix === undefined || version === undefined) continue;
    const family = families.get(prefix) ?? [];
    family.push({ ...tag, version: version.replaceAll(/(?<=\d)_(?=\d)/g, '.') });
    families.set(prefix, family);
  }
  const largest = [...families.values()].reduce<VersionTag[]>(
    (most, family) => (family.length > most.length ? family : most),
    [],
  );
  const plain = families.get('') ?? [];
  const areStrays = plain.length * STRAYS <= largest.length && newest(plain) < newest(largest);
  const chosen = pattern === '*' ? (areStrays ? largest : plain) : [...families.values()].flat();
  return chosen.toSorted((a, b) => compareVersions(a.version, b.version) || order(a.date, b.date));
}

function newest(tags: readonly Tag[]): number {
  return Math.max(...tags.map(({ date }) => Date.parse(date)));
}

/** The package that a pattern such as `@scope/core@*` or `core-v*` is about; `null`: the whole project. */
export function packageOf(pattern: string): string | null {
  const name = /^(@?[A-Za-z][\w./-]*?)(?:@|[-_/]?v?)\*$/.exec(pattern)?.[1] ?? null;
  return name === null || /^(?:v|release|releases|rel|version|ver)$/i.test(name) ? null : name;
}

/** `*` stands for any characters, slashes too, as it does in `git tag --list`. */
export function tagMatcher(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  return (name) => {
    if (rest.length === 0) return name === pattern;
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest.slice(0, -1)) {
      const next = name.indexOf(part, at);
      if (next === -1) return false;
      at = next + part.length;
    }
    const last = rest.at(-1) ?? '';
    return name.length - last.length >= at && name.endsWith(last);
  };
}

function order(left: string, right: string): number {
  return Date.parse(left) - Date.parse(right) || (left < right ? -1 : 1);
}
