/** What a person changes of a proposal in an editor, and reads back from it. Pure. */
import { assertNever } from '../../words/errors.ts';
import type { Proposal } from '../../words/proposal.ts';

/** Of an item title and text; of a push the name there; of others their words. */
export function editableWords(proposal: Proposal): string {
  switch (proposal.type) {
    case 'push-branch':
      return proposal.payload.ref;
    case 'file-item':
    case 'pull-request':
      return `${proposal.payload.title}\n\n${proposal.payload.body}`;
    case 'update-item':
      return `${proposal.payload.title ?? ''}\n\n${proposal.payload.body ?? ''}`;
    case 'comment':
      return proposal.payload.body;
    case 'close-item':
      return proposal.payload.reason;
    default:
      return assertNever(proposal);
  }
}

/** What was written, as the change that it asks for. */
export function formatChangeFrom(
  proposal: Proposal,
  text: string,
): { readonly title?: string; readonly body?: string; readonly ref?: string } {
  switch (proposal.type) {
    case 'push-branch':
      return { ref: text.trim() };
    case 'file-item':
    case 'pull-request':
      return titleAndBody(text);
    case 'update-item': {
      const { title, body } = titleAndBody(text);
      // What it leaves as it is stays left as it is.
      return {
        ...(proposal.payload.title === null && title === '' ? {} : { title }),
        ...(proposal.payload.body === null && body === '' ? {} : { body }),
      };
    }
    case 'comment':
    case 'close-item':
      return { body: text.trim() };
    default:
      return assertNever(proposal);
  }
}

/** The first line is the title; what follows an empty line is the body. */
function titleAndBody(text: string): { readonly title: string; readonly body: string } {
  const [title = '', ...rest] = text.split('\n');
  return { title: title.trim(), body: rest.join('\n').replace(/^\n+/, '').trimEnd() };
}
