import { backfillRoutine, type Backfilled, type LeftOut } from '../../scheduler/backfill.ts';
import { toSlotView } from '../../scheduler/slot-view.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import { localTime } from '../../words/local-time.ts';
import { plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';
import { notifyDaemon } from '../tell-queued.ts';

export async function backfillCommand(call: CommandCall): Promise<number> {
  const { options } = call;
  const dryRun = options.flag('dryRun');
  const workspace = await openWorkspace(call);
  const done = await backfillRoutine(workspace, {
    routine: call.words[0] ?? '',
    from: needed(call, 'from'),
    to: needed(call, 'to'),
    again: options.flag('again'),
    dryRun,
    max: readCount(options, { name: 'max', byDefault: 100, most: 10_000 }),
  });
  if (!call.json) writeBackfill(call, done, dryRun);
  const daemon = dryRun ? null : await notifyDaemon(call, workspace, done.queued.length);
  if (call.json) {
    writeJson(call.terminal, {
      routine: done.routine.id,
      definition: done.routine.definition,
      dryRun,
      queued: done.queued.map(toSlotView),
      leftOut: done.leftOut,
      daemon,
    });
  }
  return 0;
}

function needed(call: CommandCall, name: 'from' | 'to'): string {
  const text = call.options.text(name);
  if (text !== null) return text;
  throw new AppError('usage', {
    code: 'usage',
    message: `--${name} is missing: a backfill needs --from and --to`,
    hint: 'For example: roundsman backfill todo-sweep --from 2026-11-01 --to 2026-11-07',
  });
}

interface Line {
  readonly at: string;
  readonly outcome: string;
  readonly why: string;
}

function writeBackfill(call: CommandCall, done: Backfilled, dryRun: boolean): void {
  const { routine, timezone, queued, leftOut } = done;
  if (done.differs) {
    call.terminal.err(
      `note: the working tree has another ${routine.id}; what runs is the active definition\n`,
    );
  }
  const page = openPage(call.terminal);
  const lines = [
    ...queued.map(({ slot }) => ({
      at: slot.scheduledFor,
      outcome: dryRun ? 'to queue' : 'queued',
      why: '',
    })),
    ...leftOut.map((one) => ({ at: one.scheduledFor, outcome: 'left out', why: whyOf(one) })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  if (lines.length === 0) {
    page.line(`${routine.id} was not due in that time.`);
    return;
  }
  page.table(columnsOf(timezone), lines);
  const would = dryRun ? 'Would queue' : 'Queued';
  page.line(`${would} ${plural(queued.length, 'slot')}, left out ${leftOut.length}.`);
}

function whyOf({ reason, runId }: LeftOut): string {
  return runId === null ? reason : `${reason} (${shortIdOf(runId)})`;
}

function columnsOf(timezone: string): readonly Column<Line>[] {
  return [
    { title: 'local', text: ({ at }) => localTime(at, timezone) },
    { title: 'utc', text: ({ at }) => `${at.slice(0, 16)}Z` },
    {
      title: 'outcome',
      text: ({ outcome }) => outcome,
      style: ({ outcome }) => (outcome === 'left out' ? 'faint' : 'good'),
    },
    { title: 'why', text: ({ why }) => why, shrinkTo: 20 },
  ];
}
