/** The YAML front matter of a report: plain keys, one level of nesting, valid whatever the values hold. */
import { tryParseJson } from '../platform/json.ts';
import { formatDuration } from '../words/duration.ts';
import { localDateOf } from '../words/local-time.ts';
import { resultOf } from '../words/run-program.ts';
import { enginesOf } from '../words/run-view.ts';
import type { RunResult } from '../words/run.ts';
import { replayedRun } from '../words/slot.ts';
import { stripControls } from '../words/text.ts';
import type { ReportSource } from './contract.ts';

export type FrontMatterScalar = string | number | boolean | null;
type FrontMatter = {
  readonly [key: string]: FrontMatterScalar | { readonly [key: string]: FrontMatterScalar };
};

/** With both lines of dashes and a newline after the last. */
export function writeFrontMatter(fields: FrontMatter): string {
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? [`${key}:`, ...Object.entries(value).map(([name, inner]) => `  ${name}: ${scalar(inner)}`)]
      : [`${key}: ${scalar(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/** Reads back what `writeFrontMatter` wrote; `null` for a text of another form. */
export function parseFrontMatter(text: string): FrontMatter | null {
  const block = /^---\n([\s\S]*?\n)---\n/.exec(text)?.[1];
  if (block === undefined) return null;
  const fields: Record<string, FrontMatterScalar | Record<string, FrontMatterScalar>> = {};
  let open: Record<string, FrontMatterScalar> | null = null;
  for (const line of block.split('\n').slice(0, -1)) {
    const match = /^( {2})?([a-z][a-z-]*):(?: (.*))?$/.exec(line);
    const [, indent, key, value] = match ?? [];
    if (key === undefined) return null;
    if (indent === undefined && value === undefined) {
      open = {};
      fields[key] = open;
    } else if (value === undefined || (indent !== undefined && open === null)) {
      return null;
    } else if (indent !== undefined && open !== null) {
      open[key] = readScalar(value);
    } else {
      open = null;
      fields[key] = readScalar(value);
    }
  }
  return fields;
}

/** Words that YAML 1.1 readers take for something else than text. */
const OTHER_MEANING = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;

function scalar(value: FrontMatterScalar): string {
  if (typeof value !== 'string') return String(value);
  const text = stripControls(value);
  if (PLAIN.test(text) && !OTHER_MEANING.test(text)) return text;
  // A JSON string is a YAML double-quoted scalar; what YAML does not print is escaped besides.
  return JSON.stringify(text).replaceAll(/[\u0080-\u00a0\ufeff\ufffe\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function readScalar(text: string): FrontMatterScalar {
  if (PLAIN.test(text) && !OTHER_MEANING.test(text)) return text;
  const value = tryParseJson(text);
  const isScalar =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean';
  return isScalar ? value : text;
}

// The fields of a report's front matter.
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
