import { formatBranchVerdict } from '../../ledger/branch-verdicts.ts';
import { findFinding } from '../../ledger/decide-findings.ts';
import { isLeftOut, stateAt } from '../../ledger/finding-life.ts';
import { formatEvent, formatPlace, verdictClause } from '../../ledger/format-finding.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { branchesFor, branchVerdictsOf } from '../../review/list-findings.ts';
import type { Finding } from '../../words/finding.ts';
import { shortIdOf } from '../../words/ids.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import type { BranchVerdict } from '../../words/review/branch-verdict.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** Of a text that some agent wrote: what a person reads on a screen. The whole is in --json. */
const MAX_BODY_LINES = 30;
const MAX_BODY = 4_000;
const MAX_EVENTS = 30;

export async function findingsShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const stored = await findFinding(workspace, call.words[0] ?? '');
  const now = call.clock.now();
  const finding = { ...stored, state: stateAt(stored, now.toISOString()) };
  const branches = await branchesFor(workspace, finding);
  const verdicts = await branchVerdictsOf(workspace, stored, branches);
  if (call.json) {
    writeJson(call.terminal, { ...finding, branches, branchVerdicts: verdicts });
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`${page.paint('strong', finding.id)}  ${oneLine(finding.title, 300)}`);
  page.line();
  page.fields(mainFields(finding, { branches, verdicts, now }));
  writeBody(page, finding);
  writeLife(page, finding);
  return 0;
}

function mainFields(
  finding: Finding,
  {
    branches,
    verdicts,
    now,
  }: {
    readonly branches: readonly string[];
    readonly verdicts: readonly BranchVerdict[];
    readonly now: Date;
  },
): readonly (readonly [string, string | null])[] {
  const { verdict, runs, aliases = [] } = finding;
  const last = runs.at(-1);
  const zone = hostTimezone();
  const when = (instant: string): string =>
    `${localTime(instant, zone)} (${relativeTime(instant, now)})`;
  return [
    ['state', isLeftOut(finding) ? 'left out by the settings of the routine' : finding.state],
    ['severity', finding.severity],
    ['routine', finding.routine],
    ['where', finding.location === null ? null : formatPlace(finding)],
    ['first seen', when(finding.firstSeen)],
    ['last seen', when(finding.lastSeen)],
    ['resolved', finding.resolvedAt === null ? null : when(finding.resolvedAt)],
    [
      'runs',
      last === undefined ? null : `${plural(runs.length, 'run')}, the last one ${shortIdOf(last)}`,
    ],
    ['verdict', verdictClause(finding, now.toISOString())],
    ['by', verdict === null ? null : `${oneLine(verdict.by, 80)}, ${when(verdict.at)}`],
    ['reason', verdict === null ? null : oneLine(verdict.reason, 1_000)],
    ['item', finding.item],
    [
      'branch',
      branches.length === 0 ? null : `${branches.join(', ')} (says that it deals with it)`,
    ],
    [
      'decided',
      verdicts
        .map((one) => `${oneLine(one.branch, 120)} ${oneLine(formatBranchVerdict(one), 300)}`)
        .join('\n'),
    ],
    ['fingerprint', oneLine(finding.fingerprint, 200)],
    ['known as', aliases.length === 0 ? null : aliases.map(aliasWords).join('\n')],
  ];
}

function aliasWords({
  fingerprint,
  title,
  location,
}: NonNullable<Finding['aliases']>[number]): string {
  const place = location === null ? '' : ` at ${formatPlace({ location })}`;
  return `${oneLine(fingerprint, 60)}  “${oneLine(title, 120)}”${place}`;
}

/** Indented, so that nothing in it looks like a line of ours. */
function writeBody(page: Page, { body }: Finding): void {
  const text = stripControls(body).trim();
  if (text === '') return;
  const lines = text.slice(0, MAX_BODY).split('\n');
  page.line();
  for (const line of lines.slice(0, MAX_BODY_LINES)) page.line(`  │ ${line}`);
  if (lines.length > MAX_BODY_LINES || text.length > MAX_BODY)
    page.line('  │ …  (the whole: --json)');
}

function writeLife(page: Page, { history = [] }: Finding): void {
  if (history.length === 0) return;
  const zone = hostTimezone();
  page.line();
  const shown = history.slice(-MAX_EVENTS);
  if (shown.length < history.length)
    page.line(`… ${history.length - shown.length} earlier events: --json has them all`);
  page.fields(shown.map((event) => [localTime(event.at, zone), formatEvent(event)]));
}
