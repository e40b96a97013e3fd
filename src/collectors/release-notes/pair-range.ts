/** The range of a deployment that an event told of: names from outside, of commits or of versions. */
import { resolveCommit } from '../../git/resolve-commit.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { DeploymentPair } from '../../words/slot.ts';
import { oneLine } from '../../words/text.ts';
import {
  assertDeepEnough,
  rangeOfDeployment,
  rememberedBefore,
  type DeployedRange,
  type RangeRequest,
} from './choose-range.ts';
import { releaseTags } from './release-tags.ts';
import type { DeploymentMemory } from './remember-release.ts';

/**
 * From what was deployed before to what is deployed now. Where the event knows of nothing before, what the last good
 * run saw, else the last release. Throws `deployment-unknown` for a name that this repository does not have.
 * @param name under which the deployment is remembered and told: a ref, or the environment
 */
export async function pairRange(
  request: RangeRequest,
  { name, pair }: { readonly name: string; readonly pair: DeploymentPair },
  memory: DeploymentMemory | null,
): Promise<DeployedRange> {
  const deployed = await commitOf(request, pair, pair.deployed);
  const previous =
    pair.previous === null
      ? await rememberedBefore(request, deployed, memory)
      : await commitOf(request, pair, pair.previous);
  const seen = memory?.deployed === deployed && memory.previous === previous;
  return rangeOfDeployment(request, {
    ref: oneLine(name, 120),
    previous,
    deployed,
    checkedBy: seen ? memory.run : null,
  });
}

/** Nothing that git would take for an option, a range or a search. */
const PLAIN = /^[0-9A-Za-z](?!.*(?:\.\.|@\{))[\w./+@-]{0,199}$/;

async function commitOf(
  request: RangeRequest,
  pair: DeploymentPair,
  name: string,
): Promise<CommitSha> {
  const found = PLAIN.test(name) ? await resolve(request, name) : null;
  if (found !== null) return found;
  await assertDeepEnough(request, oneLine(name, 80));
  throw new AppError('missing', {
    code: 'deployment-unknown',
    message: `the deployment to ${oneLine(pair.environment, 80)} names \`${oneLine(name, 80)}\`, which is not a commit, tag or version of this repository`,
    hint: 'Fetch what was deployed (git fetch --tags), then let the run be tried again.',
  });
}

/** `v1.2.0`, `1.2.0` of the tag `v1.2.0`, a commit or the beginning of one, a branch. */
async function resolve(
  { git, tags, pattern }: RangeRequest,
  name: string,
): Promise<CommitSha | null> {
  const tagged = await resolveCommit(git, `refs/tags/${name}`);
  if (tagged !== null) return tagged;
  const versioned = releaseTags(tags, pattern).findLast(
    ({ version }) => version === name.replace(/^v(?=[0-9])/i, ''),
  );
  return (
    versioned?.commit ??
    (await resolveCommit(git, name)) ??
    (await resolveCommit(git, `refs/remotes/origin/${name}`))
  );
}
