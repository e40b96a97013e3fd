/** A person words an act on an item otherwise before approving it. */
import { assertNever, AppError } from '../../words/errors.ts';
import type { ItemActProposal, Proposal } from '../../words/proposal.ts';
import { oneLine } from '../../words/text.ts';
import { proposalHash, editProposal } from '../proposal-program.ts';
import { summaryOf } from '../proposal-summary.ts';

interface Change {
  readonly title?: string;
  readonly body?: string;
  readonly ref?: string;
}

interface Edit {
  readonly change: Change;
  readonly seen: string;
  readonly by: string;
  readonly at: string;
}

/** Throws `usage` for words that do not fit. */
export function editedAct(proposal: ItemActProposal, edit: Edit): ItemActProposal {
  const { change, seen, by, at } = edit;
  if (change.ref !== undefined) throw badEdit('it has no --ref');
  const core = { seen, by, at };
  switch (proposal.type) {
    case 'comment': {
      const payload = {
        ...proposal.payload,
        body: onlyBody(change, proposal.payload.body, 20_000),
      };
      return editProposal(proposal, {
        ...core,
        payload,
        ...told({ type: proposal.type, payload }),
      });
    }
    case 'close-item': {
      const reason = oneLine(onlyBody(change, proposal.payload.reason, 1_000), 1_000);
      const payload = { ...proposal.payload, reason };
      return editProposal(proposal, {
        ...core,
        payload,
        ...told({ type: proposal.type, payload }),
      });
    }
    case 'update-item': {
      const title =
        change.title === undefined ? proposal.payload.title : checkedTitle(change.title);
      const body = change.body === undefined ? proposal.payload.body : bounded(change.body, 20_000);
      const payload = { ...proposal.payload, title, body };
      return editProposal(proposal, {
        ...core,
        payload,
        ...told({ type: proposal.type, payload }),
      });
    }
    default:
      return assertNever(proposal);
  }
}

function told(content: Parameters<typeof summaryOf>[0]): {
  readonly hash: string;
  readonly summary: string;
} {
  return { hash: proposalHash(content.type, content.payload), summary: summaryOf(content) };
}

function onlyBody(change: Change, before: string, max: number): string {
  if (change.title !== undefined) throw badEdit('it has no title: it has a text');
  const text = bounded(change.body ?? before, max);
  if (text.trim() === '') throw badEdit('it needs a text');
  return text;
}

function checkedTitle(text: string): string {
  const flat = oneLine(text, 301);
  if (flat === '' || flat.length > 300) throw badEdit('a title has 1 to 300 characters');
  return flat;
}

function bounded(text: string, max: number): string {
  if (text.length > max) throw badEdit(`its text has at most ${max} characters`);
  return text;
}

function badEdit(message: string): AppError {
  return new AppError('usage', { code: 'bad-edit', message, hint: '' });
}

// What a person changes of a proposal in an editor, and reads back from it. Pure.

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
