/** Findings as lines of a report: what is new first, what people set aside not at all. Safe Markdown. */
import { goneBefore } from '../ledger/finding-verdict.ts';
import type { Finding } from '../words/finding.ts';
import { escapeMarkdown, inlineCode, oneLine, plural } from '../words/text.ts';
import type { ReportSource } from './contract.ts';

/** The most lines in front of everything else. A longer list shows fewer, so that readers reach the agent's report. */
const MAX_NEWS = 10;
const MAX_NEWS_OF_MANY = 5;
const MAX_TITLE = 300;

/**
 * New and regressed ones, gravest first; none on a first night, on which everything is new. One that the agent's report names by
 * its place is told there: here stands where it is.
 */
export function newsLines(source: ReportSource): readonly string[] {
  if (isFirstNight(source)) return [];
  const lines = newsOf(source).map(({ word, finding }) => {
    const told = isNamedByAgent(source, finding) ? { ...finding, title: '' } : finding;
    return `**${word}:** ${findingLine(source, told)}`;
  });
  if (lines.length <= MAX_NEWS) return lines;
  const more = lines.length - MAX_NEWS_OF_MANY;
  return [...lines.slice(0, MAX_NEWS_OF_MANY), `and ${more} more: \`roundsman findings\``];
}

/** Those that the report does not tell of elsewhere: not under what is new, and not by their place in what the agent wrote. */
export function notNamedAbove(
  source: ReportSource,
  findings: readonly Finding[],
): readonly Finding[] {
  const first = isFirstNight(source) ? [] : newsOf(source);
  const told = new Set(first.map(({ finding }) => finding.id));
  return gravestFirst(findings).filter(
    (finding) => !told.has(finding.id) && !isNamedByAgent(source, finding),
  );
}

function isNamedByAgent({ agentPart }: ReportSource, { location }: Finding): boolean {
  return location !== null && (agentPart ?? '').includes(`${location.path}:${location.line}\``);
}

interface News {
  readonly word: 'Back' | 'New' | 'Snooze over';
  readonly finding: Finding;
}

function newsOf({
  regressedFindings,
  newFindings,
  wokeFindings = [],
}: ReportSource): readonly News[] {
  return [
    ...gravestFirst(regressedFindings).map((finding) => ({ word: 'Back' as const, finding })),
    ...gravestFirst(newFindings).map((finding) => ({ word: 'New' as const, finding })),
    ...wokeFindings.map((finding) => ({ word: 'Snooze over' as const, finding })),
  ];
}

/** With what is to be known of it: its place, item, since when it was gone, the branch that says it deals with it. */
export function findingLine({ claims = [] }: ReportSource, finding: Finding): string {
  const { id, title, location, item, severity } = finding;
  const place = location === null ? '' : ` in ${inlineCode(`${location.path}:${location.line}`)}`;
  const grave = severity === 'high' || severity === 'medium' ? `, ${severity}` : '';
  const gone = finding.state === 'regressed' ? goneBefore(finding) : null;
  const claim = claims.find((one) => one.finding === id);
  return [
    `${inlineCode(id)}${title === '' ? '' : ` ${escapeMarkdown(oneLine(title, MAX_TITLE))}`}${place}${item === null ? '' : ` (${item})`}${grave}`,
    gone === null ? '' : `; resolved since ${gone.slice(0, 10)}`,
    claim === undefined ? '' : `; branch ${inlineCode(claim.branch)} says that it deals with it`,
  ].join('');
}

/** Known under other words, so that a person may look at it; not what merely moved, nor what is set aside. */
export function doubtfulFindings({ renamedFindings = [] }: ReportSource): readonly Finding[] {
  return renamedFindings.filter(({ state, history = [] }) => {
    const last = history.findLast(({ kind }) => kind === 'reworded' || kind === 'moved');
    const isSure = last === undefined || !('likeness' in last) || last.likeness >= 0.95;
    return !isSure && state !== 'dismissed' && state !== 'snoozed';
  });
}

/** What was taken for the same as before, so that a person can say that it is not. */
export function renamedLine(source: ReportSource, finding: Finding): string {
  const before = finding.aliases?.at(-1);
  if (before === undefined) return findingLine(source, finding);
  const place =
    before.location === null
      ? ''
      : ` in ${inlineCode(`${before.location.path}:${before.location.line}`)}`;
  const was = `was ${escapeMarkdown(oneLine(before.title, 200))}${place}`;
  return `${findingLine(source, finding)}; ${was}. Two things? ${inlineCode(`roundsman findings split ${finding.id}`)}`;
}

/** What people dismissed or snoozed is counted, and not named. */
export function formatSetAside({ setAside = 0 }: ReportSource): string {
  return setAside === 0 ? '' : `, ${setAside} set aside by people`;
}

function isFirstNight({ counts, setAside = 0, newFindings }: ReportSource): boolean {
  if (counts === null) return true;
  const known = counts.known + counts.regressed + counts.resolved + setAside;
  return known === 0 && newFindings.length > MAX_NEWS;
}

const WEIGHTS: Readonly<Record<Finding['severity'], number>> = {
  high: 0,
  medium: 1,
  low: 2,
  info: 3,
};

function gravestFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => WEIGHTS[a.severity] - WEIGHTS[b.severity]);
}

// Proposals of a run, a line each; one line for the items that stand above beside the places they are about.

/** Held ones that are named here: fewer where the report names others already. */
const MAX_HELD = 5;
const MAX_HELD_BESIDES = 1;

type Told = ReportSource['proposals'][number];

export function proposalLines(source: ReportSource): readonly string[] {
  const { proposals, agentPart } = source;
  const above = [...newsLines(source), ...(agentPart ?? '').split('\n')];
  const places = above.filter((line) => /:\d+`/.test(line));
  const keys = new Set(places.flatMap((line) => line.match(/\bRM-\d+\b/g) ?? []));
  const isNamed = ({ state, summary }: Told): boolean =>
    state === 'held' && keys.has(/^RM-\d+(?= )/.exec(summary)?.[0] ?? '');
  const named = proposals.filter(isNamed);
  const [first] = named;
  const last = named.at(-1);
  if (first === undefined || last === undefined || first === last)
    return shortened(proposals, MAX_HELD);
  return [
    `${inlineCode(first.id)} to ${inlineCode(last.id)} held: ${plural(named.length, 'item')} named above`,
    ...shortened(
      proposals.filter((one) => !isNamed(one)),
      MAX_HELD_BESIDES,
    ),
  ];
}

/** Held ones wait in the inbox, where all of them are; what became of others is told of each. */
function shortened(proposals: readonly Told[], max: number): readonly string[] {
  const held = proposals.filter(({ state }) => state === 'held');
  const more = Math.max(0, held.length - max);
  const rest = new Set(held.slice(max));
  return [
    ...proposals.filter((one) => !rest.has(one)).map(lineOf),
    ...(more > 0 ? [`and ${more} more held: \`roundsman requests\``] : []),
  ];
}

function lineOf({ id, state, summary }: Told): string {
  return `${inlineCode(id)} ${state}: ${escapeMarkdown(summary)}`;
}

// What became of the decisions and knowledge that a run proposed to keep. Safe Markdown.
export function noteLines({ notes = [], notesTold = [] }: ReportSource): readonly string[] {
  const proposed = notes.map(({ id, kind, state, title }) => {
    const command = `roundsman ${kind === 'decision' ? 'decisions' : 'knowledge'} show ${id}`;
    const how = state === 'proposed' ? `: look with ${inlineCode(command)}` : '';
    return `${inlineCode(id)} ${state}: ${escapeMarkdown(title)}${how}`;
  });
  return [...proposed, ...notesTold.map((one) => escapeMarkdown(one))];
}
