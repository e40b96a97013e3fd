/** What needs a person, most urgent first. */
import { INBOX_KINDS, type InboxEntry, type InboxKind } from '../../inbox/inbox-entry.ts';
import { inbox, type Inbox } from '../../inbox/inbox.ts';
import { bringBack, setAside } from '../../inbox/marks.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import {
  findingLink,
  messageLink,
  path,
  proposalLink,
  runLink,
  safeUrl,
  setLink,
  withQuery,
} from '../links.ts';
import { patientLook } from '../parts/patient-look.ts';
import { empty, filters, heading, more, tag, troubles, type Tone } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const SHOWN = 50;

const KIND_WORDS: Readonly<Record<InboxKind, readonly [one: string, many: string, tone: Tone]>> = {
  question: ['question', 'Questions', 'warn'],
  'failed-run': ['failed run', 'Failed runs', 'bad'],
  message: ['message', 'Messages', 'bad'],
  finding: ['finding', 'Findings', 'plain'],
  proposal: ['proposal', 'Proposals', 'plain'],
  'pull-request': ['pull request', 'Pull requests', 'plain'],
  'change-set': ['change set', 'Change sets', 'busy'],
  report: ['report', 'Reports', 'good'],
  note: ['note', 'Notes', 'quiet'],
};

export async function showInbox(call: PageCall): Promise<ShownPage> {
  const { workspace, query, signal } = call;
  const kind = INBOX_KINDS.find((one) => one === query.get('kind')) ?? null;
  const after = query.get('after');
  const isAside = query.get('aside') !== null;
  const found = await inbox(workspace, {
    limit: SHOWN,
    setAside: isAside,
    ...(kind === null ? {} : { kinds: [kind] }),
    ...(after === null ? {} : { after }),
    look: patientLook(workspace.clock),
    signal,
  });
  const total = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
  return {
    kind: 'page',
    section: 'inbox',
    title: total === 0 ? 'Inbox' : `Inbox (${total})`,
    body: isAside
      ? asideBody(call, found)
      : html`${heading({ title: 'Inbox', about: aboutWords(found, total) })}${troubles(
          found.problems,
        )}${kindFilters(found, kind, total)}${
          found.entries.length === 0 ? nothingHere(kind) : list(call, found.entries, laterButton)
        }${more(found.next === null ? null : withQuery('/', { kind, after: found.next }), 'More')}`,
  };
}

function aboutWords({ filed, aside }: Inbox, total: number): Html {
  return html`${total === 0 ? 'Nothing waits for you.' : `${total} wait for you.`}
    <a href="/runs">${filed} ended ${filed === 1 ? 'run' : 'runs'}</a>
    ${filed === 1 ? 'needs' : 'need'} no action${aside > 0 && html`, <a href="/?aside=1">${aside} set aside</a>`}.`;
}

function asideBody(call: PageCall, { entries, problems, next }: Inbox): Html {
  const older = next === null ? null : withQuery('/', { aside: '1', after: next });
  return html`${heading({ title: 'Set aside', about: html`Comes back by itself the next day, or when it changes · <a href="/">Inbox</a>` })}${troubles(
    problems,
  )}${
    entries.length === 0
      ? empty('Nothing is set aside.', html`What waits is in the <a href="/">inbox</a>.`)
      : list(call, entries, backButton)
  }${more(older, 'More')}`;
}

function kindFilters({ counts }: Inbox, chosen: InboxKind | null, total: number): Html {
  const there = INBOX_KINDS.filter((kind) => counts[kind] > 0 || kind === chosen);
  if (there.length < 2) return html``;
  return filters({
    label: 'Show',
    to: '/',
    name: 'kind',
    chosen,
    choices: [
      { label: 'All', value: null, count: total },
      ...there.map((kind) => ({ label: KIND_WORDS[kind][1], value: kind, count: counts[kind] })),
    ],
  });
}

function nothingHere(kind: InboxKind | null): Html {
  return kind === null
    ? empty(
        'Nothing waits for you.',
        html`What ran is under <a href="/runs">Runs</a>, what comes next on the
          <a href="/board">board</a>.`,
      )
    : empty(`No ${KIND_WORDS[kind][0]} waits.`);
}

type EntryButton = (call: PageCall, entry: InboxEntry) => Html;

function list(call: PageCall, entries: readonly InboxEntry[], button: EntryButton): Html {
  return html`<ol class="entries">
    ${entries.map((entry) => row(call, entry, button))}
  </ol>`;
}

function row(call: PageCall, entry: InboxEntry, button: EntryButton): Html {
  const { kind, urgency, title, why, since, until, routine } = entry;
  const [word, , tone] = KIND_WORDS[kind];
  return html`<li data-row class="entry ${urgency}">
    <div class="entry-kind">
      ${tag(word, tone)}${urgency === 'now' && html`<span class="unseen">, urgent</span>`}
    </div>
    <div class="entry-main">
      <a href="${linkOf(entry)}">${title}</a>
      <p class="quiet">${why}${until !== null && html` · until ${ago(until, call.now)}`}</p>
    </div>
    <div class="entry-side quiet">
      ${routine !== null && html`<span>${routine}</span>`}<span>${ago(
        since,
        call.now,
      )}</span>${button(call, entry)}
    </div>
  </li>`;
}

function laterButton(call: PageCall, { id, stamp }: InboxEntry): Html {
  return postButton(call, {
    action: '/inbox/aside',
    fields: { id, stamp },
    label: 'Later',
    key: 's',
  });
}

function backButton(call: PageCall, { id }: InboxEntry): Html {
  return postButton(call, {
    action: '/inbox/back',
    fields: { id },
    label: 'Bring back',
    key: 'b',
  });
}

function linkOf({ kind, links }: InboxEntry): string {
  if (links.finding !== undefined) return findingLink(links.finding);
  if (links.proposal !== undefined) return proposalLink(links.proposal);
  if (links.pullRequest !== undefined) return safeUrl(links.url ?? '') ?? '/outbox';
  if (links.set !== undefined) return setLink(links.set);
  if (links.note !== undefined) return path('notes', links.note);
  if (links.message !== undefined) return messageLink(links.message);
  if (links.run !== undefined)
    return kind === 'report' ? `${runLink(links.run)}#report` : runLink(links.run);
  return '/';
}

const DAY_MS = 86_400_000;

/** Until tomorrow, or until it changes. */
export async function setEntryAside({ workspace, form, by, now }: ActionCall): Promise<Acted> {
  const entry = { id: form.need('id'), stamp: form.text('stamp') };
  await setAside(workspace, { entry, until: new Date(now.getTime() + DAY_MS).toISOString(), by });
  return { to: null, notice: 'Set aside until tomorrow, or until it changes.' };
}

export async function bringEntryBack({ workspace, form }: ActionCall): Promise<Acted> {
  await bringBack(workspace, form.need('id'));
  return { to: null, notice: 'It waits in the inbox again.' };
}
