/** What would make the night fail, and what a user should know before it. Pure. */
import type { ActiveRoutines } from '../../routines/active-routines.ts';
import type { Night } from '../../scheduler/foretell-night.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { formatOutcome, wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import type { Forecast, NightProblem, RehearsedRoutine } from './contract.ts';

export const FAILED_BEFORE = 'failed-before';

interface NightFindings {
  readonly active: ActiveRoutines;
  readonly night: Night;
  readonly routines: readonly RehearsedRoutine[];
  readonly forecast: Forecast;
  /** Whether one runs now. */
  readonly daemon: boolean;
  /** All runs, newest first. */
  readonly views: readonly RunView[];
}

interface NightVerdict {
  readonly failures: readonly NightProblem[];
  readonly warnings: readonly NightProblem[];
}

export function nightProblems(findings: NightFindings): NightVerdict {
  const own = findings.routines.flatMap(({ id, starts, problems }) =>
    // What nothing makes due that night cannot make it fail.
    problems.map(({ level, ...problem }) => ({
      fails: level === 'fail' && starts > 0,
      problem: { ...problem, routine: id },
    })),
  );
  const disk = diskProblem(findings.forecast);
  const failing = [
    ...definitionFailures(findings.active),
    ...own.filter(({ fails }) => fails).map(({ problem }) => problem),
    ...(disk?.fails === true ? [disk.problem] : []),
  ];
  const warning = [
    ...own.filter(({ fails }) => !fails).map(({ problem }) => problem),
    ...(disk?.fails === false ? [disk.problem] : []),
    ...definitionWarnings(findings.active),
    ...failedBefore(findings),
    ...slotWarnings(findings.night),
    ...daemonWarnings(findings),
  ];
  return { failures: failing, warnings: warning };
}

function definitionFailures({
  broken,
  problems,
  routines,
}: ActiveRoutines): readonly NightProblem[] {
  const going = new Set(routines.map(({ id }) => String(id)));
  return [
    ...problems.map(({ file, line, message, hint, code }) => ({
      routine: null,
      code,
      message: `${file}:${line} ${message}`,
      hint,
    })),
    ...broken
      .filter(({ id }) => !going.has(id))
      .map(({ id }) => ({
        routine: null,
        code: 'broken-definition',
        message: `${id} is broken where definitions are taken from, and there is no earlier version to continue with`,
        hint: 'See all problems: roundsman validate',
      })),
  ];
}

function definitionWarnings({ broken, local, routines }: ActiveRoutines): readonly NightProblem[] {
  const going = new Set(routines.map(({ id }) => String(id)));
  return [
    ...broken
      .filter(({ id }) => going.has(id))
      .map(({ id }) => ({
        routine: null,
        code: 'broken-definition',
        message: `${id} is broken where definitions are taken from; its last good version is used`,
        hint: 'See all problems: roundsman validate',
      })),
    ...local.map(({ id, kind, isBroken }) => ({
      routine: null,
      code: 'not-active',
      message:
        kind === 'new'
          ? `${id} is local${isBroken ? ' and broken' : ''}, not active: nothing of it would run`
          : `${id} is another in the working tree than the one that would run${isBroken ? ', and broken there' : ''}`,
      hint: isBroken
        ? `See what is wrong: roundsman validate ${id}`
        : `Commit it, or let it run from here: roundsman enable ${id}`,
    })),
  ];
}

/** Routines whose newest run went badly: nothing says that it goes better this time. */
function failedBefore({ routines, views }: NightFindings): readonly NightProblem[] {
  return routines.flatMap(({ id, starts }) => {
    const last = views.find(
      ({ routine, state, skipped }) => routine === id && state === 'ended' && skipped === null,
    );
    if (starts === 0 || last === undefined || wentWell(last)) return [];
    const message = `its last run ended: ${formatOutcome(last)}`;
    return [{ routine: id, code: FAILED_BEFORE, message, hint: `See why: roundsman why ${id}` }];
  });
}

/** Slots without a run, told once a routine and cause. */
function slotWarnings({ slots, stopped, cutOffAt }: Night): readonly NightProblem[] {
  const lost = new Map<string, { problem: NightProblem; count: number; example: string }>();
  for (const { record } of slots) {
    const { state, routine } = record;
    if (state.kind !== 'skipped' && state.kind !== 'missed') continue;
    const name = `${routine} ${state.kind} ${state.cause}`;
    const known = lost.get(name);
    if (known !== undefined) known.count += 1;
    else {
      const problem = { routine, code: `slot-${state.kind}`, message: state.kind, hint: '' };
      lost.set(name, { problem, count: 1, example: state.reason });
    }
  }
  const words = [...lost.values()].map(({ problem, count, example }) => ({
    ...problem,
    message: `${plural(count, 'slot')} would be ${problem.message}: ${example}`,
  }));
  return [
    ...words,
    ...stopped.map(({ routine, at }) => ({
      routine,
      code: 'run-stopped',
      message: `a run would be ended at ${new Date(at).toISOString()} for a newer slot`,
      hint: '',
    })),
    ...(cutOffAt === null
      ? []
      : [
          {
            routine: null,
            code: 'cut-off',
            message: `there is more than can be foretold; this ends at ${new Date(cutOffAt).toISOString()}`,
            hint: 'Rehearse fewer hours: --hours 6',
          },
        ]),
  ];
}

function diskProblem({
  neededBytes,
  freeBytes,
}: Forecast): { readonly fails: boolean; readonly problem: NightProblem } | null {
  if (neededBytes === 0 || freeBytes > 2 * neededBytes) return null;
  const fails = freeBytes < neededBytes;
  const problem = {
    routine: null,
    code: 'disk',
    message: `runs would take up to ${formatBytes(neededBytes)}, as earlier ones did, and ${formatBytes(freeBytes)} are free`,
    hint: 'Make room, or keep less: workspace.keep',
  };
  return { fails, problem };
}

function daemonWarnings({ daemon, night }: NightFindings): readonly NightProblem[] {
  if (daemon || night.slots.length === 0) return [];
  return [
    {
      routine: null,
      code: 'no-daemon',
      message: 'no daemon runs now: nothing of this starts by itself until one does',
      hint: 'roundsman start --detach, or for good: roundsman service install',
    },
  ];
}
