/** What a message says of a run: redacted, bounded, and no link or picture that would be fetched. */
import { readTextIfThere } from '../platform/files.ts';
import { type Finding, bySeverity } from '../words/finding.ts';
import type { Message, MessageContent, MessageRun } from '../words/message.ts';
import type { Occasion } from '../words/notify.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import { hasFailed } from '../words/run-outcome.ts';
import type { RunView } from '../words/run.ts';
import { escapeMarkdown, oneLine, plural } from '../words/text.ts';

// The words of a message about a run. Pure.

const LONGEST_TITLE = 160;

/** One line: what is wrong first, then what is new, then what waits for a person. */
function runTitle(view: RunView, occasions: readonly Occasion[], held: number): string {
  if (view.state === 'waiting')
    return oneLine(`waits for an answer: ${view.waitingFor ?? ''}`, LONGEST_TITLE);
  const { findings, result } = view;
  const parts = [
    ...(hasFailed(view) || view.skipped !== null ? [formatOutcome(view)] : []),
    ...(occasions.includes('recovered') ? ['works again'] : []),
    ...counted(findings.new, 'new finding'),
    ...counted(findings.regressed, 'finding is back', 'findings are back'),
    ...counted(findings.resolved, 'resolved', 'resolved'),
    ...(result?.changes === 'branch' && result.review === 'pending' ? ['1 branch to review'] : []),
    ...counted(held, 'request waits', 'requests wait'),
    ...counted(view.denied.length, 'thing denied', 'things denied'),
  ];
  return oneLine(parts.length === 0 ? quietWords(view) : parts.join(', '), LONGEST_TITLE);
}

function counted(count: number, one: string, many?: string): readonly string[] {
  return count === 0 ? [] : [plural(count, one, many)];
}

function quietWords(view: RunView): string {
  return view.quiet || view.findings.known === 0
    ? 'nothing new'
    : `nothing new, ${plural(view.findings.known, 'known finding')}`;
}

function runTone(view: RunView, held: number): MessageContent['tone'] {
  if (hasFailed(view)) return 'bad';
  if (view.state === 'waiting') return 'attention';
  const { findings, denied, result } = view;
  const asks = findings.new + findings.regressed + denied.length + held > 0;
  return asks || result?.changes === 'branch' ? 'attention' : 'good';
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n+/;

const MOST_MARKDOWN = 200_000;

/** Without its front matter, and without pictures: a reader who opens the message would fetch them. */
function reportForMessage(report: string): string {
  const text = report.replace(FRONT_MATTER, '').replaceAll('![', '[');
  if (text.length <= MOST_MARKDOWN) return text;
  const note = '\n\n_The report is longer; see the run for the rest._\n';
  // Not in the middle of a character.
  const cut = text.slice(0, MOST_MARKDOWN - note.length).replace(/[\ud800-\udbff]$/, '');
  return `${cut}${note}`;
}

export interface RunToTell {
  readonly view: RunView;
  readonly occasions: readonly Occasion[];
  /** The routine's name. */
  readonly name: string;
  /** The routine's ledger. */
  readonly findings: readonly Finding[];
  /** Proposals of the run that wait for a person. */
  readonly held: number;
  /** Of the original. */
  readonly reportFile: string;
  /** How often it rested before; of one that waits. */
  readonly rests: number;
  /** When it ended, or began to wait. */
  readonly at: string;
  readonly redactor: Redactor;
}

const MOST_FINDINGS = 20;

export async function contentOfRun(run: RunToTell): Promise<MessageContent> {
  const { view, occasions, redactor, held, at } = run;
  const plain = (text: string): string => oneLine(redactor.text(text), 300);
  return {
    key: keyOfRun(run),
    routine: view.routine,
    occasions,
    name: plain(run.name),
    title: plain(runTitle(view, occasions, held)),
    tone: runTone(view, held),
    at,
    run: runFacts(run, plain),
    findings: newest(run).map(({ title, severity, state, location }) => ({
      title: plain(title),
      severity,
      state,
      path: location === null ? null : plain(`${location.path}:${location.line}`),
    })),
    markdown: redactor.text(await textOf(run)),
    heldBack: 0,
  };
}

/** The same for the same end, or the same question. */
export function keyOfRun({ view, rests }: Pick<RunToTell, 'view' | 'rests'>): Message['id'] {
  return view.state === 'waiting' ? `waiting:${view.id}:${rests}` : `run:${view.id}`;
}

function runFacts({ view, held }: RunToTell, plain: (text: string) => string): MessageRun {
  const { id, findings, engine, startedAt, endedAt, branch, reportPath, result } = view;
  return {
    id,
    outcome: plain(formatOutcome(view)),
    engine,
    startedAt,
    endedAt,
    branch: result?.changes === 'branch' ? branch : null,
    counts: {
      new: findings.new + findings.regressed,
      known: findings.known,
      resolved: findings.resolved,
    },
    held,
    reportPath,
  };
}

function newest({ view, findings }: RunToTell): readonly Finding[] {
  return findings
    .filter(
      ({ runs, state }) => runs.at(-1) === view.id && (state === 'new' || state === 'regressed'),
    )
    .toSorted((a, b) => bySeverity(a.severity, b.severity))
    .slice(0, MOST_FINDINGS);
}

async function textOf({ view, reportFile }: RunToTell): Promise<string> {
  if (view.state === 'waiting') return questionText(view);
  const report = await readTextIfThere(reportFile);
  if (report !== null) return reportForMessage(report);
  const { failure, skipped } = view;
  if (skipped !== null) return `Skipped: ${escapeMarkdown(skipped)}\n`;
  if (failure === null) return 'It left no report.\n';
  return `${escapeMarkdown(failure.message)}\n\n${escapeMarkdown(failure.hint)}\n`;
}

function questionText({ id, question, until, waitingFor }: RunView): string {
  const options = (question?.options ?? []).map((option) => `- ${escapeMarkdown(option)}`);
  return [
    escapeMarkdown(question?.question ?? waitingFor ?? ''),
    ...(options.length === 0 ? [] : [options.join('\n')]),
    until === null ? 'It waits as long as it takes.' : `It waits until ${until}.`,
    `Answer it: \`roundsman answer ${id} "…"\``,
  ].join('\n\n');
}
