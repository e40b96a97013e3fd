/** What waits for a person, by the run it came from; each is opened beside the list and decided in place. */
import { newestDecision } from '../../inbox/decisions/undo-decision.ts';
import { INBOX_KINDS, type InboxKind } from '../../inbox/inbox-entry.ts';
import { inbox, type Inbox } from '../../inbox/inbox.ts';
import { forAll } from '../../platform/many-files.ts';
import { firstLineOf } from '../../reports/first-words.ts';
import { readReport } from '../../reports/reports.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { keyHint, postButton, postForm } from '../forms.ts';
import { html, type Html, nothing } from '../html.ts';
import { routineLink, runLink, withQuery } from '../links.ts';
import { rememberCounts } from '../nav-counts.ts';
import { runTag } from '../parts/format-run.ts';
import { patientLook } from '../parts/patient-look.ts';
import { empty, filters, heading, more, troubles } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { snoozeChoice } from '../parts/until-choice.ts';
import { waitsForPerson } from '../review/outbox/show-proposal.ts';
import { KIND_WORDS } from './entry-parts.ts';
import {
  type EntryGroup,
  groupEntries,
  seenOf,
  groupPart,
  type GroupRequest,
} from './group-part.ts';

// What reports begin with, in a line each: what a card of a run says.

const MOST = 140;

/** By id of the run, hostile; those without a report are left out. */
async function firstWordsOfRuns(
  workspace: Workspace,
  runs: readonly RunView[],
): Promise<ReadonlyMap<string, string>> {
  const told = await Promise.all(
    runs.map(async (run): Promise<readonly [string, string]> => {
      const words = await readReport(workspace, run).then(
        ({ markdown }) => firstLineOf(markdown, MOST),
        () => '',
      );
      return [run.id, words];
    }),
  );
  return new Map(told.filter(([, words]) => words !== ''));
}

const ALL = 1_000_000;
/** Groups of one page. */
const GROUPS = 50;
/** Older ones are behind one line. */
const HEADS = 16;

export async function showInbox(call: PageCall): Promise<ShownPage> {
  const { workspace, query, signal } = call;
  const kind = INBOX_KINDS.find((one) => one === query.get('kind')) ?? null;
  const routine = query.get('routine');
  const run = query.get('run');
  const isAside = query.has('aside');
  const found = await inbox(workspace, {
    limit: ALL,
    setAside: isAside,
    look: patientLook(workspace.clock),
    signal,
  });
  const total = rememberCounts(workspace, found);
  const wanted = found.entries.filter(
    (entry) =>
      (kind === null || entry.kind === kind) &&
      (routine === null || entry.routine === routine) &&
      (run === null || entry.links.run === run),
  );
  const groups = groupEntries(wanted);
  const from = Number(/^\d{1,6}$/.exec(query.get('from') ?? '')?.[0] ?? 0);
  const shown = groups.slice(from, from + GROUPS);
  const asked = { kind, routine, run, aside: isAside ? '1' : null };
  const next = from + GROUPS < groups.length ? String(from + GROUPS) : null;
  const lists: Lists = { call, found, asked, shown, whole: run !== null };
  return {
    kind: 'page',
    section: 'inbox',
    title: total === 0 ? 'Inbox' : `Inbox (${total})`,
    tabCounts: {
      outbox: (await workspace.proposals.list()).filter(waitsForPerson).length,
      questions: found.counts.question,
    },
    body: html`<div id="inbox" data-fresh>
      ${heading({
        title: isAside ? 'Snoozed' : 'Inbox',
        about: aboutWords(lists, { total, wanted: wanted.length }),
        actions: await undoButton(call),
      })}${troubles(found.problems)}${narrow(lists, total)}${
        shown.length === 0 ? nothingHere(lists) : await splitPart(lists)
      }${more(next === null ? null : withQuery('/inbox', { ...asked, from: next }), 'Older runs')}
      </div>
      <dialog class="sheet" id="sheet" aria-label="The opened entry">
        <form method="dialog"><button class="button">Close</button></form>
        <div id="over" aria-live="polite"></div>
      </dialog>`,
  };
}

interface Lists {
  readonly call: PageCall;
  readonly found: Inbox;
  readonly asked: {
    readonly kind: InboxKind | null;
    readonly routine: string | null;
    readonly run: string | null;
    readonly aside: string | null;
  };
  readonly shown: readonly EntryGroup[];
  /** One run was asked for: all of it is shown. */
  readonly whole: boolean;
}

function aboutWords(
  { found, asked }: Lists,
  { total, wanted }: { readonly total: number; readonly wanted: number },
): Html {
  const { aside, informing } = found;
  if (asked.aside !== null)
    return html`Each comes back when its time is over, or when it changes ·
      <a href="/inbox">Inbox</a>`;
  const isNarrow = wanted !== total;
  return html`${total > 0 && `${plural(total, 'entry waits', 'entries wait')}, by run.`}
    ${isNarrow && html`${wanted} shown, <a href="/inbox">show all</a>. `}
    ${aside > 0 && html`<a href="/inbox?aside=1">${aside} snoozed or read</a>.`}
    ${
      informing > 0 &&
      html`<a href="/findings">${plural(informing, 'more finding')}</a> with severity info.`
    }`;
}

async function undoButton(call: PageCall): Promise<Html> {
  const newest = await newestDecision(call.workspace, call.by);
  if (newest === null) return nothing;
  return postButton(call, {
    action: '/inbox/undo',
    label: `Undo: ${oneLine(newest.said, 60)}`,
    key: 'u',
    className: 'act in-place',
  });
}

function narrow({ found, asked }: Lists, total: number): Html {
  const there = INBOX_KINDS.filter((kind) => found.counts[kind] > 0 || kind === asked.kind);
  if (there.length < 2 || asked.aside !== null) return nothing;
  return filters({
    label: 'Show',
    to: '/inbox',
    name: 'kind',
    chosen: asked.kind,
    keep: { routine: asked.routine },
    choices: [
      { label: 'All', value: null, count: total },
      ...there.map((kind) => ({
        label: KIND_WORDS[kind][1],
        value: kind,
        count: found.counts[kind],
      })),
    ],
  });
}

function nothingHere({ asked, found }: Lists): Html {
  if (asked.aside !== null)
    return empty('Nothing is snoozed.', html`What waits is in the <a href="/inbox">inbox</a>.`);
  if (found.entries.length > 0)
    return empty('Nothing of that kind waits.', html`<a href="/inbox">Show all</a>`);
  return empty(
    'Nothing waits for you.',
    html`What ran is under <a href="/runs">Runs</a>, what comes next on <a href="/">Home</a>.`,
  );
}

async function splitPart(lists: Lists): Promise<Html> {
  const { call, shown, asked } = lists;
  const runs = await runsOf(call, shown);
  const summaries = await firstWordsOfRuns(call.workspace, [...runs.values()]);
  const seen = lists.whole ? shown.map(({ entries }) => entries.length) : seenOf(shown);
  const parts = shown.map((group, at) =>
    groupPart(call, group, {
      ...groupHead(call, group, runs.get(group.run ?? '')),
      summary: saysItself(group) ? undefined : summaries.get(group.run ?? ''),
      first: seen[at] ?? 0,
      isAside: asked.aside !== null,
    }),
  );
  const older = shown.slice(HEADS);
  const groups = html`${parts.slice(0, HEADS)}${
    older.length > 0 &&
    html`<details class="folded" id="older-groups">
      <summary>${plural(older.length, 'older group')} with ${plural(sumOf(older), 'entry', 'entries')}</summary>
      ${parts.slice(HEADS)}
    </details>`
  }`;
  return html`<div class="inbox-split">
    ${postForm(call, {
      action: asked.aside === null ? '/inbox/act' : '/inbox/back',
      className: 'inbox-form in-place',
      body: html`${asked.aside === null ? bulkBar() : backBar()}${groups}`,
      otherwise: html`<div class="inbox-form">${groups}</div>`,
    })}
    <aside class="beside" id="beside" aria-label="The opened entry" aria-live="polite">
      <p class="quiet">Choose an entry to see it here.</p>
    </aside>
  </div>`;
}

/** Its one entry is the report, which is called by its first words. */
function saysItself({ entries }: EntryGroup): boolean {
  return entries.length === 1 && entries[0]?.kind === 'report';
}

async function runsOf(
  { workspace }: PageCall,
  groups: readonly EntryGroup[],
): Promise<ReadonlyMap<string, RunView>> {
  const ids = groups.flatMap(({ run }) => run ?? []);
  const read = await forAll(ids, (id) => workspace.runs.read(id).catch(() => null));
  return new Map(
    read.flatMap((run) => {
      const view = run === null ? null : toRunView(run);
      return view === null ? [] : [[view.id, view] as const];
    }),
  );
}

function sumOf(groups: readonly EntryGroup[]): number {
  return groups.reduce((sum, { entries }) => sum + entries.length, 0);
}

function groupHead(
  { now }: PageCall,
  { run, routine }: EntryGroup,
  view: RunView | undefined,
): Pick<GroupRequest, 'name' | 'to' | 'line'> {
  const to = run !== null ? runLink(run) : routine === null ? null : routineLink(routine);
  const line =
    view === undefined
      ? nothing
      : html`<span class="group-line"
          >${runTag(view)}<span class="quiet">${ago(view.endedAt ?? view.startedAt, now)}</span></span
        >`;
  return { name: routine ?? 'Of no run', to, line };
}

/** For what is selected; by key also for the one that is opened. */
function bulkBar(): Html {
  // Enter in the field presses the first button, which must be the one that needs the field.
  return html`<div class="bulk" role="toolbar" aria-label="Decide on the selected entries">
      <label class="select-all" hidden><input type="checkbox" data-select-all /> All</label>
      <span class="selected quiet" data-selected aria-live="polite"></span>
      <label class="unseen" for="bulk-words">Reason, required to dismiss</label
      ><input id="bulk-words" name="words" maxlength="500" placeholder="Reason" autocomplete="off" />
      <span class="bulk-acts"
        >${bulkButton('decline', 'Dismiss', 'd')}${snoozeChoice(bulkButton('snooze', 'Snooze', 's'))}${bulkButton('accept', 'Accept', 'a')}</span
      >
    </div>
    <p class="key-line">
      <span><kbd>j</kbd> <kbd>k</kbd> move</span><span><kbd>x</kbd> select</span
      ><span><kbd>?</kbd> all keys</span>
    </p>`;
}

function bulkButton(act: 'accept' | 'decline' | 'snooze', label: string, key: string): Html {
  return html`<button
    class="button ${act === 'accept' && 'primary'}"
    name="act"
    value="${act}"
    data-bulk="${act}"
    aria-keyshortcuts="${key}"
  >
    ${label}${keyHint(key)}
  </button>`;
}

function backBar(): Html {
  return html`<div class="bulk">
    <label class="select-all" hidden><input type="checkbox" data-select-all /> All</label>
    <span class="selected quiet" data-selected aria-live="polite"></span>
    <button class="button" data-bulk="back" aria-keyshortcuts="b">Bring back${keyHint('b')}</button>
  </div>`;
}
