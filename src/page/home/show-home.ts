/** How the night was, at one look: what ran and comes, what waits, what failed, what was spent. */
import { readStatus, type WorkspaceStatus } from '../../daemon/read-status.ts';
import type { InboxEntry, InboxKind } from '../../inbox/inbox-entry.ts';
import { inbox, type Inbox } from '../../inbox/inbox.ts';
import type { MorningAct } from '../../inbox/morning/morning-keys.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { hasFailed } from '../../words/run-outcome.ts';
import { plural } from '../../words/text.ts';
import { formatDollar } from '../../words/usage.ts';
import type { PageCall, ShownMove, ShownPage } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { writeChoice, entryLink } from '../inbox/entry-parts.ts';
import { setLink, withQuery } from '../links.ts';
import { rememberCounts } from '../nav-counts.ts';
import { patientLook } from '../parts/patient-look.ts';
import { card, empty, heading, STILL_LOOKING, tag, troubles } from '../parts/pieces.ts';
import { withoutCommands } from '../parts/plain-hint.ts';
import { ago } from '../parts/times.ts';
import { beginning, LISTED, notActiveLine } from './begin.ts';
import { readNight, type Night, timeline } from './timeline.ts';

const MOST = 1_000_000;
/** In place of a number that is not known yet. */
const UNKNOWN = '…';

export async function showHome(call: PageCall): Promise<ShownPage | ShownMove> {
  const moved = oldAddress(call);
  if (moved !== null) return moved;
  const { workspace, now, signal } = call;
  const [night, status, waiting] = await Promise.all([
    readNight(workspace, now),
    readStatus(workspace),
    inbox(workspace, { limit: MOST, look: patientLook(workspace.clock), signal }),
  ]);
  const total = rememberCounts(workspace, waiting);
  const seen: Seen = { night, status, waiting, total, now };
  if (night.routines === 0 && night.lanes.length === 0 && total + waiting.filed === 0)
    return beginning(call, night, [...status.problems, ...waiting.problems]);
  return {
    kind: 'page',
    section: 'home',
    title: 'Home',
    body: html`<div id="home" data-fresh>
        ${heading({ title: greeting(now), about: sentence(seen) })}${troubles([
          ...status.problems,
          ...waiting.problems.filter((line) => line !== STILL_LOOKING),
        ])}${numbers(seen)}${notActiveLine(night)}${card({
          title: `Last and next 24 hours, ${hostTimezone()}`,
          aside: night.routines > 0 && html`<a href="/routines">Pause…</a>`,
          className: 'span-12',
          body: night.lanes.length === 0 ? noLanes() : timeline(night, now),
        })}
        <div class="cards">${waitingCard(call, seen)}${readyCard(seen)}</div>
      </div>
      <div class="cards plots" data-load="/home/plots"><a href="/home/plots">Show plots</a></div>`,
  };
}

interface Seen {
  readonly night: Night;
  readonly status: WorkspaceStatus;
  readonly waiting: Inbox;
  readonly total: number;
  readonly now: Date;
}

/** The inbox was here before, with its filters. */
function oldAddress({ query }: PageCall): ShownMove | null {
  if (!['kind', 'after', 'aside'].some((name) => query.has(name))) return null;
  const kept = { kind: query.get('kind'), aside: query.get('aside') };
  return { kind: 'move', to: withQuery('/inbox', kept) };
}

function greeting(now: Date): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: hostTimezone(),
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(now),
  );
  if (hour >= 3 && hour < 12) return 'Good morning';
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** `3 routines ran in the last 24 hours. 1 run failed. 12 things wait for you.` */
function sentence({ night, total, waiting }: Seen): string {
  const ran = night.lanes.filter(({ runs }) => runs.length > 0).length;
  const failed = failedRuns(night);
  const missed = missedSlots(night);
  const branches = waiting.counts['change-set'];
  return [
    ran === 0
      ? 'Nothing ran in the last 24 hours.'
      : `${plural(ran, 'routine')} ran in the last 24 hours.`,
    failed > 0 ? failedWords(night) : ran > 0 ? 'No run failed.' : '',
    missed > 0 ? `${plural(missed, 'slot was', 'slots were')} missed.` : '',
    total === 0
      ? isLooking(waiting)
        ? ''
        : 'Nothing waits for you.'
      : `${plural(total, 'thing waits', 'things wait')} for you${
          branches > 0
            ? `, ${branches} of them ${branches === 1 ? 'a change' : 'changes'} to review`
            : ''
        }.`,
  ]
    .filter((one) => one !== '')
    .join(' ');
}

/** The inbox has one entry a routine. */
function failedWords(night: Night): string {
  const failing = night.lanes.filter(({ runs }) => runs.some(hasFailed));
  const [only] = failing;
  const of =
    failing.length === 1 && only !== undefined ? only.routine : plural(failing.length, 'routine');
  return `${plural(failedRuns(night), 'run')} of ${of} failed.`;
}

/** Of branches: then the numbers that they are part of are not known either. */
function isLooking({ problems }: Inbox): boolean {
  return problems.includes(STILL_LOOKING);
}

function failedRuns({ lanes }: Night): number {
  return lanes.flatMap(({ runs }) => runs).filter(hasFailed).length;
}

function missedSlots({ lanes }: Night): number {
  return lanes.reduce((sum, { missed }) => sum + missed.length, 0);
}

function numbers({ night, status, waiting, total }: Seen): Html {
  const running = status.runs.filter(({ state }) => state === 'running').length;
  const { counts } = waiting;
  return html`<ul class="stats">
    ${stat({ to: '/inbox', count: isLooking(waiting) ? null : total, label: 'waiting', tone: 'plain' })}${stat(
      {
        to: '/review',
        count: isLooking(waiting) ? null : counts['change-set'],
        label: 'to review',
        tone: 'plain',
      },
    )}${stat({
      to: '/inbox?kind=question',
      count: counts.question,
      label: 'questions',
      tone: 'warn',
    })}${stat({
      to: '/runs?show=failed',
      count: failedRuns(night),
      label: 'failed',
      tone: 'bad',
    })}${stat({ to: '/status', count: missedSlots(night), label: 'missed', tone: 'warn' })}${stat({
      to: '/runs',
      count: running,
      label: 'running now',
      tone: 'plain',
    })}${spend(status)}
  </ul>`;
}

function stat(of: {
  readonly to: string;
  /** `null`: not known yet. */
  readonly count: number | null;
  readonly label: string;
  readonly tone: 'plain' | 'bad' | 'warn';
}): Html {
  const { to, count, label, tone } = of;
  return html`<li>
    <a href="${to}"><b class="${count === 0 || count === null ? 'none' : tone}">${count ?? UNKNOWN}</b> <span>${label}</span></a>
  </li>`;
}

function spend({ usage }: WorkspaceStatus): Html {
  if (usage === null) return nothing;
  const { usd, usdPerDay } = usage;
  // Most run agents that cost nothing, or tell no price: a nought would be a figure that says nothing.
  if (usd === 0 && usdPerDay === null) return nothing;
  const share = usdPerDay === null || usdPerDay === 0 ? null : Math.min(1, usd / usdPerDay);
  return html`<li class="spend">
    <a href="/home/plots#cost"
      ><b>${formatDollar(usd)}</b>
      <span>${usdPerDay === null ? 'spent today, no budget' : `of ${formatDollar(usdPerDay)} today`}</span
      >${
        share !== null &&
        html`<svg class="meter" width="100%" height="5" aria-hidden="true">
          <rect width="100%" height="5" rx="2.5" class="meter-ground" />
          <rect
            width="${Math.round(share * 100)}%"
            height="5"
            rx="2.5"
            class="meter-fill ${share >= 0.9 ? 'bad' : ''}"
          />
        </svg>`
      }</a
    >
  </li>`;
}

function noLanes(): Html {
  return empty(
    'Nothing ran and nothing is scheduled within a day.',
    html`<a href="/routines">Routines</a> lists them; run one, or give one a schedule.`,
  );
}

function waitingCard(call: PageCall, { waiting, total }: Seen): Html {
  const entries = waiting.entries.filter(({ kind }) => kind !== 'change-set').slice(0, LISTED);
  const others = total - waiting.counts['change-set'] - entries.length;
  return card({
    title: 'Waiting for you',
    aside: html`<a href="/inbox">Open inbox</a>`,
    className: 'span-7',
    body:
      entries.length === 0
        ? isLooking(waiting)
          ? html`<p class="quiet">${STILL_LOOKING}</p>`
          : empty('The inbox is empty.')
        : html`<ol class="brief-rows">
            ${entries.map((entry) => waitingRow(call, entry))}${
              others > 0 && html`<li class="quiet"><a href="/inbox">${others} more</a></li>`
            }
          </ol>`,
  });
}

function waitingRow(call: PageCall, entry: InboxEntry): Html {
  const { now } = call;
  const { title, why, routine, since, kind, urgency } = entry;
  const tone =
    kind === 'failed-run' || kind === 'message' ? 'bad' : urgency === 'now' ? 'warn' : 'plain';
  return html`<li data-row>
    <div>
      <a href="${entryLink(entry.id)}">${title}</a>
      <p class="quiet">${routine !== null && html`${routine} · `}${ago(since, now)} · ${withoutCommands(why)}</p>
    </div>
    <div class="row-acts">
      ${tag(kind.replaceAll('-', ' '), tone)}${bestAct(call, entry)}
    </div>
  </li>`;
}

/** The one thing that most do with it; everything else is a click away. */
function bestAct(call: PageCall, entry: InboxEntry): Html {
  const best = BEST[entry.kind];
  if (best === undefined) return nothing;
  return postButton(call, {
    action: '/inbox/act',
    fields: { chosen: writeChoice(entry), act: best.act },
    className: 'act in-place',
    label: best.label,
  });
}

const BEST: Partial<Record<InboxKind, { readonly act: MorningAct; readonly label: string }>> = {
  finding: { act: 'accept', label: 'Accept' },
  'failed-run': { act: 'edit', label: 'Run again' },
};

function readyCard({ waiting, now }: Seen): Html {
  const sets = waiting.entries.filter(({ kind }) => kind === 'change-set');
  return card({
    title: 'To review',
    aside: html`<a href="/review">All ${isLooking(waiting) ? UNKNOWN : sets.length}</a>`,
    className: 'span-5',
    body:
      sets.length === 0
        ? isLooking(waiting)
          ? html`<p class="quiet">${STILL_LOOKING}</p>`
          : empty('No branch waits.', 'A run that changes files leaves a branch; it appears here.')
        : html`<ol class="brief-rows">
            ${sets.slice(0, LISTED).map(
              ({ title, why, routine, since, links }) =>
                html`<li data-row>
                  <div>
                    <a href="${links.set === undefined ? '/review' : setLink(links.set)}">${title}</a>
                    <p class="quiet">
                      ${routine !== null && html`${routine} · `}${ago(since, now)} · ${why}
                    </p>
                  </div>
                  <div class="row-acts">
                    <a
                      class="button"
                      href="${links.set === undefined ? '/review' : setLink(links.set)}"
                      >Review</a
                    >
                  </div>
                </li>`,
            )}
          </ol>`,
  });
}
