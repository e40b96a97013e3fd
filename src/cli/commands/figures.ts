import { formatShare, type AcceptanceRow } from '../../review/acceptance.ts';
import { figures, type RoutineFigures } from '../../review/figures.ts';
import { auditCsv, type AuditEntry } from '../../words/audit.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import { formatDollar } from '../../words/usage.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';
import { readSince } from '../read-moment.ts';

interface Line {
  readonly routine: string;
  readonly engine: string;
  readonly row: AcceptanceRow | null;
  /** Only on the first line of a routine. */
  readonly of: RoutineFigures | null;
}

const COLUMNS: readonly Column<Line>[] = [
  { title: 'routine', text: ({ routine }) => routine },
  { title: 'runs', text: ({ of }) => String(of?.runs.count ?? ''), align: 'right' },
  { title: 'cost', text: ({ of }) => (of === null ? '' : formatSpent(of.runs)), align: 'right' },
  { title: 'engine', text: ({ engine }) => engine },
  {
    title: 'accepted',
    text: ({ row }) => (row === null ? '-' : formatShare(row.landed, row.decided)),
  },
  { title: 'open', text: ({ row }) => orNone(row?.open), align: 'right' },
  { title: 'undone', text: ({ row }) => orNone(row?.undone), align: 'right' },
  { title: 'cost each', text: ({ row }) => formatCost(row), align: 'right' },
  { title: 'waited', text: ({ row }) => formatWait(row?.medianWaitMs ?? null), align: 'right' },
  {
    title: 'findings',
    text: ({ of }) =>
      of === null
        ? ''
        : shareOf(of.findings.accepted, of.findings.accepted + of.findings.dismissed),
  },
  {
    title: 'requests',
    text: ({ of }) =>
      of === null
        ? ''
        : shareOf(of.proposals.approved, of.proposals.approved + of.proposals.declined),
  },
];

export async function figuresCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  if (call.options.flag('audit')) return writeAudit(call, workspace);
  if (call.options.flag('csv'))
    throw new AppError('usage', {
      code: 'csv-without-audit',
      message: '--csv is for --audit',
      hint: 'roundsman figures --audit --csv, or roundsman figures --json',
    });
  const told = await figures(workspace, { routine: routineOf(call), since: readSince(call) });
  if (call.json) {
    writeJson(call.terminal, told);
    return 0;
  }
  const page = openPage(call.terminal);
  if (told.length === 0) {
    page.line('Nothing ran and nothing was decided in that time.');
    return 0;
  }
  page.table(COLUMNS, told.flatMap(linesOf));
  page.line();
  page.line(inAll(told));
  page.line(
    page.paint(
      'faint',
      'accepted: branches landed and not undone, of those decided on. Below five there is no rate.',
    ),
  );
  return 0;
}

function inAll(told: readonly RoutineFigures[]): string {
  const runs = plural(told.map(({ runs: { count } }) => count).reduce(sum, 0), 'run');
  const costs = told.map(({ runs: { costUsd } }) => costUsd);
  const cost = costs.map((one) => one ?? 0).reduce(sum, 0);
  if (costs.includes(null))
    return `${runs} in all; at least ${formatDollar(cost)}, for not every price is known.`;
  return `${runs} in all, ${cost === 0 ? 'at no cost' : formatDollar(cost)}.`;
}

function sum(one: number, other: number): number {
  return one + other;
}

const AUDIT: readonly Column<AuditEntry>[] = [
  { title: 'at', text: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { title: 'who', text: ({ by }) => by },
  { title: 'from', text: ({ from, where }) => `${from}, ${where}` },
  { title: 'what', text: ({ what }) => what },
  { title: 'outcome', text: ({ outcome }) => outcome },
  { title: 'said', text: ({ said }) => said },
];

/** Oldest first, times in UTC. */
async function writeAudit(call: CommandCall, { audit }: Workspace): Promise<number> {
  const since = readSince(call) ?? '';
  const entries = (await audit.read()).filter(({ at }) => at >= since);
  const page = openPage(call.terminal);
  if (call.json) writeJson(call.terminal, entries);
  else if (call.options.flag('csv')) call.terminal.out(auditCsv(entries));
  else if (entries.length > 0) page.table(AUDIT, entries);
  else
    page.line(
      'Nothing is recorded. It is, once `page.people` lets several people use the page. The last decisions: roundsman undo --list',
    );
  return 0;
}

function linesOf(of: RoutineFigures): readonly Line[] {
  const { routine, rows } = of;
  const used = of.runs.engines.join(', ');
  if (rows.length === 0) return [{ routine, engine: used === '' ? '-' : used, row: null, of }];
  return rows.map((row, index) => ({
    routine: index === 0 ? routine : '',
    engine: row.engine ?? 'all',
    row,
    of: index === 0 ? of : null,
  }));
}

/** What is zero in every row has no column where space is short. */
function orNone(count: number | undefined): string {
  return count === undefined || count === 0 ? '-' : String(count);
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '-' : formatShare(part, whole);
}

function formatCost(row: AcceptanceRow | null): string {
  if (row === null || row.landed === 0) return '-';
  return row.costPerLanded === null ? '?' : formatDollar(row.costPerLanded);
}

function formatSpent({ costUsd }: RoutineFigures['runs']): string {
  return costUsd === null ? '?' : costUsd === 0 ? '-' : formatDollar(costUsd);
}

function formatWait(ms: number | null): string {
  if (ms === null) return '-';
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function routineOf({ options }: CommandCall): RoutineId | null {
  const text = options.text('routine');
  if (text === null) return null;
  if (isRoutineId(text)) return text;
  throw new AppError('usage', {
    code: 'bad-routine',
    message: `--routine "${oneLine(text, 80)}" is not an id of a routine`,
    hint: 'See them: roundsman list',
  });
}
