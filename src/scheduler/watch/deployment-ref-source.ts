/**
 * `on.deployment.ref`: a branch or tag that a deployment moves. Where it stood is kept, so that a move while no daemon
 * ran counts once when one does; where it stands when it is first followed counts nothing.
 */
import { z } from 'zod';

import { isAncestor } from '../../git/ancestry.ts';
import { gitIn } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { TriggerSource, WatchParts } from '../contract.ts';
import type { Refs, RefWatch } from './ref-watch.ts';
import { watchMemory } from './watch-memory.ts';

/** Commits by ref, as triggers name it. */
const seenSchema = z.record(z.string(), z.string());
type Seen = z.infer<typeof seenSchema>;
type Parts = Pick<WatchParts, 'git' | 'intake' | 'memoryFolder' | 'warn'>;

/** A watched ref, and the environments whose deployments move it. */
type Followed = ReadonlyMap<string, ReadonlySet<string>>;

export function deploymentRefSource(parts: Parts, watch: RefWatch): TriggerSource {
  const memory = watchMemory<Seen>(parts, { name: 'deployments', schema: seenSchema, empty: {} });
  let followed: Followed = new Map();
  const take = async (refs: Refs): Promise<void> => {
    const seen = new Map(Object.entries(await memory.read()));
    const now = new Map<string, string>();
    const failures: unknown[] = [];
    for (const [ref, environments] of followed) {
      const before = seen.get(ref) ?? null;
      const after = await commitOf(parts.git, ref, refs);
      // A tag that is moved by deleting it first is gone for a moment.
      if (after === null && before !== null) now.set(ref, before);
      if (after === null) continue;
      try {
        if (before !== null && before !== after) {
          await tell(parts, { ref, before, after, environments });
        }
        now.set(ref, after);
      } catch (thrown) {
        if (before !== null) now.set(ref, before);
        failures.push(thrown);
      }
    }
    await memory.write(Object.fromEntries(now));
    if (failures.length > 0) throw failures[0];
  };
  return {
    follow: async (routines) => {
      followed = followedOf(routines);
      if (followed.size > 0) return watch.follow(take);
      watch.unfollow(take);
      await memory.write({});
    },
    close: async () => {
      watch.unfollow(take);
    },
  };
}

/** A trigger for any environment hears of those that others name, or of one called as the ref. */
function followedOf(routines: readonly ScheduledRoutine[]): Followed {
  const followed = new Map<string, Set<string>>();
  for (const { enabled, triggers } of routines) {
    for (const trigger of triggers) {
      if (!enabled || trigger.kind !== 'deployment' || trigger.ref === null) continue;
      const named = followed.get(trigger.ref) ?? new Set();
      if (trigger.environment !== null) named.add(trigger.environment);
      followed.set(trigger.ref, named);
    }
  }
  for (const [ref, named] of followed) if (named.size === 0) named.add(shortName(ref));
  return followed;
}

async function tell(
  { intake }: Parts,
  {
    ref,
    before,
    after,
    environments,
  }: {
    readonly ref: string;
    readonly before: string;
    readonly after: CommitSha;
    readonly environments: ReadonlySet<string>;
  },
): Promise<void> {
  for (const environment of environments) {
    await intake.deliver({
      kind: 'deployment',
      id: `${ref}@${after}`,
      environment,
      state: 'success',
      previous: before,
      deployed: after,
      ref,
      summary: oneLine(`${shortName(ref)} moved to ${after.slice(0, 10)}`, 200),
      payload: null,
    });
  }
}

async function commitOf(git: GitContext, name: string, refs: Refs): Promise<CommitSha | null> {
  const standing = standingOf(refs, name);
  if (standing === null || standing.kind === 'one') return standing?.commit ?? null;
  // A deployment's branch is usually not checked out, so the local one is often behind the fetched one.
  const behind = await isAncestor(gitIn(git), standing.local, standing.remote);
  return behind ? standing.remote : standing.local;
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');
}

/** Where a name of a branch or tag stands: the order is that of `last-deploy` windows. Pure. */
type RefStanding =
  | { readonly kind: 'one'; readonly commit: CommitSha }
  /** A branch here, and one of a remote that it does not follow: the later one counts. */
  | { readonly kind: 'two'; readonly local: CommitSha; readonly remote: CommitSha };

/**
 * A tag before a branch, the branch that a local one follows before the local one, `origin` before other remotes.
 * `null` when nothing has the name, which may say the remote, or be a whole one (`refs/tags/live`).
 */
function standingOf(refs: Refs, name: string): RefStanding | null {
  const whole = refs.get(name) ?? refs.get(`refs/tags/${name}`) ?? refs.get(`refs/remotes/${name}`);
  if (whole !== undefined) return { kind: 'one', commit: whole.commit };
  const local = refs.get(`refs/heads/${name}`);
  const followed = local === undefined ? undefined : refs.get(local.upstream);
  const remote = followed ?? refs.get(`refs/remotes/origin/${name}`) ?? ofAnyRemote(refs, name);
  if (local === undefined || remote === undefined || remote === followed) {
    const one = remote ?? local;
    return one === undefined ? null : { kind: 'one', commit: one.commit };
  }
  return { kind: 'two', local: local.commit, remote: remote.commit };
}

function ofAnyRemote(refs: Refs, name: string): { readonly commit: CommitSha } | undefined {
  for (const [ref, found] of refs) {
    if (/^refs\/remotes\/[^/]+\//.exec(ref)?.[0].concat(name) === ref) return found;
  }
  return undefined;
}
