/** A message as a Markdown page. What agents wrote stays their Markdown; what we say of it cannot be taken for it. */
import { localMinuteOf } from '../../words/local-time.ts';
import type { Message, MessageContent, MessageRun } from '../../words/message.ts';
import { escapeMarkdown, inlineCode, plural, stripControls } from '../../words/text.ts';
import type { SendSurroundings } from '../contract.ts';

type Around = Pick<SendSurroundings, 'workspace' | 'pageUrl'>;

export function messagePage(message: Message, around: Around): string {
  const parts = message.contents.map((content) => contentPart(content, around));
  const from = `${escapeMarkdown(around.workspace.name)}, message ${message.id}`;
  return `${parts.join('\n\n---\n\n')}\n\n---\n\n_Roundsman, ${from}_\n`;
}

function contentPart(content: MessageContent, around: Around): string {
  const { name, title, at, run, heldBack } = content;
  const when = localMinuteOf(new Date(at), around.workspace.timezone);
  const held =
    heldBack === 0 ? [] : [`- ${plural(heldBack, 'more')} of the same kind since the last message`];
  const facts = [
    `- ${when} (${around.workspace.timezone})`,
    ...held,
    ...(run === null ? [] : runLines(run, around.pageUrl)),
  ];
  const found = content.findings.map(findingLine);
  return [
    `# ${escapeMarkdown(name)}: ${escapeMarkdown(title)}`,
    facts.join('\n'),
    ...(found.length === 0 ? [] : [found.join('\n')]),
    stripControls(content.markdown).trim(),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function runLines(run: MessageRun, pageUrl: string | null): readonly string[] {
  const { new: fresh, known, resolved } = run.counts;
  return [
    `- ${escapeMarkdown(run.outcome)}, by ${escapeMarkdown(run.engine)}`,
    `- ${fresh} new, ${known} known, ${resolved} resolved`,
    ...(run.branch === null ? [] : [`- branch ${inlineCode(run.branch)}`]),
    ...(run.held === 0 ? [] : [`- ${plural(run.held, 'proposal waits', 'proposals wait')}`]),
    ...(run.reportPath === null ? [] : [`- report: ${inlineCode(run.reportPath)}`]),
    `- \`roundsman show ${run.id}\``,
    ...(pageUrl === null ? [] : [`- ${pageUrl}/runs/${run.id}`]),
  ];
}

function findingLine({ title, severity, state, path }: MessageContent['findings'][number]): string {
  const where = path === null ? '' : `, ${inlineCode(path)}`;
  return `- ${state}, ${severity}: ${escapeMarkdown(title)}${where}`;
}
