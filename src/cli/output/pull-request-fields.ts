import { requestWord } from '../../connectors/request-words.ts';
import type { PullRequestPayload } from '../../words/pull-request.ts';
import { plural } from '../../words/text.ts';

/** Everything that an approval binds. */
export function pullRequestFields(
  payload: PullRequestPayload,
): readonly (readonly [string, string | null])[] {
  const {
    branch,
    remote,
    ref,
    from,
    url,
    forge,
    base,
    title,
    draft,
    labels,
    reviewers,
    item,
    follow,
  } = payload;
  const what = requestWord(forge);
  return [
    [
      'what',
      from === null
        ? `push ${branch} to ${remote} as ${ref}, and open a ${draft ? 'draft ' : ''}${what}`
        : `push ${branch} onto ${remote}/${ref} from ${from.slice(0, 12)}, and continue with its ${what}`,
    ],
    ['at', forge.repository === '' ? null : `${forge.repository}, by the connection ${forge.via}`],
    ['into', base],
    ['title', title],
    ['labels', labels.join(', ')],
    ['reviewers', reviewers.join(', ')],
    ['item', item],
    [
      'covers too',
      follow === null
        ? null
        : `up to ${plural(follow.max, 'further run')} of its routine, for failed ${follow.on.join(' and ')}; each goes onto the same branch, never by force`,
    ],
    ['proposed for', url],
  ];
}
