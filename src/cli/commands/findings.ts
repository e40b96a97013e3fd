import { openWorkspace } from '../../app/open-workspace.ts';
import { stateAt } from '../../domain/finding-life.ts';
import type { Finding } from '../../domain/finding.ts';
import { oneLine } from '../../domain/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

const QUIET = new Set<Finding['state']>(['resolved', 'dismissed', 'snoozed']);

export async function findingsCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const routine = call.options.text('routine');
  const now = call.clock.now();
  const every = (await workspace.findings.listAll())
    .filter((finding) => routine === null || finding.routine === routine)
    .map((finding) => ({ ...finding, state: stateAt(finding, now.toISOString()) }));
  const findings = call.options.flag('all')
    ? every
    : every.filter((finding) => !QUIET.has(finding.state));
  if (call.json) {
    writeJson(call.terminal, findings);
    return 0;
  }
  const page = openPage(call.terminal);
  if (findings.length > 0) {
    page.table(findingColumns(now), findings);
  } else if (every.length > 0) {
    page.line('Nothing open. `roundsman findings --all` shows the resolved and quiet ones.');
  } else if (routine !== null) {
    page.line(`No findings of ${oneLine(routine, 80)} yet. The routines: roundsman list`);
  } else {
    page.line('No findings yet. Runs leave them: roundsman run todo-sweep');
  }
  return 0;
}

function findingColumns(now: Date): readonly Column<Finding>[] {
  return [
    { title: 'finding', text: (finding) => finding.id },
    { title: 'state', text: (finding) => finding.state, style: (finding) => stateStyle(finding) },
    { title: 'title', text: (finding) => finding.title, shrinkTo: 20 },
    { title: 'where', text: (finding) => placeOf(finding), shrinkTo: 12 },
    { title: 'item', text: (finding) => finding.item ?? '-' },
    { title: 'seen', text: (finding) => relativeTime(finding.lastSeen, now) },
    { title: 'verdict', text: (finding) => finding.verdict?.kind ?? '-' },
  ];
}

function placeOf(finding: Finding): string {
  return finding.location === null ? '-' : `${finding.location.path}:${finding.location.line}`;
}

function stateStyle(finding: Finding): StyleName | null {
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
