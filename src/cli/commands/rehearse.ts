import type { NightProblem, Rehearsal, RehearsalRequest } from '../../daemon/rehearse/contract.ts';
import { FAILED_BEFORE } from '../../daemon/rehearse/night-problems.ts';
import { rehearseNight } from '../../daemon/rehearse/rehearse-night.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { formatDuration } from '../../words/duration.ts';
import { AppError } from '../../words/errors.ts';
import { groupBy } from '../../words/group-by.ts';
import { localTime } from '../../words/local-time.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { withProgress } from '../output/progress-writer.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';

// A rehearsal as a page, and as JSON.

type Foretold = Rehearsal['night']['slots'][number];

/** The first of several alike, and those that follow it. */
interface SlotRow extends Foretold {
  readonly others: readonly Foretold[];
}

/** So many of a routine that all fare alike are one row. */
const FOLDED_FROM = 7;

function foldAlike(slots: readonly Foretold[]): readonly SlotRow[] {
  const groups = groupBy(slots, ({ record }) =>
    [record.routine, record.state.kind, whyWords(record)].join('\n'),
  );
  const folded = [...groups.values()].filter(({ length }) => length >= FOLDED_FROM);
  const firstOf = new Map(folded.map((group) => [group[0], group.slice(1)]));
  const hidden = new Set(folded.flatMap((group) => group.slice(1)));
  return slots
    .filter((slot) => !hidden.has(slot))
    .map((slot) => ({ ...slot, others: firstOf.get(slot) ?? [] }));
}

function writeRehearsal({ terminal }: Pick<CommandCall, 'terminal'>, rehearsal: Rehearsal): void {
  const page = openPage(terminal);
  const zone = hostTimezone();
  const { night, from, to } = rehearsal;
  page.line(page.paint('faint', `${localTime(from, zone)} to ${localTime(to, zone)}`));
  if (night.slots.length === 0) page.line('Nothing would start by itself in that time.');
  else page.table(slotColumns(zone), foldAlike(night.slots));
  page.line();
  page.fields(summary(rehearsal));
  writeProblems(page, 'would not work', rehearsal.failures);
  writeProblems(page, 'to know', rehearsal.warnings);
  page.line();
  page.line(
    rehearsal.ok && night.slots.length === 0
      ? 'No routine would start. Nothing was started.'
      : rehearsal.ok
        ? `${goesWell(page, rehearsal)} Nothing was started.`
        : `Not everything would ${page.paint('bad', 'work')}: fix what stands above. Nothing was started.`,
  );
}

function goesWell(page: Page, { warnings }: Rehearsal): string {
  const failed = warnings.filter(({ code }) => code === FAILED_BEFORE).length;
  return failed === 0
    ? `The night would ${page.paint('good', 'go well')}.`
    : `Nothing would keep the night from starting, but the last run of ${plural(failed, 'routine')} ${page.paint('bad', 'failed')}.`;
}

function slotColumns(zone: string): readonly Column<SlotRow>[] {
  return [
    { title: 'due', text: ({ record }) => localTime(record.slot.scheduledFor, zone) },
    { title: 'routine', text: ({ record }) => record.routine, shrinkTo: 12 },
    { title: 'would', text: ({ record }) => wouldWords(record), style: wouldStyle },
    {
      title: 'starts',
      text: ({ startsAt, record }) =>
        startsAt === null ? '' : delayWords(startsAt - Date.parse(record.slot.scheduledFor)),
    },
    {
      title: 'until about',
      text: ({ endsAt }) =>
        endsAt === null ? '' : localTime(new Date(endsAt).toISOString(), zone).slice(4, 20),
    },
    { title: 'why', text: (row) => whyOfRow(row, zone), shrinkTo: 16 },
  ];
}

const WOULD: Readonly<Record<SlotRecord['state']['kind'], string>> = {
  due: 'wait',
  queued: 'wait',
  started: 'run',
  skipped: 'be skipped',
  missed: 'be missed',
  superseded: 'give way',
};

function wouldWords({ state }: SlotRecord): string {
  return WOULD[state.kind];
}

function wouldStyle({ record: { state } }: Foretold): StyleName {
  if (state.kind === 'started') return 'good';
  return state.kind === 'superseded' ? 'faint' : 'warn';
}

function delayWords(ms: number): string {
  return ms < 1_000 ? 'at once' : `${formatDuration(ms)} later`;
}

function whyOfRow({ record, others }: SlotRow, zone: string): string {
  const why = whyWords(record);
  const last = others.at(-1);
  if (last === undefined) return why;
  const until = localTime(last.record.slot.scheduledFor, zone);
  const more = `and ${others.length.toLocaleString('en-US')} more like it, until ${until}`;
  return why === '' ? more : `${why}; ${more}`;
}

function whyWords({ state, slot }: SlotRecord): string {
  if ('reason' in state) return state.reason;
  return slot.trigger === 'schedule' ? '' : slot.trigger;
}

function summary({ night, forecast, quiet, routines }: Rehearsal): readonly [string, string][] {
  const count = (kind: SlotRecord['state']['kind']): number =>
    night.slots.filter(({ record }) => record.state.kind === kind).length;
  const without = [
    [count('skipped'), 'skipped'],
    [count('missed'), 'missed'],
    [count('superseded'), 'covered by newer ones'],
    [count('due') + count('queued'), 'waiting still'],
  ] as const;
  const others = without.flatMap(([n, word]) => (n === 0 ? [] : [`${n} ${word}`]));
  const slots = [plural(forecast.runs, 'run'), ...others].join(', ');
  const known = forecast.runs - forecast.unknown;
  const times = [
    ...(known === 0 ? [] : [`about ${formatDuration(Math.round(forecast.durationMs))}`]),
    ...(forecast.unknown === 0
      ? []
      : [`${plural(forecast.unknown, 'run')} of unknown length, taken for 5 min each`]),
  ];
  const tokens = forecast.inputTokens + forecast.outputTokens;
  const checked = routines.filter(({ problems }) => problems.every((one) => one.level !== 'fail'));
  return [
    ['slots', slots],
    ['routines', `${checked.length} of ${routines.length} in order, ${quiet.length} quiet`],
    ['time', forecast.runs === 0 ? '' : times.join(', and ')],
    [
      'budget',
      tokens === 0 && forecast.costUsd === 0
        ? 'no tokens, as far as earlier runs tell'
        : `about ${tokens.toLocaleString('en-US')} tokens, ${forecast.costUsd.toFixed(2)} USD`,
    ],
    [
      'disk',
      forecast.neededBytes === 0
        ? `${formatBytes(forecast.freeBytes)} free`
        : `up to ${formatBytes(forecast.neededBytes)} of ${formatBytes(forecast.freeBytes)} free`,
    ],
    ['messages', messageWords(routines)],
  ];
}

function messageWords(routines: Rehearsal['routines']): string {
  const lines = routines
    .filter(({ starts }) => starts > 0)
    .flatMap(({ id, messages }) => messages.map((words) => `${id}: ${words}`));
  return lines.length === 0 ? 'none: no routine that would run has `notify`' : lines.join('\n');
}

function writeProblems(page: Page, title: string, problems: readonly NightProblem[]): void {
  if (problems.length === 0) return;
  page.line();
  page.line(page.paint('strong', title));
  page.fields(
    [...byText(problems)].map(([text, routines]) => [
      routines.length > 2 ? plural(routines.length, 'routine') : routines.join(', '),
      text,
    ]),
  );
}

/** What is the same for several routines is said once. */
function byText(problems: readonly NightProblem[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { routine, message, hint } of problems) {
    const text = hint === '' ? message : `${message}\n${hint}`;
    found.set(text, [...(found.get(text) ?? []), routine ?? 'all']);
  }
  return found;
}

/** Exact instants; texts as they are. */
function rehearsalJson({ night, ...rest }: Rehearsal): object {
  const at = (ms: number | null): string | null =>
    ms === null ? null : new Date(ms).toISOString();
  return {
    ...rest,
    slots: night.slots.map(({ record, startsAt, endsAt }) => ({
      routine: record.routine,
      key: record.slot.key,
      scheduledFor: record.slot.scheduledFor,
      trigger: record.slot.trigger,
      state: record.state.kind,
      reason: 'reason' in record.state ? record.state.reason : null,
      startsAt: at(startsAt),
      endsAt: at(endsAt),
    })),
    cutOffAt: at(night.cutOffAt),
  };
}

export async function rehearseCommand(call: CommandCall): Promise<number> {
  const hours = readCount(call.options, { name: 'hours', byDefault: 24, most: 744 });
  const rehearsal = await watch(call, {
    hours,
    from: readFrom(call),
    quick: call.options.flag('quick'),
  });
  if (call.json) writeJson(call.terminal, rehearsalJson(rehearsal));
  else writeRehearsal(call, rehearsal);
  return rehearsal.ok ? 0 : 5;
}

/** Ctrl-C takes back what a preview made so far. */
async function watch(
  call: CommandCall,
  night: Pick<RehearsalRequest, 'hours' | 'from' | 'quick'>,
): Promise<Rehearsal> {
  const workspace = await openWorkspace(call);
  return withProgress(call, ({ signal, show, now }) =>
    rehearseNight(workspace, {
      ...night,
      signal,
      progress: (text) => show({ kind: 'progress', at: now(), text: oneLine(text) }),
    }),
  );
}

function readFrom({ options }: CommandCall): Date | null {
  const text = options.text('from');
  if (text === null) return null;
  const instant = new Date(text);
  if (/^[0-9]{4}-/.test(text) && !Number.isNaN(instant.getTime())) return instant;
  throw new AppError('usage', {
    code: 'usage',
    message: `--from ${oneLine(text, 60)} is not an instant`,
    hint: 'Write it as in 2026-12-01T22:00:00Z.',
  });
}
