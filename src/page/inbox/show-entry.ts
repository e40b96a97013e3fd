/** One waiting entry, opened: what it is, what stands behind it, and what can be said to it. */
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { AppError } from '../../words/errors.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { postForm } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { routineLink, runLink, withQuery } from '../links.ts';
import { patientLook } from '../parts/patient-look.ts';
import { tag } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { writeChoice } from './choice.ts';
import { entryBody } from './entry-body.ts';
import { subjectLink } from './entry-link.ts';
import { acceptWord, declineNeedsReason, declineWord, KIND_WORDS } from './entry-words.ts';

const ALL = 1_000_000;

export async function showEntry(call: PageCall): Promise<ShownFragment> {
  const { workspace, query, now, signal } = call;
  const id = query.get('id') ?? '';
  const { entries } = await inbox(workspace, {
    limit: ALL,
    look: patientLook(workspace.clock),
    signal,
  });
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) throw notWaiting();
  const { title, kind, routine, since, why, links } = entry;
  const [word, , tone] = KIND_WORDS[kind];
  // Its forms lead back to the list, wherever it was opened.
  const back = { ...call, url: '/inbox' };
  return {
    kind: 'fragment',
    section: 'inbox',
    body: html`<article class="opened-entry" data-entry="${id}">
      <p class="crumbs">
        ${tag(word, tone)} ${routine !== null && html`<a href="${routineLink(routine)}">${routine}</a> · `}${
          links.run !== undefined && html`<a href="${runLink(links.run)}">run</a> · `
        }${ago(since, now)}
      </p>
      <h2 class="entry-title"><a href="${subjectLink(entry)}">${title}</a></h2>
      <p class="quiet">${why}</p>
      ${actsOf(back, entry)}${await entryBody(back, entry)}
    </article>`,
  };
}

/** As the keys of the list; each counts for what is shown here. */
function actsOf(call: PageCall, entry: InboxEntry): Html {
  const { kind, id } = entry;
  return postForm(call, {
    action: '/inbox/act',
    fields: { chosen: writeChoice(entry) },
    className: 'act entry-acts in-place',
    body: html`${
      declineNeedsReason(kind) &&
      html`<label class="unseen" for="why-${id}">Why, needed to ${declineWord(kind)}</label
        ><input id="why-${id}" name="words" maxlength="500" placeholder="Why" autocomplete="off" />`
    }${
      declineWord(kind) !== acceptWord(kind) &&
      html`<button class="button" name="act" value="decline">${declineWord(kind)}</button>`
    }<button class="button" name="act" value="snooze">Snooze</button>${
      kind === 'failed-run' &&
      html`<button class="button" name="act" value="edit">Run again</button>`
    }${acceptPart(entry)}`,
  });
}

/** A branch lands on a page of its own, and a question has its answers below. */
function acceptPart(entry: InboxEntry): Html {
  const { kind, links } = entry;
  if (kind === 'question') return nothing;
  return kind === 'change-set' && links.set !== undefined
    ? html`<a class="button primary" href="${withQuery('/review/land', { what: links.set })}"
          >Land…</a
        ><a class="button" href="${subjectLink(entry)}">Open review</a>`
    : html`<button class="button primary" name="act" value="accept">${acceptWord(kind)}</button>`;
}

function notWaiting(): AppError {
  return new AppError('not-found', {
    code: 'entry-unknown',
    message: 'that does not wait any more',
    hint: 'It was decided, or it changed: open the inbox again.',
  });
}
