/** What following a pull request works with, and how its record continues. */
import type { PullRequestSurroundings } from '../../connections/pull-requests/pull-request-place.ts';
import type { Forge } from '../../forges/contract.ts';
import type { PullRequestLink, SeenThere } from '../../words/pull-request.ts';
import type { RunHandle, Workspace } from '../../workspace/contract.ts';
import type { FollowUpRequest } from './follow-up-run.ts';

type FollowProbe = 'about-to-start' | 'started' | 'pushed-further';

export interface Following {
  readonly workspace: Workspace;
  readonly forge: Forge;
  readonly around: PullRequestSurroundings;
  /** Default: as it really is. */
  readonly start?: (request: FollowUpRequest) => Promise<Pick<RunHandle, 'id'>>;
  readonly probe?: (name: FollowProbe) => Promise<void>;
}

const MOST_FAILURES = 200;
/** More than a look can list of them: one that was forgotten would be heard again. */
export const MOST_REMARKS = 5_000;
const SKEW_MS = 600_000;

/** Forges tell whole seconds, by clocks of their own: what was said a little before counts too. ISO 8601. */
export function remarksSince({ openedAt }: Pick<PullRequestLink, 'openedAt'>): string {
  return new Date(Date.parse(openedAt) - SKEW_MS).toISOString();
}

/** Who asks for the run, by which it is found again after a crash. */
export function followerName({ id }: Pick<PullRequestLink, 'id'>): string {
  return `roundsman for ${id}`;
}

/** What it was told of is dealt with from now on. */
export function startedWith(
  link: PullRequestLink,
  working: NonNullable<SeenThere['working']>,
): PullRequestLink {
  const { seen } = link;
  const { failures = [], remarks = [] } = seen.starting ?? {};
  return withSeen(link, {
    starting: null,
    working,
    runs: seen.runs + 1,
    failures: [...seen.failures, ...failures].slice(-MOST_FAILURES),
    remarks: [...seen.remarks, ...remarks].slice(-MOST_REMARKS),
  });
}

/**
 * Writes what changed onto what is kept now: a person may have gone on with it by hand meanwhile, and what was learned of the
 * commit before is then no news of it.
 */
export async function written(
  before: PullRequestLink,
  after: PullRequestLink,
  { around }: Pick<Following, 'around'>,
): Promise<PullRequestLink> {
  return around.exclusively(async () => {
    const now = (await around.links.read(before.id)) ?? before;
    const { halted, ...seen } = changedFields(before.seen, after.seen);
    const { seen: _seen, state, ...fields } = changedFields(before, after);
    const isSame = now.pushed === before.pushed || now.pushed === after.pushed;
    const next: PullRequestLink = {
      ...now,
      ...(isSame ? fields : {}),
      ...(state === undefined ? {} : { state }),
      seen: { ...now.seen, ...seen, ...(isSame && halted !== undefined ? { halted } : {}) },
    };
    if (JSON.stringify(next) !== JSON.stringify(now)) await around.links.replace(now, next);
    return next;
  });
}

function changedFields<Value extends object>(before: Value, after: Value): Partial<Value> {
  const changed: Partial<Value> = { ...after };
  for (const name in after)
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) delete changed[name];
  return changed;
}

export function withSeen(link: PullRequestLink, change: Partial<SeenThere>): PullRequestLink {
  return { ...link, seen: { ...link.seen, ...change } };
}
