/** All that runs found, known again from one to the next. */
import { decideFindings, reopenFindings } from '../../inbox/decisions/decide.ts';
import { snoozeEnd, snoozeWords } from '../../inbox/decisions/snooze.ts';
import { findFinding } from '../../ledger/decide-findings.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { listFindings, branchesFor } from '../../review/list-findings.ts';
import { AppError } from '../../words/errors.ts';
import { type Finding, SEVERITIES } from '../../words/finding.ts';
import { isRoutineId, madeAt, shortIdOf } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { branchLink, itemLink, routineLink, runLink, withQuery } from '../links.ts';
import {
  bodyOf,
  decideForm,
  findingRows,
  findingTag,
  findingWord,
  severityTag,
  verdictWords,
} from '../parts/finding-rows.ts';
import { markdown } from '../parts/markdown.ts';
import { empty, facts, filters, heading, more, section } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const SHOWN = 50;
/** Each finding is in one of them. */
const VIEWS: Readonly<Record<string, readonly ReturnType<typeof findingWord>[]>> = {
  open: ['open', 'back'],
  accepted: ['accepted'],
  aside: ['dismissed', 'snoozed'],
  gone: ['gone', 'left out'],
};

export async function showFindings(call: PageCall): Promise<ShownPage> {
  const { workspace, query } = call;
  const asked = query.get('show') ?? 'open';
  const chosen = asked === 'all' || VIEWS[asked] !== undefined ? asked : 'open';
  const of = query.get('routine') ?? '';
  const routine = isRoutineId(of) ? of : null;
  const severity = SEVERITIES.find((one) => one === query.get('severity')) ?? null;
  const { findings: listed, total } = await listFindings(workspace, {
    routine,
    states: null,
    since: null,
    severity,
  });
  const isIn = (finding: Finding, view: string): boolean =>
    view === 'all' || VIEWS[view]?.includes(findingWord(finding)) === true;
  const findings = listed.filter((finding) => isIn(finding, chosen));
  const countOf = (view: string): number => listed.filter((finding) => isIn(finding, view)).length;
  const from = Math.max(0, Number.parseInt(query.get('from') ?? '0', 10) || 0);
  const keep = { routine, severity, show: chosen };
  return {
    kind: 'page',
    section: 'findings',
    title: 'Findings',
    body: html`${heading({
      title: 'Findings',
      about: routine !== null && html`Of ${routine} · <a href="/findings">of all routines</a>`,
    })}
    ${filterBar({ chosen, routine, severity, countOf })}
    ${
      findings.length === 0
        ? total === 0
          ? empty('There are no findings yet.', 'Runs report them.')
          : empty('No finding matches these filters.')
        : findingRows(call, findings.slice(from, from + SHOWN))
    }${more(
      from + SHOWN < findings.length
        ? withQuery('/findings', { ...keep, from: String(from + SHOWN) })
        : null,
      'More',
    )}`,
  };
}

function filterBar(now: {
  readonly chosen: string;
  readonly routine: string | null;
  readonly severity: Finding['severity'] | null;
  readonly countOf: (view: string) => number;
}): Html {
  const { chosen, routine, severity, countOf } = now;
  return html`<div class="filter-bar">
    ${filters({
      label: 'Show',
      to: '/findings',
      name: 'show',
      chosen,
      keep: { routine, severity },
      choices: [
        { label: 'Open', value: 'open' },
        { label: 'Accepted', value: 'accepted' },
        { label: 'Dismissed or snoozed', value: 'aside' },
        { label: 'Gone or left out', value: 'gone' },
        { label: 'All', value: 'all' },
      ].map((one) => ({ ...one, count: countOf(one.value) })),
    })}${filters({
      label: 'Severity at least',
      to: '/findings',
      name: 'severity',
      chosen: severity,
      keep: { routine, show: chosen },
      choices: [
        { label: 'Any', value: null },
        ...SEVERITIES.slice(1).map((one) => ({ label: one, value: one })),
      ],
    })}
  </div>`;
}

const KINDS = { accept: 'accepted', dismiss: 'dismissed', snooze: 'snoozed' } as const;
const KIND_WORDS = { accept: 'Accepted', dismiss: 'Dismissed', snooze: 'Snoozed' } as const;

export async function decideFinding({ workspace, form, by, now }: ActionCall): Promise<Acted> {
  const [ids, reason, at] = [
    [form.need('id')],
    oneLine(form.text('reason'), 500),
    now.toISOString(),
  ];
  const kind = form.need('kind');
  if (kind === 'reopen') {
    const [finding] = await reopenFindings(workspace, { ids, said: { by, at, reason } });
    return { to: null, notice: `Taken back: ${finding?.title ?? ids.join()}` };
  }
  if (kind !== 'accept' && kind !== 'dismiss' && kind !== 'snooze') throw noKind(kind);
  const until = kind === 'snooze' ? snoozeEnd(form.text('until'), now) : null;
  const verdict = { kind: KINDS[kind], reason, by, at, until };
  const [finding] = await decideFindings(workspace, { ids, verdict });
  const word = `${KIND_WORDS[kind]}${until === null ? '' : ` ${snoozeWords(until)}`}`;
  return { to: null, notice: `${word}: ${finding?.title ?? ids.join()}` };
}

function noKind(kind: string): AppError {
  return new AppError('usage', {
    code: 'no-kind',
    message: `"${oneLine(kind, 40)}" is nothing that can be said of a finding`,
    hint: 'It is accepted, dismissed or snoozed.',
  });
}

// One finding, opened.
export async function showFinding(call: PageCall): Promise<ShownPage> {
  const { workspace, params, now } = call;
  const stored = await findFinding(workspace, params['id'] ?? '');
  const finding = { ...stored, state: stateAt(stored, now.toISOString()) };
  const branches = await branchesFor(workspace, finding).catch(() => []);
  const { title, severity, location } = finding;
  const body = bodyOf(finding);
  return {
    kind: 'page',
    section: 'findings',
    title,
    body: html`${heading({
      title: html`${title} ${findingTag(finding)} ${severityTag(severity)}`,
      about: location !== null && html`<code>${location.path}:${location.line}</code>`,
      actions: decideForm(call, finding),
    })}${factsOf(finding, now)}${body !== '' && markdown(body)}${
      branches.length > 0 &&
      section({
        title: 'Branches that deal with it',
        body: html`<ul class="rows">
          ${branches.map(
            (branch) =>
              html`<li data-row>
                <a href="${branchLink(branch)}"><code>${branch}</code></a>
              </li>`,
          )}
        </ul>`,
      })
    }${runsOf(finding, now)}`,
  };
}

function factsOf({ id, routine, firstSeen, lastSeen, item, verdict }: Finding, now: Date): Html {
  return facts([
    ['Finding', html`<code>${id}</code>`],
    ['Routine', html`<a href="${routineLink(routine)}">${routine}</a>`],
    ['First seen', ago(firstSeen, now)],
    ['Last seen', ago(lastSeen, now)],
    ['Item', item === null ? null : html`<a href="${itemLink(item)}">${item}</a>`],
    ['Decision', verdict === null ? null : verdictWords(verdict, now)],
  ]);
}

function runsOf({ runs }: Finding, now: Date): Html {
  return section({
    title: 'Runs that reported it',
    count: runs.length,
    body: html`<ul class="rows">
      ${runs
        .slice(-20)
        .toReversed()
        .map(
          (id) =>
            html`<li data-row>
              <a href="${runLink(id)}"><code>${shortIdOf(id)}</code></a>
              <span class="quiet">${ago(madeAt(id).toISOString(), now)}</span>
            </li>`,
        )}
    </ul>`,
  });
}
