/** What to do with an item, and with its issue. */
import type { IssuePreview } from '../../connections/requests/preview-issue.ts';
import { assertNever } from '../../words/errors.ts';
import type { ItemActProposal } from '../../words/proposal.ts';

type Field = readonly [label: string, value: string | null];

export function itemActFields(proposal: ItemActProposal): readonly Field[] {
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
