/** One comment: who said what, where it stands now, and what can be done with it. */
import type { PlacedComment } from '../../../review/contract.ts';
import type { LineComment } from '../../../words/review/line-comment.ts';
import type { PageCall } from '../../contract.ts';
import { postButton } from '../../forms.ts';
import { html, trusted, type Html } from '../../html.ts';
import { branchLink } from '../../links.ts';
import { visibleText } from '../diff/visible-text.ts';
import { when } from '../parts/when.ts';

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
