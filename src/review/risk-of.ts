/** How much a person has to look at of a branch, and why. Pure: by paths, modes, sizes, and what was noticed already. */
import { RISK_LEVELS, type Risk, type RiskLevel } from '../words/review/change-set.ts';
import type { BranchChange } from '../words/review/review-branch.ts';
import { oneLine, plural } from '../words/text.ts';
import {
  delicateWord,
  isBuildPath,
  isCiPath,
  isDocPath,
  isInstructionPath,
  isLockFile,
  isManifest,
  isMigrationPath,
  isTestPath,
} from './path-kinds.ts';

export interface RiskQuestion {
  readonly changes: readonly BranchChange[];
  readonly insertions: number;
  readonly deletions: number;
  /** Paths whose executable bit changed. */
  readonly modes: readonly string[];
  /** Names that were public and are gone. */
  readonly removedNames: readonly string[];
  /** Paths in which nothing but comments changes. */
  readonly commentsOnly?: readonly string[];
  /** Paths in which notes get their keys, and nothing else changes. */
  readonly keysOnly?: readonly string[];
  /** What the hand-back or the scan of a run said of it. */
  readonly banners: readonly string[];
  readonly largeLines: number;
}

interface Reason {
  readonly level: RiskLevel;
  readonly text: string;
}

type Rule = (question: RiskQuestion) => readonly Reason[];

/** A note that was given its key changes neither what is built nor what runs. */
const COMMENTS_COUNT_NOT = { comments: false };

/** Gravest first within a level. */
const RULES: readonly Rule[] = [
  ({ banners }) => banners.map((text) => high(oneLine(text, 300))),
  byPath('high', 'a migration', isMigrationPath),
  byPath('high', 'what agents are told', isInstructionPath),
  byPath('high', 'CI', isCiPath, COMMENTS_COUNT_NOT),
  byMode('high', 'a submodule', '160000'),
  byMode('high', 'a symbolic link', '120000'),
  delicate,
  deletedTests,
  ({ removedNames }) =>
    removedNames.length === 0 ? [] : [high(`takes away public names: ${someOf(removedNames)}`)],
  byPath('medium', 'how it is built', isBuildPath, COMMENTS_COUNT_NOT),
  byPath('medium', 'dependencies', isManifest, COMMENTS_COUNT_NOT),
  byPath('medium', 'a lock file', isLockFile),
  ({ modes }) =>
    modes.length === 0 ? [] : [medium(`changes the executable bit: ${someOf(modes)}`)],
  binaries,
  deletedSources,
  size,
];

export function riskOf(question: RiskQuestion): Risk {
  const paths = question.changes.map(({ path }) => path);
  const found = RULES.flatMap((rule) => rule(question));
  const level = worst(found.map((one) => one.level));
  const graves = [...found].toSorted(
    (a, b) => RISK_LEVELS.indexOf(b.level) - RISK_LEVELS.indexOf(a.level),
  );
  const kind = harmlessKind(paths);
  if (found.length > 0) {
    const also = kind === null ? [] : [kind];
    return { level, reasons: [...graves.map(({ text }) => text), ...also] };
  }
  if (kind !== null) return { level: 'low', reasons: [kind] };
  const { keysOnly = [] } = question;
  if (
    paths.length > 0 &&
    question.changes.every(({ path, status }) => status === 'changed' && keysOnly.includes(path))
  )
    return { level: 'low', reasons: ['keys on notes only'] };
  const lines = question.insertions + question.deletions;
  const words = `${plural(lines, 'line')} in ${plural(paths.length, 'file')}`;
  const isSmall = lines <= Math.max(20, question.largeLines / 8) && paths.length <= 3;
  return isSmall
    ? { level: 'low', reasons: [`small: ${words}, nothing delicate`] }
    : { level: 'medium', reasons: [`changes code: ${words}`] };
}

/** The highest of its branches, with each reason for that once. */
export function riskOfSet(risks: readonly Risk[]): Risk {
  const level = worst(risks.map((risk) => risk.level));
  const byLevel = risks.toSorted(
    (a, b) => RISK_LEVELS.indexOf(b.level) - RISK_LEVELS.indexOf(a.level),
  );
  // That the others are harmless is no reason for what the set is.
  const telling = byLevel.filter((risk) => level === 'low' || risk.level !== 'low');
  const reasons = [...new Set(telling.flatMap((risk) => risk.reasons))];
  return { level, reasons: reasons.length === 0 ? ['changes nothing'] : reasons };
}

/** `tests only` and the like, when every path is of the kind; `null`: none. */
export function harmlessKind(paths: readonly string[]): 'tests only' | 'docs only' | null {
  if (paths.length === 0) return null;
  if (paths.every(isTestPath)) return 'tests only';
  return paths.every(isDocPath) ? 'docs only' : null;
}

function worst(levels: readonly RiskLevel[]): RiskLevel {
  return RISK_LEVELS.findLast((level) => levels.includes(level)) ?? 'low';
}

function high(text: string): Reason {
  return { level: 'high', text };
}

function medium(text: string): Reason {
  return { level: 'medium', text };
}

/** A rename counts with both names. */
/* oxlint-disable-next-line eslint/max-params -- a row of the table above */
function byPath(
  level: RiskLevel,
  what: string,
  fits: (path: string) => boolean,
  { comments = true }: { readonly comments?: boolean } = {},
): Rule {
  return ({ changes, commentsOnly = [], keysOnly = [] }) => {
    const found = changes.flatMap(({ path, from, status }) => {
      const isQuiet = commentsOnly.includes(path) || keysOnly.includes(path);
      if (!comments && status === 'changed' && isQuiet) return [];
      return fits(path) ? [path] : from !== null && fits(from) ? [from] : [];
    });
    return found.length === 0 ? [] : [{ level, text: `changes ${what}: ${someOf(found)}` }];
  };
}

function byMode(level: RiskLevel, what: string, wanted: string): Rule {
  return ({ changes }) => {
    const found = changes.flatMap(({ path, mode }) => (mode === wanted ? [path] : []));
    return found.length === 0 ? [] : [{ level, text: `changes ${what}: ${someOf(found)}` }];
  };
}

/** Tests and prose about what is delicate are not. */
function delicate({ changes, keysOnly = [] }: RiskQuestion): readonly Reason[] {
  const found = changes.flatMap(({ path, status }) => {
    const isHarmless =
      isTestPath(path) || isDocPath(path) || (status === 'changed' && keysOnly.includes(path));
    const word = isHarmless ? null : delicateWord(path);
    return word === null ? [] : [{ path, word }];
  });
  if (found.length === 0) return [];
  const words = [...new Set(found.map(({ word }) => word))].slice(0, 3).join(', ');
  return [high(`changes delicate code (${words}): ${someOf(found.map(({ path }) => path))}`)];
}

function deletedTests({ changes }: RiskQuestion): readonly Reason[] {
  const gone = changes.filter(({ path, status }) => status === 'deleted' && isTestPath(path));
  if (gone.length > 0) return [high(`takes tests away: ${someOf(gone.map(({ path }) => path))}`)];
  const shrunk = changes.filter(
    ({ path, insertions, deletions }) =>
      isTestPath(path) && (deletions ?? 0) >= 10 && (deletions ?? 0) > 2 * (insertions ?? 0),
  );
  return shrunk.length === 0
    ? []
    : [medium(`takes more out of tests than it adds: ${someOf(shrunk.map(({ path }) => path))}`)];
}

function deletedSources({ changes }: RiskQuestion): readonly Reason[] {
  const gone = changes.filter(
    ({ path, status }) => status === 'deleted' && !isTestPath(path) && !isDocPath(path),
  );
  return gone.length === 0
    ? []
    : [medium(`takes files away: ${someOf(gone.map(({ path }) => path))}`)];
}

function binaries({ changes }: RiskQuestion): readonly Reason[] {
  const found = changes.filter(
    ({ insertions, status, mode }) =>
      insertions === null && status !== 'deleted' && mode.startsWith('100'),
  );
  return found.length === 0
    ? []
    : [medium(`changes files that are not text: ${someOf(found.map(({ path }) => path))}`)];
}

function size({ insertions, deletions, largeLines, changes }: RiskQuestion): readonly Reason[] {
  const lines = insertions + deletions;
  if (lines <= largeLines || harmlessKind(changes.map(({ path }) => path)) !== null) return [];
  const text = `large: ${plural(lines, 'line')} in ${plural(changes.length, 'file')}`;
  return [lines > 5 * largeLines ? high(text) : medium(text)];
}

function someOf(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => oneLine(name, 120));
  const more = names.length - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
