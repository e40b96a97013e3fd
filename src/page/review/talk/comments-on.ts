/** Comments where they stand in a diff. */
import { addComment } from '../../../review/add-comment.ts';
import type { PlacedComment, CommentRequest } from '../../../review/contract.ts';
import { listComments } from '../../../review/list-comments.ts';
import { settleComment } from '../../../review/settle-comment.ts';
import { sendComments } from '../../../runtime/send-comments.ts';
import { AppError } from '../../../words/errors.ts';
import { groupBy } from '../../../words/group-by.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { LineComment } from '../../../words/review/line-comment.ts';
import { oneLine } from '../../../words/text.ts';
import type { PageCall, Acted, ActionCall, Form } from '../../contract.ts';
import { postButton } from '../../forms.ts';
import { html, trusted, type Html } from '../../html.ts';
import { branchLink, runLink } from '../../links.ts';
import type { DiffSubject } from '../diff/diff-subject.ts';
import { noneBelow, type BelowLine } from '../diff/diff-view.ts';
import { visibleText } from '../diff/visible-text.ts';
import { when } from '../parts/when.ts';

/**
 * Places each comment: in the diff that it was written on, at its original line; in the diff of the newest tip, where its
 * lines are now. In any other diff its place is unknown.
 */
export async function commentsOn(call: PageCall, { branch, tip }: DiffSubject): Promise<BelowLine> {
  if (branch === null || branch === '') return noneBelow;
  const comments = await branchComments(call, branch);
  const placed = groupBy(
    comments
      .filter(({ comment }) => comment.state.kind !== 'settled')
      .flatMap((one): readonly PlacedComment[] => {
        if (one.tip === tip) return [one];
        return one.comment.tip === tip ? [{ ...one, anchor: { kind: 'same' } }] : [];
      }),
    (one) => keyOf(one) ?? '',
  );
  if (placed.size === 0) return noneBelow;
  return (file, line) => {
    const here = [
      ...(line.new === null ? [] : (placed.get(`new:${line.new}:${file.path}`) ?? [])),
      ...(line.old === null ? [] : (placed.get(`old:${line.old}:${file.from ?? file.path}`) ?? [])),
      ...(line.old === null || file.from === null
        ? []
        : (placed.get(`old:${line.old}:${file.path}`) ?? [])),
    ];
    return here.length === 0 ? null : html`${here.map((one) => commentCard(call, one, 'line'))}`;
  };
}

/** On the branch, and on the ones before it that it continues from; none where nothing was ever said. */
export async function branchComments(
  { workspace }: PageCall,
  branch: string,
): Promise<readonly PlacedComment[]> {
  const known = await workspace.review.comments.list();
  if (known.length === 0) return [];
  return listComments(workspace, { what: branch });
}

/** The line below which it stands; `null`: on none that is still there. */
function keyOf({ comment, anchor }: PlacedComment): string | null {
  const { place } = comment;
  if (place === null || anchor.kind === 'stale') return null;
  if (anchor.kind === 'moved') return `${place.side}:${anchor.to}:${anchor.path}`;
  return `${place.side}:${place.to}:${place.path}`;
}

// One comment: who said what, where it stands now, and what can be done with it.

/** @param where `line`: below the lines that it is on; `list`: with its place, and the lines where they are gone */
export function commentCard(call: PageCall, placed: PlacedComment, where: 'line' | 'list'): Html {
  const { comment } = placed;
  const { id, by, at, text, state } = comment;
  return html`<article class="comment ${state.kind}" ${where === 'list' && html` id="${id}"`}>
    <p class="comment-head">
      <b>${by}</b> ${when(call.now, at)}
      <span class="tag${state.kind === 'draft' ? ' warn' : ''}">${STATES[state.kind]}</span>
      <code>${id}</code>${where === 'list' ? html` ${formatPlace(placed)}` : movedWords(placed)}${earlierWords(placed)}
    </p>
    <p class="comment-text">${text}</p>
    ${where === 'list' && snippet(placed)}${buttons(call, comment)}
  </article>`;
}

const STATES: Readonly<Record<LineComment['state']['kind'], string>> = {
  draft: 'not sent',
  sent: 'sent',
  settled: 'settled',
};

function formatPlace({ comment: { place }, anchor }: PlacedComment): Html {
  if (place === null) return html`<span class="quiet">on the whole</span>`;
  const lines = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);
  const was = `${place.path}:${lines(place.from, place.to)}`;
  if (anchor.kind === 'same')
    return html`<code>${was}</code>${place.side === 'old' && ' before the change'}`;
  if (anchor.kind === 'moved')
    return html`<code>${anchor.path}:${lines(anchor.from, anchor.to)}</code>
      <span class="tag">moved from ${was}</span>`;
  return html`<code>${was}</code> <span class="tag warn">those lines are gone</span>`;
}

/** Below its line what matters is that it was written elsewhere. */
function movedWords({ comment: { place }, anchor }: PlacedComment): Html | null {
  if (place === null || anchor.kind !== 'moved') return null;
  return html` <span class="tag">was on ${place.path}:${place.from}</span>`;
}

function earlierWords({ comment, tip, changed }: PlacedComment): Html | null {
  if (tip === null || comment.tip === tip) return null;
  const since = SINCE[changed];
  return html` <span class="tag${changed === 'lines' ? ' good' : ''}" title="written on ${comment.tip.slice(0, 9)} of ${comment.branch}">${since}</span>`;
}

const SINCE: Readonly<Record<PlacedComment['changed'], string>> = {
  lines: 'those lines changed since',
  near: 'changed near it since',
  nothing: 'as it was since',
  unknown: 'on an earlier state',
};

function snippet({ comment: { place }, anchor }: PlacedComment): Html | null {
  if (place === null || anchor.kind !== 'stale') return null;
  return html`<pre class="snippet">
${trusted(place.snippet.split('\n').slice(0, 20).map(visibleText).join('\n'))}</pre>`;
}

function buttons(call: PageCall, { id, branch, state }: LineComment): Html | null {
  if (state.kind === 'settled') return html`<p class="quiet">${state.by}: ${state.how}</p>`;
  const back = { ...call, url: branchLink(branch) };
  const button = (label: string, remove: boolean): Html =>
    postButton(back, {
      action: '/review/settle',
      fields: { id, ...(remove ? { remove: '1' } : {}) },
      label,
    });
  return html`<div class="actions small">
    ${state.kind === 'sent' && button('Settled', false)}${button('Remove', true)}
  </div>`;
}

// What a person does with comments.
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
