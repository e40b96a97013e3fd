/** One group of the inbox: its head with what can be done to the whole, and its entries. */
import type { InboxEntry, InboxKind } from '../../inbox/inbox-entry.ts';
import { groupBy } from '../../words/group-by.ts';
import type { RunId } from '../../words/ids.ts';
import { plural } from '../../words/text.ts';
import type { PageCall } from '../contract.ts';
import { keyHint } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { withQuery } from '../links.ts';
import { tag } from '../parts/pieces.ts';
import { withoutCommands } from '../parts/plain-hint.ts';
import { ago } from '../parts/times.ts';
import { writeChoice, writeWhole, entryLink, KIND_WORDS } from './entry-parts.ts';

export interface GroupRequest {
  /** Of the run, or of the routine where it came from none. */
  readonly name: string;
  /** Where that leads; `null`: nowhere. */
  readonly to: string | null;
  /** How and when the run ended. */
  readonly line: Html;
  /** What the report begins with, hostile. */
  readonly summary: string | undefined;
  /** So many entries are seen at once, the others when they are unfolded. 0: the whole group is folded. */
  readonly first: number;
  readonly isAside: boolean;
}

export function groupPart(call: PageCall, group: EntryGroup, request: GroupRequest): Html {
  const { entries } = group;
  const { name, to, line, summary, first, isAside } = request;
  const id = `of-${group.run ?? name}`;
  const acts = html`<div class="group-acts">
    ${isAside || !call.may('/inbox/act') ? nothing : wholeButtons(entries)}
  </div>`;
  const said = summary !== undefined && html`<p class="said quiet">${summary}</p>`;
  const link = (text: string): Html =>
    to === null ? html`${text}` : html`<a href="${to}">${text}</a>`;
  if (first === 0)
    return html`<details class="group folded" data-group id="${id}">
      <summary class="group-head">
        <h2>${name}</h2>
        ${line}<span class="count">${plural(entries.length, 'entry', 'entries')}</span>
      </summary>
      <div class="group-head">${to !== null && link(group.run === null ? 'Open the routine' : 'Open the run')}${said}${acts}</div>
      ${listOf(call, entries)}
    </details>`;
  const rest = entries.slice(first);
  return html`<section class="group" data-group>
    <div class="group-head">
      <h2>${link(name)}</h2>
      ${line}${said}${acts}
    </div>
    ${listOf(call, entries.slice(0, first))}${
      rest.length > 0 &&
      html`<details class="folded" id="${id}">
        <summary>and ${rest.length} more<span class="unseen"> of ${name}</span></summary>
        ${listOf(call, rest)}
      </details>`
    }
  </section>`;
}

function listOf(call: PageCall, entries: readonly InboxEntry[]): Html {
  return html`<ol class="waiting">
    ${entries.map((entry) => row(call, entry))}
  </ol>`;
}

/** Findings and notes are taken together; what is done outside is asked for in so many words. */
function wholeButtons(entries: readonly InboxEntry[]): Html {
  const taken = entries.filter(({ kind }) => kind === 'finding' || kind === 'note');
  const asked = entries.filter(({ kind }) => kind === 'proposal');
  return html`${
    taken.length > 0 &&
    entries.length > 1 &&
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
        ${ago(since, now)} · ${withoutCommands(why)}${until !== null && html` · until ${ago(until, now)}`}
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

// Waiting entries by the run they came from. Pure.
export interface EntryGroup {
  /** `null`: they came from no run. */
  readonly run: RunId | null;
  readonly routine: string | null;
  readonly entries: readonly InboxEntry[];
}

/** The newest run first, then what came from no run; in a group as they were. */
export function groupEntries(entries: readonly InboxEntry[]): readonly EntryGroup[] {
  const keyOf = ({ links, routine }: InboxEntry): string => links.run ?? ` ${routine ?? ''}`;
  return [...groupBy(entries, keyOf)]
    .toSorted(([a], [b]) => (a < b ? 1 : a > b ? -1 : 0))
    .map(([, own]) => ({
      run: own[0]?.links.run ?? null,
      routine: own[0]?.routine ?? null,
      entries: own,
    }));
}

/** Entries that are seen at once; the others are folded, so that a long list is still one that a person looks over. */
const SEEN = 20;
/** Of one group, where there are many. */
const SEEN_OF_ONE = 4;

/** How many entries of each group are seen at once, newest first; 0: its head alone. Pure. */
export function seenOf(groups: readonly Pick<EntryGroup, 'entries'>[]): readonly number[] {
  const share = Math.max(SEEN_OF_ONE, Math.floor(SEEN / Math.max(1, groups.length)));
  let left = SEEN;
  return groups.map(({ entries: { length } }) => {
    if (left <= 0) return 0;
    // A line that says "and 1 more" is as high as that one.
    const seen = length <= share + 1 ? length : share;
    left -= seen;
    return seen;
  });
}
