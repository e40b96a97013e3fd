import type { PullRequestPayload } from './pull-request.ts';
import { oneLine } from './text.ts';

/** One line for lists. */
export function pullRequestSummary({
  title,
  ref,
  base,
  forge,
  from,
  draft,
}: PullRequestPayload): string {
  const what = forge.kind === 'gitlab' ? 'merge request' : 'pull request';
  const verb = from === null ? `open a ${draft ? 'draft ' : ''}${what}` : `update the ${what}`;
  return oneLine(`${verb} of ${ref} into ${base}: ${title}`, 200);
}
