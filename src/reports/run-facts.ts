/** The machine's part of a report as values that a template only has to place. All of them are safe Markdown. */
import { formatDenial } from '../engines/run-denials.ts';
import { formatDuration } from '../words/duration.ts';
import type { Finding } from '../words/finding.ts';
import { formatHistory } from '../words/format-history.ts';
import { localMinuteOf } from '../words/local-time.ts';
import { formatAttempt } from '../words/next-attempt.ts';
import type { DefinitionSource } from '../words/run-spec.ts';
import { enginesOf } from '../words/run-view.ts';
import { replayedRun } from '../words/slot.ts';
import { escapeMarkdown, inlineCode, oneLine } from '../words/text.ts';
import { leadsParts } from '../words/variants/parts.ts';
import type { ReportSource } from './contract.ts';
import {
  doubtfulFindings,
  findingLine,
  notNamedAbove,
  renamedLine,
  formatSetAside,
  noteLines,
  proposalLines,
} from './finding-lines.ts';
import { reportResult } from './front-matter.ts';
import {
  formatCredential,
  formatExecution,
  outputWords,
  usedWords,
  formatDiff,
} from './report-lead.ts';

/** A heading with a list under it; sections without lines are left out. */
export interface FactSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** One line for each kind of facts, in which each keeps its name: never folded into one light. */
export function factLines(source: ReportSource): readonly string[] {
  return factRows(source).flatMap((rows) => {
    const told = rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
    return told.length === 0 ? [] : [told.join(' · ')];
  });
}

type Row = readonly [name: string, value: string | null];

function factRows(source: ReportSource): readonly (readonly Row[])[] {
  const { spec, progress } = source;
  const result = reportResult(source);
  const run = `${inlineCode(spec.id)} (${escapeMarkdown(spec.slot.trigger)}, attempt ${spec.attempt})`;
  const part =
    spec.part === undefined ? null : `${inlineCode(spec.part.of)}, as ${spec.part.label}`;
  return [
    [
      ['Execution', formatExecution(source, result.execution)],
      ['Report', result.report],
      ['Checks', result.checks],
      ['Changes', escapeMarkdown(result.changes)],
    ],
    [
      ['Findings', formatFinding(source)],
      ['Requests', proposalWords(source)],
      ['Coverage', coverageWords(source)],
      ['Output', outputWords(source)],
    ],
    [
      ['Branch', formatBranch(source)],
      ['Base', baseWords(source)],
      ['Definition', definitionWords(source)],
    ],
    [
      ['Engine', engineWords(source)],
      ['Isolation', progress.isolation],
      ['Could read', readableWords(source)],
      ['Credentials', formatCredential(source)],
      ['Usage', usedWords(source)],
    ],
    [
      ['Run', run],
      ['Window', formatWindow(source)],
      ['Uncovered', uncoveredWords(source)],
      ['Part of', part],
      ['Event', formatEvent(source)],
      ['Deployment', formatDeployment(source)],
      ['Inputs', inputWords(source)],
      ['Replay', replayWords(source)],
    ],
  ];
}

export function factSections(source: ReportSource): readonly FactSection[] {
  const { verdict, output, progress, failure } = source;
  const sections: readonly FactSection[] = [
    { title: 'Failure', lines: failure === null ? [] : failureLines(failure) },
    {
      title: 'Problems in what the agent wrote',
      lines: verdict.kind === 'invalid' ? verdict.problems.map((one) => escapeMarkdown(one)) : [],
    },
    { title: 'New findings', lines: restOf(source, source.newFindings) },
    { title: 'Back again', lines: restOf(source, source.regressedFindings) },
    { title: 'Snooze over', lines: restOf(source, source.wokeFindings ?? []) },
    {
      title: 'Taken for known ones, in other words',
      lines: doubtfulFindings(source).map((one) => renamedLine(source, one)),
    },
    { title: 'Resolved findings', lines: resolvedLines(source) },
    { title: 'Requests', lines: proposalLines(source) },
    { title: 'Decisions and knowledge', lines: noteLines(source) },
    {
      title: 'Denied',
      lines: (progress.denied ?? [])
        .filter(({ kind }) => kind === 'network')
        .map((one) => escapeMarkdown(formatDenial(one))),
    },
    {
      title: 'What the agent lacked',
      lines: (output?.missing ?? []).map(
        ({ kind, what, why }) =>
          `${kind}: ${escapeMarkdown(what)}${why === '' ? '' : ` — ${escapeMarkdown(why)}`}`,
      ),
    },
    { title: 'Handed on, in the words of the agent', lines: handoffLines(source) },
    { title: 'Attempts', lines: attemptLines(source) },
    {
      title: 'Notices',
      lines: [...progress.recoveries, ...progress.notices, ...ignoredNotice(source)].map((one) =>
        escapeMarkdown(one),
      ),
    },
  ];
  return sections.flatMap(({ title, lines }) =>
    lines.length === 0 ? [] : [{ title, lines: shortened(lines) }],
  );
}

const MAX_FINDINGS = 10;

/** What the report has not named yet, up to ten with those that it has; all of them are in the list of findings. */
function restOf(source: ReportSource, findings: readonly Finding[]): readonly string[] {
  const rest = notNamedAbove(source, findings);
  const room = Math.max(0, MAX_FINDINGS - (findings.length - rest.length));
  const lines = rest.slice(0, room).map((one) => findingLine(source, one));
  const more = rest.length - lines.length;
  // With no room at all, their number stands in the first lines and among the facts.
  return more > 0 && room > 0 ? [...lines, `and ${more} more: \`roundsman findings\``] : lines;
}

/** None where the agent tells of them: their number stands in the first lines. */
function resolvedLines(source: ReportSource): readonly string[] {
  const { resolvedFindings } = source;
  const rest = notNamedAbove(source, resolvedFindings);
  if (rest.length < resolvedFindings.length) return [];
  return restOf(source, resolvedFindings);
}

function handoffLines({ output }: ReportSource): readonly string[] {
  const lines = output?.handoff?.split('\n') ?? [];
  return lines.filter((line) => line.trim() !== '').map(escapeMarkdown);
}

/** Each process of the agent, when it had more than one: engine, why, how long. */
function attemptLines({ earlier = [], agentExit, engine, spec }: ReportSource): readonly string[] {
  if (earlier.length === 0) return [];
  const last =
    agentExit === null
      ? []
      : [
          `${engine ?? spec.routine.agent.engine}, ${formatDuration(agentExit.durationMs)}: the last one`,
        ];
  return [...earlier.map(formatAttempt), ...last].map(
    (words, at) => `attempt ${at + 1}: ${escapeMarkdown(words)}`,
  );
}

const MAX_LINES = 50;

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`];
}

/** Below a sandbox nothing would hold it to that. */
function readableWords({ progress: { isolation, history } }: ReportSource): string | null {
  if (isolation !== 'sandbox') return null;
  return formatHistory(history ?? 'borrow');
}

function formatEvent({ spec: { event } }: ReportSource): string | null {
  return event === null
    ? null
    : `${event.kind} ${inlineCode(event.id)}: ${escapeMarkdown(oneLine(event.summary))}`;
}

function formatDeployment({ spec }: ReportSource): string | null {
  const pair = spec.event?.deployment ?? null;
  if (pair === null) return null;
  const from = pair.previous === null ? 'nothing known' : inlineCode(pair.previous);
  const to = `${inlineCode(pair.environment)} (${escapeMarkdown(pair.state)})`;
  return `${from} to ${inlineCode(pair.deployed)} in ${to}`;
}

function inputWords({ spec }: ReportSource): string | null {
  const given = Object.entries(spec.inputs);
  return given.length === 0
    ? null
    : given.map(([name, value]) => inlineCode(`${name}=${oneLine(String(value))}`)).join(', ');
}

/** A reader must not take it for the news of the day. */
function replayWords({ spec }: ReportSource): string | null {
  const past = replayedRun(spec.slot.key);
  return past === null
    ? null
    : `of ${inlineCode(past)}, for comparison: it counts for no later run, and no finding changed by it`;
}

function formatBranch({ progress }: ReportSource): string | null {
  const { branch, diffstat } = progress;
  if (branch === null) return null;
  return diffstat === null ? inlineCode(branch) : `${inlineCode(branch)}, ${formatDiff(diffstat)}`;
}

function baseWords({ progress }: ReportSource): string | null {
  const { base, baseRef } = progress;
  if (base === null) return null;
  const ref = baseRef === null ? '' : ` (${inlineCode(baseRef)})`;
  return `${inlineCode(base.slice(0, 12))}${ref}`;
}

function engineWords({ spec, engine }: ReportSource): string {
  if (leadsParts(spec)) return enginesOf(spec).join(', ');
  const { builtin, command } = spec.routine.agent;
  const first = spec.routine.agent.engine;
  if (engine !== undefined && engine !== first) return `${engine}, after ${first}`;
  if (builtin !== null) return `${first}, recipe ${inlineCode(builtin)}`;
  return command.length === 0 ? first : `${first}: ${inlineCode(command.join(' '))}`;
}

function formatWindow({ spec }: ReportSource): string {
  const local = (instant: string): string =>
    localMinuteOf(new Date(instant), spec.settings.timezone);
  const { from, to } = spec.window;
  return `${from === null ? 'the beginning' : local(from)} to ${local(to)} (${escapeMarkdown(spec.settings.timezone)})`;
}

function uncoveredWords({ spec }: ReportSource): string | null {
  const { uncovered } = spec.window;
  if (uncovered === null) return null;
  const local = (instant: string): string =>
    localMinuteOf(new Date(instant), spec.settings.timezone);
  return `${local(uncovered.from)} to ${local(uncovered.to)}: cut off by window.max`;
}

function formatFinding(source: ReportSource): string | null {
  const { counts } = source;
  if (counts === null) return null;
  return `${counts.new} new, ${counts.known} known, ${counts.regressed} regressed, ${counts.resolved} resolved${formatSetAside(source)}`;
}

function proposalWords({ proposals }: ReportSource): string | null {
  const states = [...new Set(proposals.map(({ state }) => state))];
  if (states.length === 0) return null;
  return states
    .map((state) => `${proposals.filter((one) => one.state === state).length} ${state}`)
    .join(', ');
}

function coverageWords({ coverage }: ReportSource): string | null {
  if (coverage.length === 0) return null;
  return coverage
    .map(({ collector, given, examined, enough }) => {
      return `${escapeMarkdown(collector)} ${formatShare(given, examined)}${enough ? '' : ', too few'}`;
    })
    .join('; ');
}

/** An agent may look at more than it was asked to: notes that are too young, say. */
function formatShare(given: number, examined: number | null): string {
  if (examined === null) return `not told (${given} given)`;
  if (examined <= given) return `${examined} of ${given}`;
  const more = `${examined - given} more`;
  return given === 0 ? `none to examine, ${more} looked at` : `all ${given}, ${more} looked at`;
}

function definitionWords({ spec }: ReportSource): string {
  const { hash, source, overrides } = spec.definition;
  const set = overrides.map((one) => inlineCode(`--set ${one}`)).join(', ');
  return `${inlineCode(hash.slice(0, 12))} ${SOURCE_WORDS[source]}${set === '' ? '' : `, with ${set}`}`;
}

const SOURCE_WORDS: Readonly<Record<DefinitionSource, string>> = {
  'working-tree': 'from the working tree',
  ref: 'from the branch of the definitions',
  enabled: 'as a person enabled it',
};

/** What to do about it stands in the lead. */
function failureLines({ code, message }: NonNullable<ReportSource['failure']>): readonly string[] {
  return [`${inlineCode(code)}: ${escapeMarkdown(message)}`];
}

function ignoredNotice({ output }: ReportSource): readonly string[] {
  const names = output?.ignored ?? [];
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return [`not read, because the contract does not know it: ${shown}${more}`];
}
