import { requestWord } from '../connectors/registry.ts';
import { assertNever } from '../words/errors.ts';
import type { Proposal } from '../words/proposal.ts';
import type { PullRequestPayload } from '../words/pull-request.ts';
import { oneLine } from '../words/text.ts';
import { actSummary } from './requests/item-act.ts';

type Content = Proposal extends infer One
  ? One extends Proposal
    ? Pick<One, 'type' | 'payload'>
    : never
  : never;

/** One line for lists. */
export function summaryOf(content: Content): string {
  switch (content.type) {
    case 'file-item': {
      const { key, title, tracker } = content.payload;
      const where = tracker === undefined ? '' : ` (to ${tracker.connection})`;
      return oneLine(`${key}${where} ${title}`, 120);
    }
    case 'push-branch': {
      const { branch, remote, ref } = content.payload;
      return oneLine(`push ${branch} to ${remote}/${ref}`, 200);
    }
    case 'pull-request':
      return pullRequestSummary(content.payload);
    case 'comment':
    case 'update-item':
    case 'close-item':
      return actSummary(content);
    default:
      return assertNever(content);
  }
}

function pullRequestSummary({ title, ref, base, forge, from, draft }: PullRequestPayload): string {
  const what = requestWord(forge);
  const verb = from === null ? `open a ${draft ? 'draft ' : ''}${what}` : `update the ${what}`;
  return oneLine(`${verb} of ${ref} into ${base}: ${title}`, 200);
}
