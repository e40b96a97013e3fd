/** What a person does with comments. */
import { addComment } from '../../../review/add-comment.ts';
import type { CommentRequest } from '../../../review/contract.ts';
import { settleComment } from '../../../review/settle-comment.ts';
import { sendComments } from '../../../runtime/send-comments.ts';
import { AppError } from '../../../words/errors.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { oneLine } from '../../../words/text.ts';
import type { Acted, ActionCall, Form } from '../../contract.ts';
import { branchLink, runLink } from '../../links.ts';

export async function actComment({ workspace, by, form }: ActionCall): Promise<Acted> {
  const branch = form.need('branch');
  const { id } = await addComment(workspace, {
    what: branch,
    by,
    text: form.need('text'),
    place: placeOf(form),
  });
  return {
    to: `${branchLink(branch)}#${encodeURIComponent(id)}`,
    notice: `Comment ${id} is written down. It goes out when you send them.`,
  };
}

export async function actSend({ workspace, by, form }: ActionCall): Promise<Acted> {
  const run = await sendComments(workspace, { what: form.need('what'), by });
  return { to: runLink(run.id), notice: `Sent: run ${shortIdOf(run.id)} works on them.` };
}

export async function actSettle({ workspace, by, form }: ActionCall): Promise<Acted> {
  const remove = form.has('remove');
  const { id } = await settleComment(workspace, {
    id: form.need('id'),
    remove,
    by,
    reason: form.text('reason'),
  });
  return { to: null, notice: remove ? `Comment ${id} is removed.` : `Comment ${id} is settled.` };
}

/** `null`: on the branch as a whole. */
function placeOf(form: Form): CommentRequest['place'] {
  const path = form.text('path');
  if (path === '') return null;
  const lines = /^(\d{1,8})(?:-(\d{1,8}))?$/.exec(form.text('lines'));
  if (lines === null) {
    throw new AppError('usage', {
      code: 'bad-lines',
      message: `"${oneLine(form.text('lines'), 40)}" names no lines of ${oneLine(path, 100)}`,
      hint: 'Write one line, such as 12, or several, such as 12-15.',
    });
  }
  const from = Number(lines[1]);
  const to = Math.max(from, Number(lines[2] ?? lines[1]));
  return { path, side: form.text('side') === 'old' ? 'old' : 'new', from, to };
}
