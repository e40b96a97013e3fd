/** What a message says of a run: redacted, bounded, and no link or picture that would be fetched. */
import { readTextIfThere } from '../platform/files.ts';
import type { Finding } from '../words/finding.ts';
import type { Message, MessageContent, MessageRun } from '../words/message.ts';
import type { Occasion } from '../words/notify.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import type { RunView } from '../words/run.ts';
import { escapeMarkdown, oneLine } from '../words/text.ts';
import { reportForMessage, runTitle, runTone } from './messages/run-content.ts';

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
const SEVERITIES = ['high', 'medium', 'low', 'info'];

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
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
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
