/** One round over all open pull requests of a workspace. */
import type { PullRequestLink } from '../../domain/pull-request/pull-request.ts';
import type { Forge } from '../../forges/contract.ts';
import { forgeOpener } from '../../forges/open-forge.ts';
import type { Workspace } from '../contract.ts';
import { connectionsOf } from './connections-of.ts';
import { failureWords, followPullRequest } from './follow-pull-request.ts';
import type { Following } from './following.ts';
import { pullRequestPlace } from './pull-request-place.ts';

export interface FollowedRound {
  readonly said: readonly string[];
  /** By id: whether something was new, and when the forge wants to be asked again at the earliest; ms since 1970. */
  readonly looks: ReadonlyMap<string, { readonly moved: boolean; readonly notBefore: number }>;
}

export interface FollowRequest extends Pick<Following, 'start' | 'probe'> {
  readonly workspace: Workspace;
  /** Kept between rounds, so that what has not changed is not sent again. */
  readonly forges: Map<string, Forge>;
  /** Which are due. Default: all that are open. */
  readonly isDue?: (link: PullRequestLink) => boolean;
}

export async function followOpen(request: FollowRequest): Promise<FollowedRound> {
  const { workspace, isDue = () => true, start, probe } = request;
  const links = await workspace.review.pullRequests.list();
  const said: string[] = [];
  const looks = new Map<string, { moved: boolean; notBefore: number }>();
  const around = pullRequestPlace(workspace);
  for (const link of links.filter(({ state }) => state.kind === 'open').filter(isDue)) {
    const forge = await forgeFor(link, request);
    if ('whyNot' in forge) {
      said.push(`${link.url}: ${forge.whyNot}`);
      looks.set(link.id, { moved: false, notBefore: 0 });
      continue;
    }
    const look = await followPullRequest(link, {
      workspace,
      forge,
      around,
      ...(start === undefined ? {} : { start }),
      ...(probe === undefined ? {} : { probe }),
    });
    said.push(...look.said);
    const { failure } = look;
    if (failure !== null) said.push(failureWords(link, failure));
    // A token that was changed is read anew.
    if (failure?.kind === 'log-in') request.forges.clear();
    const moved = withoutLook(look.link) !== withoutLook(link);
    const notBefore = failure?.kind === 'limited' ? Date.parse(failure.until) : 0;
    looks.set(link.id, { moved, notBefore });
  }
  return { said, looks };
}

function withoutLook({ seen: { lookedAt: _at, ...seen }, ...link }: PullRequestLink): string {
  return JSON.stringify({ ...link, seen });
}

/** With the connections that its run was admitted with; where it knew none, with those of now. */
async function forgeFor(
  { forge, newest }: PullRequestLink,
  { workspace, forges }: FollowRequest,
): Promise<Forge | { readonly whyNot: string }> {
  const key = `${forge.via} ${forge.api} ${forge.repository}`;
  const known = forges.get(key);
  if (known !== undefined) return known;
  const { env, clock, redactor } = workspace;
  const ofRun = (await workspace.runs.read(newest))?.spec.settings.connections ?? [];
  const isKnown = ofRun.some(({ name }) => name === forge.via);
  const connections = isKnown ? ofRun : await connectionsOf(workspace).catch(() => []);
  const opened = await forgeOpener(connections, { env, clock, learn: redactor.learn })(forge);
  if (!('whyNot' in opened)) forges.set(key, opened);
  return opened;
}
