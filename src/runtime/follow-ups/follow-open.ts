/** One round over all open pull requests of a workspace. */
import { connectionsOf } from '../../connections/pull-requests/connections-of.ts';
import { shownLink } from '../../connections/pull-requests/follow-up.ts';
import { pullRequestPlace } from '../../connections/pull-requests/pull-request-place.ts';
import { forgeOpener } from '../../connectors/open-forge.ts';
import type { Forge } from '../../forges/contract.ts';
import type { PullRequestLink } from '../../words/pull-request.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { formatFailure, followPullRequest } from './follow-pull-request.ts';
import type { Following } from './following.ts';

interface FollowedRound {
  readonly said: readonly string[];
  /** By id: whether something was new, and when the forge wants to be asked again at the earliest; ms since 1970. */
  readonly looks: ReadonlyMap<string, Look>;
}

interface Look {
  readonly moved: boolean;
  readonly notBefore: number;
}

export interface FollowRequest extends Pick<Following, 'start' | 'probe'> {
  readonly workspace: Workspace;
  /** Kept between rounds, so that what has not changed is not sent again. */
  readonly forges: Map<string, Forge>;
  /** Which are due. Default: all that are open. */
  readonly isDue?: (link: PullRequestLink) => boolean;
}

export async function followOpen(request: FollowRequest): Promise<FollowedRound> {
  const { workspace, isDue = () => true } = request;
  const { pullRequests } = workspace.review;
  const said: string[] = [];
  const looks = new Map<string, Look>();
  for (const listed of (await pullRequests.list()).filter(isDue)) {
    // Those before it took their time.
    const link = await pullRequests.read(listed.id);
    if (link?.state.kind !== 'open') continue;
    try {
      const one = await inspectOne(link, request);
      said.push(...one.said);
      looks.set(link.id, one.look);
    } catch (thrown) {
      // The others are none the worse for it.
      const words = thrown instanceof Error ? thrown.message : String(thrown);
      said.push(`${shownLink(link)} could not be looked at: ${oneLine(words, 300)}`);
      looks.set(link.id, { moved: false, notBefore: 0 });
    }
  }
  return { said, looks };
}

async function inspectOne(
  link: PullRequestLink,
  request: FollowRequest,
): Promise<{ readonly said: readonly string[]; readonly look: Look }> {
  const { workspace, start, probe } = request;
  const forge = await forgeFor(link, request);
  if ('whyNot' in forge)
    return { said: [`${link.url}: ${forge.whyNot}`], look: { moved: false, notBefore: 0 } };
  const followed = await followPullRequest(link, {
    workspace,
    forge,
    around: pullRequestPlace(workspace),
    ...(start === undefined ? {} : { start }),
    ...(probe === undefined ? {} : { probe }),
  });
  const { failure } = followed;
  // A token that was changed is read again.
  if (failure?.kind === 'log-in') request.forges.clear();
  return {
    said: [...followed.said, ...(failure === null ? [] : [formatFailure(link, failure)])],
    look: {
      moved: withoutLook(followed.link) !== withoutLook(link),
      notBefore: failure?.kind === 'limited' ? Date.parse(failure.until) : 0,
    },
  };
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
