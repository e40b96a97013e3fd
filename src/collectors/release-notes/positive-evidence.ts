/** What a commit says of itself that shows that users notice it. Paths alone show nothing of the kind. Pure. */
import { changeTitle, description } from './commit-text.ts';
import type { MatchCommit } from './match-contract.ts';
import { isDependencyBump } from './silent-words.ts';

/**
 * `marked`: it breaks something, or speaks of security. `other`: it changes the product, and says no more. `silent:…`: no
 * user notices it, by its type; notes may list it all the same.
 */
export type ChangeClass =
  | `silent:${string}`
  | 'marked'
  | 'feature'
  | 'fix'
  | 'typed'
  | 'free-feature'
  | 'free-fix'
  | 'other'
  | `other:${string}`;

const FEATURES = new Set(['feat', 'feature', 'add', 'added']);
const FIXES = new Set(['fix', 'bugfix', 'hotfix']);
const FREE_FIX =
  /^(?:fix(?:e[sd]|ing)?|correct(?:s|ed)?|prevent(?:s|ed)?|avoid(?:s|ed)?|resolve[sd]?|don'?t|do not|stop|handle[sd]?|ensure[sd]?|restore[sd]?|respect(?:s|ed)?|preserve[sd]?|reject(?:s|ed)?|no longer)\b/i;
const FREE_FEATURE =
  /^(?:add(?:s|ed|ing)?|support(?:s|ed)?|allow(?:s|ed)?|implement(?:s|ed)?|introduce[sd]?|new|deprecate[sd]?|remove[sd]?|drop(?:s|ped)?|expose[sd]?|enable[sd]?|extend(?:s|ed)?|accept(?:s|ed)?|make \S+ (?:public|configurable|optional))\b/i;
const SECURITY = /\bCVE-\d{4}-\d|\bGHSA-|\bvulnerabilit/i;

/** What says nothing of users, by the word that it begins with: `Optimize …`. */
export function verbClassOf(commit: MatchCommit): ChangeClass | null {
  if (classOf(commit) !== 'other') return null;
  const verb = /^[A-Z]?[a-z]+(?= )/.exec(plainTitle(commit))?.[0].toLowerCase();
  return verb === undefined ? null : `other:${verb}`;
}

export function isSilent(kind: ChangeClass): boolean {
  return kind.startsWith('silent:');
}

export function classOf(commit: MatchCommit): ChangeClass {
  const { type, scope, breaking, subject, userVisible } = commit;
  if (!userVisible)
    return `silent:${isDependencyBump(changeTitle(commit)) ? 'bump' : (type ?? '')}`;
  if (breaking || type === 'security' || SECURITY.test(subject)) return 'marked';
  if (/deps|dependenc/i.test(scope ?? '') || isDependencyBump(changeTitle(commit))) return 'other';
  if (type !== null && FEATURES.has(type)) return 'feature';
  if (type !== null) return FIXES.has(type) ? 'fix' : 'typed';
  const said = plainTitle(commit);
  if (FREE_FIX.test(said)) return 'free-fix';
  return FREE_FEATURE.test(said) ? 'free-feature' : 'other';
}

/** Without tags and areas before it. */
function plainTitle(commit: MatchCommit): string {
  return description(changeTitle(commit))
    .replace(/^(?:\[[^\]]{0,40}\]\s*)+/, '')
    .replace(/^[\w./, -]{1,40}:\s+/, '');
}
