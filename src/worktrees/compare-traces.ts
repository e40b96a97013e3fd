/**
 * Finds the reflog entries that a run left in the user's repository under its own name, and object files that changed.
 * The user's own commits, stashes and rebases in the meantime are not reported.
 */
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import { readHostile, inspectHostile, listHostile } from '../platform/hostile-paths.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';
import { inlineCode, oneLine, plural } from '../words/text.ts';
import { logFiles, readTraces, type RepositoryTraces } from './inspect-repository.ts';

/** Looked at with lstat. */
const MOST_LOOSE = 1_500;

/** Unpacked. */
const MOST_CHECKED = 300;
const CHECKED_BYTES = 1_000_000;

/** Clocks of file systems run a little behind. */
const SLACK_MS = 2_000;

export interface TraceRules {
  /** Of the run, as it commits. */
  readonly email: string;
  /** Reflogs that do not count. */
  isOurs(path: string): boolean;
}

const STASH_LOG = 'logs/refs/stash';

/** From the line of a stash to that of its reset, in a large checkout on a slow disk. */
const STASH_SECONDS = 30;
const TAIL_BYTES = 256_000;
const MOST_NOTICES = 10;

export function compareTraces(
  workspace: Pick<WorkspaceLocation, 'gitDir' | 'root'>,
  before: RepositoryTraces,
  rules: TraceRules,
): readonly string[] {
  const moves = logFiles(workspace.gitDir)
    .filter((path) => !rules.isOurs(path))
    .flatMap((path) => movesOf(workspace, before, path).map((move) => ({ path, ...move })));
  const own = moves.filter(({ email }) => email === rules.email);
  const resets = withoutStashes(
    moves.filter(
      ({ email, path, what }) =>
        email !== rules.email && path.endsWith('logs/HEAD') && what.startsWith('reset: moving to'),
    ),
    moves.filter(({ path }) => path === STASH_LOG),
  );
  const notices = [
    ...own.map(
      ({ path, what }) =>
        `look at ${nameOf(workspace, path)}: the run itself changed it (${oneLine(what, 80)})`,
    ),
    ...resets.map(
      ({ path, what }) =>
        `${nameOf(workspace, path)} was changed during the run, by it or by another program (${oneLine(what, 80)})`,
    ),
  ];
  const distinct = [...new Set(notices)];
  return [
    ...distinct.slice(0, MOST_NOTICES),
    ...(distinct.length > MOST_NOTICES
      ? [`${plural(distinct.length - MOST_NOTICES, 'more change')} of that kind`]
      : []),
    ...objectNotices(workspace, before),
  ];
}

interface Move {
  readonly email: string;
  /** In seconds. */
  readonly at: number;
  readonly what: string;
}

/** `git stash` resets once it has put things away, so what such a reset took is there; each stash accounts for one. */
function withoutStashes<Reset extends Move>(
  resets: readonly Reset[],
  stashes: readonly Move[],
): readonly Reset[] {
  const open = stashes.map(({ at }) => at);
  return resets.filter(({ at }) => {
    const own = open.findIndex((stashed) => stashed <= at && at - stashed <= STASH_SECONDS);
    if (own !== -1) open.splice(own, 1);
    return own === -1;
  });
}

/** Lines that came on top: `old new name <email> time zone<TAB>what`. */
function movesOf(
  { gitDir }: Pick<WorkspaceLocation, 'gitDir'>,
  before: RepositoryTraces,
  path: string,
): readonly Move[] {
  const from = Object.hasOwn(before.logs, path) ? (before.logs[path] ?? 0) : 0;
  const text = readHostile(join(gitDir, path), TAIL_BYTES, from)?.toString('utf8') ?? '';
  return text.split('\n').flatMap((line) => {
    const match = /^[0-9a-f]{40,64} [0-9a-f]{40,64} [^<\t]*<([^>\t]*)> (\d+)[^\t]*\t?(.*)$/.exec(
      line,
    );
    return match === null
      ? []
      : [{ email: match[1] ?? '', at: Number(match[2]), what: match[3] ?? '' }];
  });
}

function nameOf({ gitDir, root }: Pick<WorkspaceLocation, 'gitDir' | 'root'>, log: string): string {
  if (log === 'logs/HEAD') return `the checkout ${oneLine(root)}`;
  const worktree = /^worktrees\/(.*)\/logs\/HEAD$/.exec(log)?.[1];
  if (worktree === undefined) return inlineCode(log.replace(/^logs\//, ''));
  const pointer = readHostile(join(gitDir, 'worktrees', worktree, 'gitdir'), 8_192);
  const checkout = pointer?.toString('utf8').replace(/\/\.git\n?$/, '') ?? worktree;
  return `the checkout ${oneLine(checkout)}`;
}

function objectNotices(
  workspace: Pick<WorkspaceLocation, 'gitDir'>,
  before: RepositoryTraces,
): readonly string[] {
  const now = readTraces(workspace, before.takenAtMs);
  const damaged = damagedObjects(workspace, before, now);
  if (damaged.length === 0) return [];
  const first = damaged.slice(0, 5).map(inlineCode).join(', ');
  const more = damaged.length > 5 ? ', …' : '';
  return [
    `look at the repository's objects: ${plural(damaged.length, 'file')} of them went missing or broke during the run, by it or by another program: ${first}${more}; git fsck says what is lost`,
  ];
}

/**
 * Object files that went missing or broke while a run could reach them. Cheap rather than complete: packs by name and
 * size, loose objects that were written to meanwhile, and folders of them that are gone. `git gc` also takes files away,
 * but it leaves a new pack.
 * Paths relative to the `objects` folder.
 */
function damagedObjects(
  { gitDir }: Pick<WorkspaceLocation, 'gitDir'>,
  before: RepositoryTraces,
  now: RepositoryTraces,
): readonly string[] {
  const repacked = Object.keys(now.packs).some((name) => !Object.hasOwn(before.packs, name));
  const packs = Object.entries(before.packs).flatMap(([name, size]) => {
    const there = Object.hasOwn(now.packs, name) ? now.packs[name] : undefined;
    const isFine = there === undefined ? repacked : there === size;
    return isFine ? [] : [`pack/${name}`];
  });
  const left = new Set(now.fanOuts);
  const gone = repacked ? [] : before.fanOuts.filter((name) => !left.has(name));
  const since = before.takenAtMs - SLACK_MS;
  return [...packs, ...gone, ...brokenLoose(join(gitDir, 'objects'), now.fanOuts, since)];
}

function brokenLoose(
  objects: string,
  fanOuts: readonly string[],
  sinceMs: number,
): readonly string[] {
  const broken: string[] = [];
  let looked = 0;
  let checked = 0;
  for (const fanOut of fanOuts) {
    for (const { path, kind } of listHostile(join(objects, fanOut))) {
      if (kind !== 'file' || !/^[0-9a-f]{38,62}$/.test(path)) continue;
      looked += 1;
      if (looked > MOST_LOOSE || checked > MOST_CHECKED) return broken;
      const full = join(objects, fanOut, path);
      const facts = inspectHostile(full);
      if (facts === null || facts === 'unreachable' || facts.changedMs < sinceMs) continue;
      checked += 1;
      if (facts.size <= CHECKED_BYTES && !isWhole(full)) broken.push(`${fanOut}/${path}`);
    }
  }
  return broken;
}

/** A loose object says its own length. */
function isWhole(path: string): boolean {
  const bytes = readHostile(path, CHECKED_BYTES);
  if (bytes === null) return false;
  try {
    const unpacked = inflateSync(bytes, { maxOutputLength: 16 * CHECKED_BYTES });
    const end = unpacked.indexOf(0);
    const length = /^[a-z]+ (\d+)$/.exec(unpacked.toString('latin1', 0, Math.max(0, end)))?.[1];
    return length !== undefined && unpacked.length - end - 1 === Number(length);
  } catch (thrown) {
    // One that unpacks to more than that is not looked into.
    return thrown instanceof RangeError;
  }
}
