/**
 * `on.git`: branches that move, when a path that counts changed, and tags that are new or move. What was last seen is
 * kept, so that a move while no daemon ran counts once when one does; what is there when a trigger is first followed
 * counts nothing. An event is delivered before it is remembered: told twice, it is one slot by its id.
 */
import { z } from 'zod';

import { isAncestor } from '../../git/ancestry.ts';
import { gitIn } from '../../git/git-call.ts';
import { listChangedFiles } from '../../git/list-changed-files.ts';
import type { GitContext } from '../../git/run-git.ts';
import { listOwnFiles } from '../../git/touched-paths.ts';
import { AppError } from '../../words/errors.ts';
import { type CommitSha, isCommitSha, type RoutineId } from '../../words/ids.ts';
import { matchPaths } from '../../words/path-globs.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { GitTrigger } from '../../words/trigger.ts';
import type { TriggerSource, WatchParts } from '../contract.ts';
import type { Refs, RefWatch } from './ref-watch.ts';
import { watchMemory } from './watch-memory.ts';

// Glob patterns of branch and tag names: `*` and `?` stay within one part of the name, `**` crosses slashes, `!` takes
// back what an earlier one matched. Pure.

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

const MAX_PATHS = 200;

/** By routine. `triggers`: what it followed then, as JSON; a trigger that was edited begins again. */
const seenSchema = z.record(
  z.string(),
  z.strictObject({ triggers: z.string(), tips: z.record(z.string(), z.string()) }),
);
type Seen = z.infer<typeof seenSchema>;
type Parts = Pick<WatchParts, 'git' | 'intake' | 'memoryFolder' | 'warn'>;

interface Followed {
  readonly id: RoutineId;
  readonly triggers: readonly GitTrigger[];
  readonly key: string;
}

export function gitSource(parts: Parts, watch: RefWatch): TriggerSource {
  const memory = watchMemory<Seen>(parts, { name: 'git', schema: seenSchema, empty: {} });
  let followed: readonly Followed[] = [];
  const take = async (refs: Refs): Promise<void> => {
    const seen = await memory.read();
    const describe = describeOnce(parts);
    const now: Seen = {};
    let failure: unknown = null;
    for (const routine of followed) {
      const known = seen[routine.id];
      const tips = tipsOf(routine.triggers, refs);
      const before = known?.triggers === routine.key ? known.tips : tips;
      now[routine.id] = { triggers: routine.key, tips };
      try {
        const moves = movesBetween(before, refs, tips);
        for (const move of moves)
          await offer(parts, { routine, move, described: await describe(move) });
      } catch (thrown) {
        // Not remembered: the next look offers it again.
        now[routine.id] = { triggers: routine.key, tips: before };
        failure = thrown;
      }
    }
    await memory.write(now);
    if (failure !== null) throw failure;
  };
  return {
    follow: async (routines) => {
      followed = routines.flatMap(followedOf);
      if (followed.length > 0) return watch.follow(take);
      watch.unfollow(take);
      // A routine that follows later begins again.
      await memory.write({});
    },
    close: async () => {
      watch.unfollow(take);
    },
  };
}

function followedOf({ id, enabled, triggers }: ScheduledRoutine): readonly Followed[] {
  const own = triggers.filter((trigger) => trigger.kind === 'git');
  return enabled && own.length > 0 ? [{ id, triggers: own, key: JSON.stringify(own) }] : [];
}

/** Many routines follow the same branch: git is asked once. */
function describeOnce({ git }: Parts): (move: RefMove) => Promise<DescribedMove> {
  const known = new Map<string, Promise<DescribedMove>>();
  return async (move) => {
    const key = `${move.ref} ${move.before} ${move.after}`;
    const described = known.get(key) ?? describeMove(git, move);
    known.set(key, described);
    return described;
  };
}

async function offer(
  { intake }: Parts,
  {
    routine,
    move,
    described,
  }: {
    readonly routine: Followed;
    readonly move: RefMove;
    readonly described: DescribedMove;
  },
): Promise<void> {
  if (!routine.triggers.some((trigger) => counts(trigger, move, described))) return;
  await intake.deliver({
    kind: 'git',
    routine: routine.id,
    id: oneLine(`${move.ref}@${move.after}`, 400),
    summary: moveSummary(move, described),
    payload: movePayload(move, described),
  });
}

/** Paths are about branches: a tag moves nothing itself. */
function counts(trigger: GitTrigger, move: RefMove, { paths }: DescribedMove): boolean {
  if (!isAbout(trigger)(move.ref)) return false;
  if (move.kind === 'tag' || trigger.paths.length === 0 || paths === null) return true;
  return paths.some(matchPaths(trigger.paths));
}

/** What a move of a ref changed, asked from git once for all routines that it concerns. */
interface DescribedMove {
  /** `null` when git no longer has what was there before: then any path may have changed. */
  readonly paths: readonly string[] | null;
  /** What was there before is no part of what is there now. */
  readonly rewritten: boolean;
}

async function describeMove(
  git: GitContext,
  { ref, kind, before, after }: RefMove,
): Promise<DescribedMove> {
  try {
    if (before !== null && isCommitSha(before)) {
      const paths = await listChangedFiles({ from: before, to: after }, git);
      return { paths, rewritten: !(await isAncestor(gitIn(git), before, after)) };
    }
    if (kind === 'tag' || !ref.startsWith('refs/heads/')) return { paths: null, rewritten: false };
    const name = ref.slice('refs/heads/'.length);
    return { paths: await listOwnFiles({ name, commit: after }, git), rewritten: false };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { paths: null, rewritten: before !== null };
  }
}

/** For people, one line. */
function moveSummary({ ref, before, after }: RefMove, { rewritten }: DescribedMove): string {
  const name = ref.replace(/^refs\/(?:heads|remotes)\//, '').replace(/^refs\/tags\//, 'tag ');
  const what = before === null ? 'is new at' : rewritten ? 'was rewritten to' : 'moved to';
  return oneLine(`${name} ${what} ${after.slice(0, 10)}`, 200);
}

/** For the brief: JSON, at most 200 paths. */
function movePayload(
  { ref, before, after }: RefMove,
  { paths, rewritten }: DescribedMove,
): Uint8Array {
  const told = {
    ref,
    before,
    after,
    rewritten,
    paths: paths?.slice(0, MAX_PATHS) ?? null,
    morePaths: Math.max(0, (paths?.length ?? 0) - MAX_PATHS),
  };
  return new TextEncoder().encode(`${JSON.stringify(told, null, 2)}\n`);
}

/** Which refs moved since they were last seen. Pure. */
interface RefMove {
  /** In full. */
  readonly ref: string;
  readonly after: CommitSha;
  /** `null`: it is new. */
  readonly before: string | null;
  readonly kind: 'branch' | 'tag';
}

/** Commits by ref, of those that a trigger is about. */
type Tips = Readonly<Record<string, string>>;

function tipsOf(triggers: readonly GitTrigger[], refs: Refs): Tips {
  const tests = triggers.map(isAbout);
  return Object.fromEntries(
    [...refs]
      .filter(([ref]) => tests.some((test) => test(ref)))
      .map(([ref, { commit }]) => [ref, commit] as const),
  );
}

function isAbout({ branches, tags }: GitTrigger): (ref: string) => boolean {
  const isBranch = branchMatcher(branches);
  const isTag = tagMatcher(tags);
  return (ref) => isBranch(ref) || isTag(ref);
}

/** A ref that is gone is not a move: it is new when it comes back. */
function movesBetween(seen: Tips, refs: Refs, now: Tips): readonly RefMove[] {
  return Object.keys(now).flatMap((ref) => {
    const after = refs.get(ref)?.commit;
    const before = seen[ref] ?? null;
    if (after === undefined || after === before) return [];
    return [{ ref, after, before, kind: ref.startsWith('refs/tags/') ? 'tag' : 'branch' }];
  });
}
