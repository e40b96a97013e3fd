import { isLeftOut } from '../../ledger/finding-life.ts';
import { verdictClause } from '../../ledger/format-finding.ts';
import { listFindings, type FindingFilter } from '../../review/list-findings.ts';
import { AppError } from '../../words/errors.ts';
import { type Finding, type FindingState, SEVERITIES } from '../../words/finding.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { StyleName } from '../output/style.ts';
import { MOST_OF_TITLE, type Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';
import { readSince } from '../read-moment.ts';

const STATES = ['new', 'known', 'regressed', 'resolved', 'dismissed', 'snoozed'] as const;
const OPEN: readonly FindingState[] = ['new', 'known', 'regressed'];

export async function findingsCommand(call: CommandCall): Promise<number> {
  const filter = readFilter(call);
  const workspace = await openWorkspace(call);
  const now = call.clock.now();
  const { findings, total, setAside } = await listFindings(workspace, filter);
  if (call.json) {
    writeJson(call.terminal, findings);
    return 0;
  }
  const page = openPage(call.terminal);
  if (findings.length > 0) {
    page.table(findingColumns(now), findings);
    const hidden = filter.states?.has('dismissed') === false ? setAside : 0;
    if (hidden > 0) page.line(`${plural(hidden, 'finding')} set aside: roundsman findings --all`);
  } else if (total > 0) {
    page.line(
      isNarrow(call)
        ? 'No finding is like that. All there are: roundsman findings --all'
        : 'Nothing open. `roundsman findings --all` shows the resolved and quiet ones.',
    );
  } else if (filter.routine !== null) {
    page.line(`No findings of ${oneLine(filter.routine, 80)} yet. The routines: roundsman list`);
  } else {
    page.line('No findings yet. Runs leave them: roundsman run todo-sweep');
  }
  return 0;
}

function readFilter(call: CommandCall): FindingFilter {
  const { options } = call;
  const severity = options.text('severity');
  return {
    routine: options.text('routine'),
    states: options.flag('all') ? null : new Set(readStates(options.text('state'))),
    since: readSince(call),
    severity: severity === null ? null : oneOf('severity', severity, SEVERITIES),
  };
}

function isNarrow({ options }: CommandCall): boolean {
  return ['state', 'since', 'severity'].some((name) => options.text(name) !== null);
}

function readStates(text: string | null): readonly FindingState[] {
  if (text === null) return OPEN;
  return text
    .split(',')
    .flatMap((word) => (word.trim() === 'open' ? OPEN : [oneOf('state', word.trim(), STATES)]));
}

function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new AppError('usage', {
    code: 'unknown-word',
    message: `--${name} ${oneLine(text, 80)} is none of the words it takes`,
    hint: `There are: ${[...(name === 'state' ? ['open'] : []), ...words].join(', ')}`,
  });
}

function findingColumns(now: Date): readonly Column<Finding>[] {
  return [
    { title: 'finding', text: (finding) => finding.id },
    {
      title: 'state',
      text: (finding) => (isLeftOut(finding) ? 'left out' : finding.state),
      style: (finding) => stateStyle(finding),
    },
    { title: 'title', text: (finding) => oneLine(finding.title, MOST_OF_TITLE), shrinkTo: 14 },
    { title: 'where', text: (finding) => placeOf(finding), shrinkTo: 10 },
    { title: 'item', text: (finding) => finding.item ?? '-' },
    { title: 'seen', text: (finding) => relativeTime(finding.lastSeen, now) },
    {
      title: 'verdict',
      text: (finding) => verdictClause(finding, now.toISOString()) ?? '-',
      shrinkTo: 8,
    },
  ];
}

function placeOf(finding: Finding): string {
  return finding.location === null ? '-' : `${finding.location.path}:${finding.location.line}`;
}

export function stateStyle(finding: Finding): StyleName | null {
  switch (finding.state) {
    case 'new':
    case 'regressed':
      return 'warn';
    case 'known':
      return null;
    case 'resolved':
      return 'good';
    case 'dismissed':
    case 'snoozed':
      return 'faint';
  }
}
