/** A proposal as a person decides on it: every field of what would be done, and where. */
import type { ProposalLook } from '../../connections/requests/inspect-proposal.ts';
import type { IssuePreview } from '../../connections/requests/preview-issue.ts';
import type { PushPreview } from '../../connections/requests/preview-push.ts';
import { requestWord } from '../../connectors/registry.ts';
import { assertNever } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import type { Proposal, ItemActProposal } from '../../words/proposal.ts';
import type { PullRequestPayload } from '../../words/pull-request.ts';
import { oneLine, plural } from '../../words/text.ts';

type Field = readonly [label: string, value: string | null];

export function proposalFields(look: ProposalLook, now: Date): readonly Field[] {
  const { proposal, from, duplicates } = look;
  const { id, state, decision, applying, versions = [] } = proposal;
  return [
    ['request', id],
    ['state', applying?.outcome ? `${state}: ${oneLine(applying.outcome, 500)}` : state],
    ...contentFields(proposal),
    ['run', `${shortIdOf(proposal.run)} of ${proposal.routine}`],
    ['engine', from?.engine ?? null],
    ['began by', from === null ? null : `${from.trigger}, slot ${from.slot}`],
    [
      'untrusted',
      from === null || from.untrusted.length === 0
        ? null
        : `others wrote what it was fed: ${from.untrusted.join('; ')}`,
    ],
    ['report', from?.reportPath ?? null],
    ['since', relativeTime(proposal.createdAt, now)],
    [
      'perhaps',
      duplicates.map(({ id: other, title, why }) => `${other} ${title} (${why})`).join('\n'),
    ],
    [
      'edited',
      versions
        .map(
          ({ editedBy, at, hash }) =>
            `by ${editedBy}, ${relativeTime(at, now)}; before: ${hash.slice(0, 12)}`,
        )
        .join('\n'),
    ],
    [
      'decided',
      decision === null ? null : `${state} by ${decision.by}, ${relativeTime(decision.at, now)}`,
    ],
    ['reason', decision?.reason ?? null],
    ['tries', applying === undefined ? null : String(applying.tries)],
    ['content', proposal.hash],
  ];
}

export function pushFields(push: PushPreview): readonly Field[] {
  const { url, ref, from, to, outcome, commits, files } = push;
  const what =
    outcome.kind === 'push'
      ? 'this is pushed; hooks of this repository are not run'
      : outcome.kind === 'there'
        ? 'nothing: it is there already'
        : `nothing: ${outcome.why}`;
  return [
    ['would happen', what],
    ['to', url ?? 'nowhere: no such remote'],
    ['ref', ref],
    ['value', `${from === null ? 'none' : from.slice(0, 12)} -> ${to.slice(0, 12)}`],
    ['same there', push.sameThere.join(', ')],
    [plural(commits.length, 'commit'), commits.map(commitLines).join('\n')],
    ['they close or mention', push.words.join('\n')],
    [plural(files.length, 'file'), `+${push.insertions} -${push.deletions}\n${files.join('\n')}`],
    ['protected', push.protectedFiles.join('\n')],
  ];
}

function commitLines({ sha, subject, body }: PushPreview['commits'][number]): string {
  const lines = body === '' ? [] : body.split('\n').map((line) => `  ${line}`);
  return [`${sha.slice(0, 10)} ${subject}`, ...lines].join('\n');
}

/** All of it as plain text, for a pager; the caller cleans it. */
export function proposalText(look: ProposalLook, now: Date): string {
  const { proposal, push, issue } = look;
  const fields = [
    ...proposalFields(look, now),
    ...(push === null ? [] : pushFields(push)),
    ...(issue === null ? [] : issueFields(issue)),
  ];
  const { type, payload } = proposal;
  const body = type === 'file-item' || type === 'pull-request' ? `\n${payload.body}\n` : '';
  const lines = fields.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [`${label}: ${value.replaceAll('\n', '\n  ')}`],
  );
  return `${lines.join('\n')}\n${body}`;
}

function contentFields(proposal: Proposal): readonly Field[] {
  switch (proposal.type) {
    case 'push-branch': {
      const { branch, remote, ref, url } = proposal.payload;
      return [
        ['what', `push ${branch} to ${remote} as ${ref}`],
        ['proposed for', url],
      ];
    }
    case 'file-item': {
      const { key, title, findings, tracker } = proposal.payload;
      const where =
        tracker === undefined
          ? 'in the tracker of this workspace'
          : `as an issue of ${tracker.repository} (${tracker.connection})`;
      return [
        ['what', `file the item ${key} ${where}`],
        ['title', title],
        ['findings', findings.join('\n')],
      ];
    }
    case 'pull-request':
      return pullRequestFields(proposal.payload);
    case 'comment':
    case 'update-item':
    case 'close-item':
      return itemActFields(proposal);
    default:
      return assertNever(proposal);
  }
}

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

// What to do with an item, and with its issue.
function itemActFields(proposal: ItemActProposal): readonly Field[] {
  switch (proposal.type) {
    case 'comment':
      return [
        ['what', `comment on the item ${proposal.payload.item}`],
        ['text', proposal.payload.body],
      ];
    case 'update-item':
      return [
        ['what', `word the item ${proposal.payload.item} otherwise; what is not named stays`],
        ['title', proposal.payload.title],
        ['text', proposal.payload.body],
      ];
    case 'close-item':
      return [
        ['what', `close the item ${proposal.payload.item} as ${proposal.payload.how}`],
        ['because', proposal.payload.reason],
      ];
    default:
      return assertNever(proposal);
  }
}

export function issueFields({
  repository,
  name,
  url,
  title,
  body,
  labels,
}: IssuePreview): readonly Field[] {
  if (name !== null)
    return [
      ['issue', name],
      ['at', url],
    ];
  return [
    ['would happen', `one issue of ${repository} is made, unless it has one for this already`],
    ['issue title', title],
    ['labels', labels.join(', ')],
    ['issue text', body],
  ];
}
