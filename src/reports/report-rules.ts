/** Whether the agent's part is a report. Decided from files alone, never from an exit code. Pure. */
import type { CoverageFile, Noop } from '../engines/agent-contract.ts';
import { matchReported } from '../ledger/finding-match.ts';
import { wordingOf } from '../ledger/findings/likeness.ts';
import { type AgentExit, hasSucceeded } from '../words/agent-exit.ts';
import type { FactsByCollector } from '../words/facts.ts';
import type { FindingLedger, ReportedFinding } from '../words/finding.ts';
import { headingWord, readMarkdownLines } from '../words/markdown-lines.ts';
import type { ReportRules, Routine } from '../words/routine.ts';
import type { ReportVerdict } from '../words/run.ts';
import { coverageOf, coverageProblems } from './coverage-rules.ts';

export interface VerdictRequest {
  /** `null` when there was nothing to read: the agent never ran. */
  readonly output: {
    readonly report: string | null;
    readonly noop: Noop | null;
    readonly coverage: CoverageFile;
    readonly problems: readonly string[];
  } | null;
  readonly reported: readonly ReportedFinding[];
  /** As it was before this run. */
  readonly ledger: FindingLedger;
  readonly rules: ReportRules;
  readonly facts: FactsByCollector;
  readonly engine: Routine['agent']['engine'];
}

/** Valid, or everything that is wrong with it at once. */
export function reportVerdict(request: VerdictRequest): ReportVerdict {
  const { output, rules } = request;
  if (output === null) return { kind: 'missing' };
  const written = output.report !== null && output.report.trim() !== '';
  if (!written && output.noop === null && output.problems.length === 0) return { kind: 'missing' };
  const problems = [
    ...output.problems,
    ...(output.noop === null
      ? headingProblems(written ? output.report : null, rules.require)
      : noopProblems(request)),
    ...coverageProblems(coverageOf({ ...request, ...output, minCoverage: rules.minCoverage })),
  ];
  if (problems.length > 0) return { kind: 'invalid', problems };
  return { kind: 'valid', quiet: output.noop !== null };
}

/**
 * Whether a finding that this run did not report is gone. Not after a run that failed or was cut short, not
 * when the facts were cut off, and not after a quiet run: that says only that nothing is new.
 */
export function isComplete(request: {
  readonly verdict: ReportVerdict;
  readonly agentExit: AgentExit | null;
  readonly facts: FactsByCollector;
}): boolean {
  const { verdict, agentExit, facts } = request;
  return (
    verdict.kind === 'valid' &&
    !verdict.quiet &&
    hasSucceeded(agentExit) &&
    Object.values(facts).every(({ truncated }) => truncated === 0)
  );
}

/** Whether a finding that is not reported where it was may be one of those that are reported elsewhere. */
export function mayHaveMoved(verdict: ReportVerdict, complete: boolean): boolean {
  return complete || (verdict.kind === 'valid' && verdict.quiet);
}

/** A heading of any level answers a word; between it and the next heading of its level there must be text. */
export function headingProblems(
  report: string | null,
  require: readonly string[],
): readonly string[] {
  if (report === null) return ['there is no report.md'];
  const sections = readSections(report);
  return require.flatMap((word) => {
    const answers = sections.filter(({ title }) => answersWord(title, word));
    if (answers.length === 0) return [`report.md has no heading for \`${word}\``];
    return answers.some(({ filled }) => filled)
      ? []
      : [`report.md has nothing under its heading for \`${word}\``];
  });
}

/** `Findings (3)` and `Summary of the night` answer `findings` and `summary`. */
function answersWord(title: string, word: string): boolean {
  const own = headingWord(title);
  return own === word || own.startsWith(`${word}-`);
}

interface Section {
  readonly level: number;
  readonly title: string;
  filled: boolean;
}

function readSections(report: string): readonly Section[] {
  const all: Section[] = [];
  let open: readonly Section[] = [];
  for (const line of readMarkdownLines(report)) {
    if (line.kind === 'heading') {
      const section = { level: line.level, title: line.title, filled: false };
      open = [...open.filter(({ level }) => level < line.level), section];
      all.push(section);
    } else if (line.text.trim() !== '') {
      for (const section of open) section.filled = true;
    }
  }
  return all;
}

/**
 * A quiet run may list what is known still, so that it does not seem forgotten, but nothing new: an agent
 * that says both would hide news in a report that files itself away.
 */
function noopProblems({ reported, ledger, engine }: VerdictRequest): readonly string[] {
  const rules = { wording: wordingOf(engine), whole: true };
  const { matches, fresh } = matchReported(ledger, reported, rules);
  const back = ledger.findings.filter(({ id, state }) => state === 'resolved' && matches.has(id));
  const news = [...fresh, ...back];
  if (news.length === 0) return [];
  return [
    `noop.json says that there is nothing to report, but findings.jsonl has ${news.length} that ${news.length === 1 ? 'was' : 'were'} not known before`,
  ];
}
