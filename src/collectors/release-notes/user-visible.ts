/**
 * Whether users of the product can notice a commit, as far as its type, words and paths tell. Pure.
 *
 * In this order: what breaks something is noticed. What only changes tests, documentation, automation or settings is not.
 * A Conventional Commits type decides by the routine's `types`. Otherwise the words decide: a version set, a merge of a
 * branch, a bump of a dependency, upkeep are not noticed; anything else that changes the product is. A bump of a
 * dependency is noticed where it speaks of security. A pull request is one change: where its merge is in the range, the
 * merge stands for the commits that it brought, unless they have numbers of their own.
 */
import { coveringFolder, matchPaths } from '../../words/path-globs.ts';
import { parseMessage } from '../parse-commit.ts';
import { pathKind, KNOWN_TYPES, isDependencyBump, saysUpkeep } from './change-evidence.ts';
import { mergeTitleOf, squashedSubjects, takenBackOf, withoutNumber } from './message-parts.ts';
import { asksForOne, type NotesOfRange, type NotesRule } from './notes-of-range.ts';

export interface VisibleRules {
  /** Conventional types that users notice. */
  readonly types: readonly string[];
  /** Paths that count as no part of the product, besides the usual ones. */
  readonly excluded: (path: string) => boolean;
}

export interface VisibleQuery {
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly breaking: boolean;
  readonly merge: boolean;
  readonly pullRequest: number | null;
}

const SECURITY = /\b(?:CVE-\d|GHSA-|security|vulnerabilit)/i;
/** A change of what the product asks of its surroundings, which manifests hold. */
const NEEDS =
  /\b(?:drop(?:s|ped|ping)?|requires?d?|minimum|engines?|python_requires|support(?:s|ed)?|peer ?dependenc(?:y|ies)|exports?|types?|bin|entry ?points?|licen[cs]e)\b/i;

export function isUserVisible(query: VisibleQuery, rules: VisibleRules): boolean {
  const { subject, body, files, breaking, merge, pullRequest } = query;
  if (merge && pullRequest === null) return false;
  if (breaking) return true;
  const kinds = new Set(files.filter((path) => !rules.excluded(path)).map(pathKind));
  kinds.delete('silent');
  if (kinds.size === 0) return false;
  const said = withoutNumber(mergeTitleOf(subject, body));
  const taken = takenBackOf(said, '')?.subject ?? null;
  if (taken !== null && !rules.types.includes('revert')) return false;
  // Reverting a change that is not user-visible is not user-visible either.
  const title = taken ?? said;
  const type = typeOf(title, rules.types);
  if (type !== null) return rules.types.includes(type) && !isSilentScope(title);
  if (squashedSubjects(body).some((one) => isFeature(one, rules.types))) return true;
  if (isDependencyBump(title)) return SECURITY.test(`${title}\n${body.slice(0, 2_000)}`);
  if (saysUpkeep(title)) return false;
  return kinds.has('product') || NEEDS.test(title) || SECURITY.test(title);
}

/** What projects write for a type. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  add: 'feat',
  added: 'feat',
  bugfix: 'fix',
  deprecated: 'deprecate',
  feature: 'feat',
  hotfix: 'fix',
  new: 'feat',
  removed: 'remove',
};

/** The type where the word before the colon is one, or one in brackets; `null` for an area, `parser: …`, and for free words. */
export function typeOf(subject: string, types: readonly string[]): string | null {
  const { type } = parseMessage(subject, '');
  const tags = /^(?:\[[^\]]{1,40}\]\s*){1,4}/.exec(subject)?.[0].match(/\w+(?=\])/g) ?? [];
  for (const word of [type ?? '', ...tags.map((tag) => tag.toLowerCase())]) {
    const same = SAME_TYPE[word] ?? word;
    const known = types.includes(word) ? word : same;
    if (types.includes(known) || KNOWN_TYPES.has(known)) return known;
  }
  return null;
}

/** `fix(ci): …`, `fix(tests): …`. */
function isSilentScope(subject: string): boolean {
  const { scope } = parseMessage(subject, '');
  return (
    scope !== null &&
    /^(?:ci|refactor|dev-?deps|tests?|docs?|build|lint|deps-dev|dev-deps|release|bench(?:marks?)?|website)$/i.test(
      scope,
    )
  );
}

function isFeature(subject: string, types: readonly string[]): boolean {
  const type = typeOf(subject, types);
  return type !== null && type.startsWith('feat') && types.includes(type);
}

// What of a repository the notes that are checked cover: all, or the folders of their packages. Pure.
export function visibleRules(
  rule: NotesRule,
  { covering }: Pick<NotesOfRange, 'covering'>,
): VisibleRules {
  const excluded = matchPaths(rule.exclude);
  const folders = covering.map(({ folder }) => folder);
  const counted = new Set(asksForOne(rule) ? folders.slice(0, 1) : folders);
  const isCovered = (path: string): boolean => {
    const folder = coveringFolder(path, folders);
    return folder !== null && counted.has(folder);
  };
  return {
    types: rule.types,
    excluded: (path) => excluded(path) || (folders.length > 0 && !isCovered(path)),
  };
}
