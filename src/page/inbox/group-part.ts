/** One group of the inbox: its head with what can be done to the whole, and its entries. */
import type { InboxEntry, InboxKind } from '../../inbox/inbox-entry.ts';
import { plural } from '../../words/text.ts';
import type { PageCall } from '../contract.ts';
import { keyHint } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { withQuery } from '../links.ts';
import { tag } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { writeChoice, writeWhole } from './choice.ts';
import { entryLink } from './entry-link.ts';
import { KIND_WORDS } from './entry-words.ts';
import type { EntryGroup } from './group-entries.ts';

/** More of one run are on a page of their own. */
const SHOWN = 20;

export interface GroupRequest {
  readonly head: Html;
  /** All entries, not the first ones. */
  readonly isWhole: boolean;
  readonly isAside: boolean;
}

/* oxlint-disable-next-line eslint/max-params -- who asks, which group, and how */
export function groupPart(
  call: PageCall,
  { entries, run, routine }: EntryGroup,
  { head, isWhole, isAside }: GroupRequest,
): Html {
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const rest = entries.length - shown.length;
  const to = withQuery('/inbox', run === null ? { routine } : { run });
  return html`<section class="group" data-group>
    <div class="group-head">
      ${head}
      <div class="group-acts">${isAside || !call.may('/inbox/act') ? nothing : wholeButtons(shown)}</div>
    </div>
    <ol class="waiting">
      ${shown.map((entry) => row(call, entry))}
    </ol>
    ${rest > 0 && html`<p class="group-more"><a href="${to}">${plural(rest, 'more entry', 'more entries')} of this run</a></p>`}
  </section>`;
}

/** Findings and notes are taken together; what is done outside is asked for in so many words. */
function wholeButtons(entries: readonly InboxEntry[]): Html {
  const taken = entries.filter(({ kind }) => kind === 'finding' || kind === 'note');
  const asked = entries.filter(({ kind }) => kind === 'proposal');
  return html`${
    taken.length > 1 &&
    html`<button
      class="button"
      name="whole"
      value="${writeWhole(taken)}"
      data-whole
      aria-keyshortcuts="Shift+A"
      title="Accept all of this run"
    >
      Accept ${taken.length}${keyHint('A')}
    </button>`
  }${
    asked.length > 1 &&
    html`<button
      class="button"
      name="whole"
      value="${writeWhole(asked)}"
      data-confirm="Approve ${asked.length} requests? They are carried out."
    >
      Approve ${asked.length} requests
    </button>`
  }`;
}

function row({ now, may }: PageCall, entry: InboxEntry): Html {
  const { id, kind, urgency, title, why, since, until, links } = entry;
  const [word, , tone] = KIND_WORDS[kind];
  return html`<li
    data-row
    data-kind="${kind}"
    data-open="${entryLink(id)}"
    class="${urgency}"
    ${landsAt(kind, links.set)}
  >
    ${
      may('/inbox/act')
        ? html`<input
      type="checkbox"
      name="chosen"
      value="${writeChoice(entry)}"
      aria-labelledby="of-${id}"
    />`
        : html`<span></span>`
    }
    <div>
      <a id="of-${id}" href="${entryLink(id)}">${title}</a>
      <p class="quiet">
        ${ago(since, now)} · ${why}${until !== null && html` · until ${ago(until, now)}`}
      </p>
    </div>
    <span>${tag(word, tone)}${urgency === 'now' && html`<span class="unseen">, urgent</span>`}</span>
  </li>`;
}

/** `a` leads there: what lands is shown before it does. */
function landsAt(kind: InboxKind, set: string | undefined): Html {
  if (kind !== 'change-set' || set === undefined) return nothing;
  return html` data-land="${withQuery('/review/land', { what: set })}"`;
}
