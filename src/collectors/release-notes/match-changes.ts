/**
 * Entries that no message backs, against what commits changed: the commit that wrote the entry next to its code, and
 * changed lines that speak of what the entry names. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { commitDirection, directionsDeny, entryDirection } from './change-direction.ts';
import type { Backing, ChangeWindow, MatchCommit } from './contract.ts';
import { dependencyStep, stepsDeny } from './dependency-changes.ts';
import { keysOf, pathWords, wordKeys, wordsOf } from './entry-words.ts';
import { changeTitle, description, isReleaseSubject } from './message-parts.ts';
import { isCommonStem } from './word-forms.ts';
import { MAX_WRITTEN } from './written-entries.ts';

export interface ChangeMatchRequest {
  readonly entries: readonly ChangelogEntry[];
  /** Those that can back something. */
  readonly commits: readonly MatchCommit[];
  /** Indexes of the entries that need backing. */
  readonly open: readonly number[];
}

/** Of the entry's weight, what one place has to hold. */
const HOLDS = 0.8;
/** Where the commits say no more than a version, there is nothing else to go by. */
const HOLDS_ALONE = 0.55;
/** Changelogs, posts and their like quote entries of any release. */
const QUOTES =
  /(?:^|[/._-])(?:changelogs?|changes|history|news|release[_-]?notes|blog|posts)(?:[/._-]|$)/i;
/** With the entry itself written by the same commit, a hint is enough. */
const MAX_PATHS = 100;
const HINTS = 0.12;
const MAX_BACKING = 5;
const LEAST_WINDOWS = 60;
const LEAST_EVIDENCE = 6;
const IN_FILE = 0.5;
const PROSE = 0.5;
const NAME = 1.4;
const COMMON = 0.2;
const NEAR = 0.85;

/** Commits that wrote an entry next to the change that it tells of, by entry. */
export function matchWritten(request: ChangeMatchRequest): ReadonlyMap<number, Backing> {
  const { commits } = request;
  const found = new Map<number, Backing>();
  const written = [...writtenBy(request)].map(([at, writers]) => ({
    at,
    writers,
    keys: keysOf(wordsOf(request.entries[at]?.text ?? '')),
  }));
  if (written.length === 0) return found;
  const index = indexWindows(commits, new Set(written.flatMap(({ keys }) => keys)));
  for (const { at, writers, keys } of written) {
    const hinted = scoreCommits(keys, index).filter(
      ({ commit, held }) =>
        writers.includes(commit) && held >= HINTS && !denies(request, at, commit),
    );
    if (hinted.length > 0) {
      found.set(at, {
        commits: hinted.map(({ commit }) => commit).slice(0, MAX_BACKING),
        by: 'files',
      });
    }
  }
  return found;
}

/** Commits whose changed lines, in one place, speak of what an entry names. */
export function matchWindows(request: ChangeMatchRequest): ReadonlyMap<number, Backing> {
  const found = new Map<number, Backing>();
  const wanted = request.open.map((at) => ({
    at,
    keys: keysOf(wordsOf(request.entries[at]?.text ?? '')),
  }));
  const index = indexWindows(request.commits, new Set(wanted.flatMap(({ keys }) => keys)));
  const holds = saysNothing(request.commits) ? HOLDS_ALONE : HOLDS;
  for (const { at, keys } of wanted) {
    const scored = scoreCommits(keys, index).filter(
      ({ commit, held, evidence }) =>
        held >= holds && evidence >= LEAST_EVIDENCE && !denies(request, at, commit),
    );
    const best = scored.filter(({ held }) => held >= NEAR * (scored[0]?.held ?? 0));
    if (best.length > 0) {
      found.set(at, {
        commits: best.slice(0, MAX_BACKING).map(({ commit }) => commit),
        by: 'files',
      });
    }
  }
  return found;
}

/** For each entry the most of its weight that one place of a change holds which does not say the opposite, 0 to 1. */
export function bestWindow(
  entries: readonly ChangelogEntry[],
  commits: readonly MatchCommit[],
): readonly number[] {
  const wanted = entries.map(({ text }) => keysOf(wordsOf(text)));
  const index = indexWindows(commits, new Set(wanted.flat()));
  const request = { entries, commits, open: [] };
  return wanted.map(
    (keys, at) =>
      scoreCommits(keys, index).find(({ commit }) => !denies(request, at, commit))?.held ?? 0,
  );
}

/** Squashed releases and histories rebuilt from packages: most subjects are a version. */
function saysNothing(commits: readonly MatchCommit[]): boolean {
  const silent = commits.filter(({ subject }) => isReleaseSubject(subject));
  return silent.length * 2 > commits.length;
}

/** The commit says of itself that it did the opposite. */
function denies({ entries, commits }: ChangeMatchRequest, at: number, index: number): boolean {
  const [entry, commit] = [entries[at], commits[index]];
  if (entry === undefined || commit === undefined) return false;
  const title = description(changeTitle(commit));
  return (
    directionsDeny(entryDirection(entry), commitDirection(commit)) ||
    stepsDeny(dependencyStep(entry.text), dependencyStep(title))
  );
}

interface IndexedWindow {
  readonly commit: number;
  readonly path: string;
  readonly keys: ReadonlySet<string>;
}

interface WindowIndex {
  readonly windows: readonly IndexedWindow[];
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  /** By commit and path: all keys of the file's windows. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
  readonly titles: readonly ReadonlySet<string>[];
}

/** Only the keys that an entry asks for are kept. */
function indexWindows(commits: readonly MatchCommit[], wanted: ReadonlySet<string>): WindowIndex {
  const known = new Map<string, readonly string[]>();
  const keysIn = (text: string): Set<string> => {
    const keys = new Set<string>();
    for (const [token] of text.matchAll(/[\p{L}\p{N}_$-]{2,80}/gu)) {
      let own = known.get(token);
      if (own === undefined) {
        own = wordKeys(token).filter((key) => wanted.has(key));
        known.set(token, own);
      }
      for (const key of own) keys.add(key);
    }
    return keys;
  };
  const ofPath = new Map<string, readonly string[]>();
  const windows: IndexedWindow[] = [];
  const byKey = new Map<string, number[]>();
  const files = new Map<string, Set<string>>();
  commits.forEach((commit, at) => {
    for (const { path, text } of windowsOf(commit)) {
      const keys = keysIn(text);
      let words = ofPath.get(path);
      if (words === undefined) {
        words = [...pathWords(path)].filter((word) => wanted.has(word));
        ofPath.set(path, words);
      }
      for (const word of words) keys.add(word);
      if (keys.size === 0) {
        windows.push({ commit: at, path, keys });
        continue;
      }
      for (const key of keys) {
        const places = byKey.get(key);
        if (places === undefined) byKey.set(key, [windows.length]);
        else places.push(windows.length);
      }
      windows.push({ commit: at, path, keys });
      const file = files.get(`${at}:${path}`) ?? new Set();
      for (const key of keys) file.add(key);
      files.set(`${at}:${path}`, file);
    }
  });
  const titles = commits.map((commit) => {
    if (isReleaseSubject(commit.subject)) return new Set<string>();
    return keysIn(description(changeTitle(commit)));
  });
  return { windows, byKey, files, titles };
}

/** Without its lines a commit is known by its paths. */
function windowsOf({ changes, allFiles }: MatchCommit): readonly ChangeWindow[] {
  if (changes === undefined) return [];
  const windows = changes.windows.filter(({ path }) => !QUOTES.test(path));
  if (windows.length > 0) return windows;
  return allFiles.slice(0, MAX_PATHS).map((path) => ({ path, text: '' }));
}

interface CommitScore {
  readonly commit: number;
  readonly held: number;
  readonly evidence: number;
}

/** The best window of each commit, best commit first. */
function scoreCommits(keys: readonly string[], index: WindowIndex): readonly CommitScore[] {
  const weights = new Map(keys.map((key) => [key, weightOf(key, index)]));
  const all = keys.reduce((sum, key) => {
    const unseen = !index.byKey.has(key) && !key.startsWith('name:');
    return sum + (weights.get(key) ?? 0) * (unseen ? PROSE : 1);
  }, 0);
  const candidates = new Set(keys.flatMap((key) => index.byKey.get(key) ?? []));
  const best = new Map<number, CommitScore>();
  for (const at of candidates) {
    const window = index.windows[at];
    if (window === undefined) continue;
    const { commit, path } = window;
    const file = index.files.get(`${commit}:${path}`);
    const title = index.titles[commit];
    let evidence = 0;
    for (const key of keys) {
      const here = window.keys.has(key) || title?.has(key) === true;
      const place = here ? 1 : file?.has(key) === true ? IN_FILE : 0;
      evidence += place * (weights.get(key) ?? 0);
    }
    const held = all === 0 ? 0 : evidence / all;
    if (held > (best.get(commit)?.held ?? 0)) best.set(commit, { commit, held, evidence });
  }
  return [...best.values()].toSorted((a, b) => b.held - a.held);
}

function weightOf(key: string, index: WindowIndex): number {
  const all = Math.max(LEAST_WINDOWS, index.windows.length);
  const rare = Math.log((all + 1) / ((index.byKey.get(key)?.length ?? 1) + 0.5));
  if (key.startsWith('name:')) return NAME * rare;
  return (isCommonStem(key) ? COMMON : 1) * rare;
}

/**
 * Commits that put the entry into the notes and change the product as well, or that belong to a pull request that does.
 * A commit that writes many entries proves none of them.
 */
function writtenBy({
  entries,
  commits,
  open,
}: ChangeMatchRequest): ReadonlyMap<number, readonly number[]> {
  const written = new Map<number, number[]>();
  commits.forEach((commit, at) => {
    const lines = (commit.changes?.notes ?? []).map(plainLine).filter((line) => line.length >= 12);
    if (lines.length === 0 || isReleaseSubject(commit.subject)) return;
    const all = entries.filter((entry) => isWritten(entry, lines)).length;
    if (all > MAX_WRITTEN) return;
    for (const entry of open) {
      const own = entries[entry];
      if (own === undefined || !isWritten(own, lines)) continue;
      const group = commits.flatMap(({ brings }, index) =>
        brings.includes(commit.sha) ? [index] : [],
      );
      const parts = group.flatMap((merge) =>
        commits.flatMap(({ sha }, index) =>
          commits[merge]?.brings.includes(sha) === true ? [index] : [],
        ),
      );
      written.set(entry, [...(written.get(entry) ?? []), at, ...group, ...parts]);
    }
  });
  return written;
}

function isWritten(entry: ChangelogEntry, lines: readonly string[]): boolean {
  const text = plainLine(entry.text);
  return lines.some(
    (line) => text.startsWith(line) || (text.length >= 12 && line.startsWith(text)),
  );
}

/** Letters and digits alone. */
export function plainLine(line: string): string {
  return line.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
