/** All that runs found, known again from one to the next. */
import { decideFindings, reopenFindings } from '../../inbox/decisions/decide.ts';
import { findFinding } from '../../ledger/decide-findings.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { listFindings, branchesFor } from '../../review/list-findings.ts';
import { AppError } from '../../words/errors.ts';
import { type Finding, type FindingState, SEVERITIES } from '../../words/finding.ts';
import { isRoutineId } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { withQuery, branchLink, runLink } from '../links.ts';
import { findingRows } from '../parts/finding-rows.ts';
import { empty, filters, heading, more, section } from '../parts/pieces.ts';

const SHOWN = 50;
const OPEN: readonly FindingState[] = ['new', 'known', 'regressed'];
const VIEWS: Readonly<Record<string, readonly FindingState[]>> = {
  open: OPEN,
  new: ['new', 'regressed'],
  aside: ['dismissed', 'snoozed'],
  resolved: ['resolved'],
};

export async function showFindings(call: PageCall): Promise<ShownPage> {
  const { workspace, query } = call;
  const chosen = query.get('show') ?? 'open';
  const asked = query.get('routine') ?? '';
  const routine = isRoutineId(asked) ? asked : null;
  const severity = SEVERITIES.find((one) => one === query.get('severity')) ?? null;
  const states = VIEWS[chosen];
  const { findings, total, setAside } = await listFindings(workspace, {
    routine,
    states: states === undefined ? null : new Set(states),
    since: null,
    severity,
  });
  const from = Math.max(0, Number.parseInt(query.get('from') ?? '0', 10) || 0);
  const keep = { routine, severity, show: chosen };
  return {
    kind: 'page',
    section: 'findings',
    title: 'Findings',
    body: html`${heading({
      title: 'Findings',
      about: html`${plural(total, 'finding')} in all, ${setAside} set
      aside${routine !== null && html` · of ${routine}, <a href="/findings">of all</a>`}`,
    })}
    ${filterBar({ chosen, routine, severity })}
    ${
      findings.length === 0
        ? empty('No finding is like that.', total === 0 ? 'Runs report them; none has yet.' : null)
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
}): Html {
  const { chosen, routine, severity } = now;
  return html`<div class="filter-bar">
    ${filters({
      label: 'Show',
      to: '/findings',
      name: 'show',
      chosen,
      keep: { routine, severity },
      choices: [
        { label: 'Open', value: 'open' },
        { label: 'New', value: 'new' },
        { label: 'Set aside', value: 'aside' },
        { label: 'Resolved', value: 'resolved' },
        { label: 'All', value: 'all' },
      ],
    })}${filters({
      label: 'At least',
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

const SNOOZE_MS = 30 * 86_400_000;
const KINDS = { accept: 'accepted', dismiss: 'dismissed', snooze: 'snoozed' } as const;

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
  const until = kind === 'snooze' ? new Date(now.getTime() + SNOOZE_MS).toISOString() : null;
  const verdict = { kind: KINDS[kind], reason, by, at, until };
  const [finding] = await decideFindings(workspace, { ids, verdict });
  return { to: null, notice: `${verdict.kind}: ${finding?.title ?? ids.join()}` };
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
  const runs = finding.runs.slice(-20).toReversed();
  return {
    kind: 'page',
    section: 'findings',
    title: finding.title,
    body: html`${heading({ title: finding.title, about: html`<a href="/findings">All findings</a>` })}
      <div class="opened">${findingRows(call, [finding])}</div>
      ${
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
      }${section({
        title: 'Runs that reported it',
        count: finding.runs.length,
        body: html`<ul class="rows">
          ${runs.map(
            (id) =>
              html`<li data-row>
                <a href="${runLink(id)}"><code>${id}</code></a>
              </li>`,
          )}
        </ul>`,
      })}`,
  };
}
