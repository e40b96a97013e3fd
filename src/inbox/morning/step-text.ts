/** The full text of a step: for a pager, and for an editor. Texts are hostile; the code that shows them cleans them. */
import { findMessage } from '../../connections/messages/list-messages.ts';
import { formatTarget, formatMessageState } from '../../connections/messages/message-view.ts';
import { findProposal } from '../../connections/requests/decide-proposals.ts';
import { findFinding } from '../../ledger/decide-findings.ts';
import { writeNoteText } from '../../ledger/note-text.ts';
import { editableWords } from '../../ledger/requests/edit-item-act.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { readReport } from '../../reports/reports.ts';
import { waitingRun } from '../../runtime/questions.ts';
import { assertNever } from '../../words/errors.ts';
import { localTime } from '../../words/local-time.ts';
import { newestVersion } from '../../words/note.ts';
import { toRunView } from '../../words/run-view.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { storedRun } from '../../workspace/stored-run.ts';
import { type InboxEntry, linkOf, runOf } from '../inbox-entry.ts';

const MAX_DIFF_BYTES = 400_000;

export async function stepText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  switch (entry.kind) {
    case 'question':
      return questionText(workspace, entry);
    case 'failed-run':
    case 'report':
      return reportText(workspace, entry);
    case 'message':
      return messageText(workspace, entry);
    case 'finding':
      return findingText(workspace, entry);
    case 'proposal':
    case 'note':
      return editableText(workspace, entry);
    case 'pull-request':
      return pullRequestText(workspace, entry);
    case 'change-set':
      return setText(workspace, entry);
    default:
      return assertNever(entry.kind);
  }
}

/** What a person changes in an editor: a note, an item, or the name of a push. */
export async function editableText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  if (entry.kind === 'note') {
    const note = await workspace.notes.read(linkOf(entry, 'note'));
    return note === null ? '' : writeNoteText(newestVersion(note));
  }
  const proposal = findProposal(await workspace.proposals.list(), linkOf(entry, 'proposal'));
  return `${editableWords(proposal)}\n`;
}

async function questionText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  const { question } = (await waitingRun(workspace, runOf(entry))).phase;
  return lines([
    question.question,
    ...question.options.map((one, at) => `${at + 1}. ${one}`),
    labelled('Without an answer', question.default),
    labelled('Why', question.why),
    labelled('Files', question.files?.join(', ')),
    labelled('Item', question.item),
  ]);
}

/** Without a report what is known of the run itself. */
async function reportText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  const view = toRunView(await storedRun(workspace, runOf(entry)));
  const report = await readReport(workspace, view).catch(() => null);
  const { failure, notices } = view;
  return lines([
    labelled('Failed', failure?.message),
    labelled('Next step', failure?.hint),
    ...notices,
    report?.markdown ?? 'It left no report.',
  ]);
}

async function findingText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  const { title, severity, location, body, firstSeen, item } = await findFinding(
    workspace,
    linkOf(entry, 'finding'),
  );
  const place = location === null ? null : `${location.path}:${location.line}`;
  return lines([
    title,
    labelled('Severity', severity),
    labelled('Where', place),
    labelled('First seen', localTime(firstSeen, hostTimezone())),
    labelled('Item', item),
    '',
    body,
  ]);
}

async function messageText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  const message = await findMessage(workspace, linkOf(entry, 'message'));
  const { id, target, contents } = message;
  return lines([
    labelled('Message', id),
    labelled('To', formatTarget(target)),
    labelled('State', formatMessageState(message)),
    ...contents.flatMap(({ name, title, markdown }) => ['', `${name}: ${title}`, '', markdown]),
  ]);
}

async function pullRequestText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  const link = await workspace.review.pullRequests.read(linkOf(entry, 'pullRequest'));
  if (link === null) return lines([entry.title, entry.why]);
  const remarks = (link.seen.unheard ?? []).flatMap(({ by, at, text }) => [
    '',
    `${by}, ${at}:`,
    text,
  ]);
  return lines([
    entry.title,
    labelled('At', link.url),
    labelled('Why', entry.why),
    labelled('Branch', link.branch),
    labelled('Into', link.base),
    labelled('Checks', link.checks),
    ...remarks,
  ]);
}

async function setText(workspace: Workspace, entry: InboxEntry): Promise<string> {
  const { readBranchDiff } = await import('../../review/read-branch-diff.ts');
  const texts: string[] = [entry.title, entry.why];
  for (const branch of entry.links.branches ?? []) {
    const asked = { branch, path: null, offset: 0, most: MAX_DIFF_BYTES };
    const diff = await readBranchDiff(workspace, asked);
    const cut = diff.next === null ? '' : `\n(cut: see roundsman review diff ${branch})`;
    texts.push('', `# ${branch}`, ...diff.files, '', `${diff.text}${cut}`);
  }
  return texts.join('\n');
}

function labelled(label: string, value: string | null | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : `${label}: ${value}`;
}

function lines(texts: readonly (string | null)[]): string {
  return `${texts.filter((text) => text !== null).join('\n')}\n`;
}
