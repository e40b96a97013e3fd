/** The fields of a report's front matter. */
import { formatDuration } from '../words/duration.ts';
import { localDateOf } from '../words/local-time.ts';
import { replayedRun } from '../words/replay.ts';
import { resultOf } from '../words/run-program.ts';
import { enginesOf } from '../words/run-view.ts';
import type { RunResult } from '../words/run.ts';
import type { ReportSource } from './contract.ts';
import type { FrontMatter } from './front-matter.ts';

export function reportFrontMatter(source: ReportSource): FrontMatter {
  const { spec, progress, verdict } = source;
  const replayed = replayedRun(spec.slot.key);
  const result = reportResult(source);
  const counts = source.counts ?? { new: 0, known: 0, resolved: 0, regressed: 0 };
  return {
    run: spec.id,
    routine: spec.routine.id,
    date: reportDate(source),
    slot: spec.slot.key,
    ...(replayed === null ? {} : { replay: replayed }),
    window: { from: spec.window.from, to: spec.window.to },
    engine: enginesOf(spec).join(', '),
    ...(spec.part === undefined ? {} : { part: spec.part.of }),
    isolation: progress.isolation,
    base: progress.base,
    branch: progress.branch,
    execution: result.execution,
    report: result.report,
    quiet: verdict.kind === 'valid' && verdict.quiet,
    checks: result.checks,
    changes: result.changes,
    proposals: result.proposals,
    findings: {
      new: counts.new,
      known: counts.known,
      resolved: counts.resolved,
      regressed: counts.regressed,
    },
    started: source.startedAt,
    ended: source.now,
    duration: formatDuration(Math.max(0, Date.parse(source.now) - Date.parse(source.startedAt))),
  };
}

/** The parts of the result as far as they are known when the report is written. */
export function reportResult(source: ReportSource): RunResult {
  const { progress, verdict, agentExit, failure } = source;
  const held = source.proposals.some(({ state }) => state === 'held') ? 'held' : null;
  return resultOf({
    agentExit,
    failure,
    progress: { ...progress, report: verdict, proposals: progress.proposals ?? held },
  });
}

/** The local date on which the run started. */
export function reportDate({ spec, startedAt }: ReportSource): string {
  return localDateOf(new Date(startedAt), spec.settings.timezone);
}
