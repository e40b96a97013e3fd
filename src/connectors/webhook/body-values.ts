/** What a body can name. Everything that it does not have is blank, so that `{{#if}}` can ask. */
import { markdownPlain } from '../../markup/markdown-plain.ts';
import type { TemplateValue, Template } from '../../markup/strict-template.ts';
import { readText } from '../../platform/files.ts';
import { packageFile } from '../../platform/package.ts';
import { shortIdOf } from '../../words/ids.ts';
import { beforeRunFacts } from '../../words/markdown-lines.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import { plural, oneLine } from '../../words/text.ts';
import type { SendSurroundings } from '../channel.ts';
import { plainText } from './tame-text.ts';

/**
 * A report for a chat, where lines have any length and no Markdown is shown: what was found, and not the table of facts,
 * which no chat has room for. What comes out is as hostile as what went in.
 * @param most characters that there is room for; little more than them is made
 */
export function reportText(markdown: string, most: number): string {
  return markdownPlain(beforeRunFacts(markdown).slice(0, most * 3), {
    width: Number.POSITIVE_INFINITY,
    underlined: false,
  }).trim();
}

/** How much of a message a body gets; what is left out is counted. */
export interface BodyRoom {
  readonly contents: number;
  /** Of each content. */
  readonly findings: number;
  /** Characters of each report. */
  readonly text: number;
}

export type BodyValues = { readonly [key: string]: TemplateValue };

export interface BodySubject {
  readonly message: Message;
  readonly workspace: SendSurroundings['workspace'];
  readonly pageUrl: string | null;
  /** Of ntfy alone; blank elsewhere. */
  readonly topic: string;
}

const TONES = ['good', 'attention', 'bad'] as const;

export function bodyValues(subject: BodySubject, room: BodyRoom): BodyValues {
  const { message, workspace, pageUrl, topic } = subject;
  const { contents } = message;
  const shown = contents.slice(0, room.contents);
  const tone = TONES.findLast((one) => contents.some((content) => content.tone === one)) ?? 'good';
  return {
    id: message.id,
    workspace: line(workspace.name),
    routine: message.routine,
    topic,
    at: contents.at(-1)?.at ?? message.createdAt,
    headline: headlineOf(contents),
    count: contents.length,
    several: contents.length > 1,
    left: contents.length - shown.length,
    ...toneValues(tone),
    link: contents.length === 1 ? linkOf(contents[0], pageUrl) : (pageUrl ?? ''),
    contents: shown.map((content) => contentValues(content, subject, room)),
  };
}

function headlineOf(contents: readonly MessageContent[]): string {
  const [first] = contents;
  if (first === undefined) return '';
  if (contents.length === 1) return `${line(first.name)}: ${line(first.title)}`;
  const names = new Set(contents.map(({ name }) => name));
  const of = names.size === 1 ? line(first.name) : plural(names.size, 'routine');
  return `${plural(contents.length, 'message')} of ${of}`;
}

function contentValues(
  content: MessageContent,
  { message, pageUrl }: BodySubject,
  room: BodyRoom,
): BodyValues {
  const { run, findings } = content;
  const told = findings.slice(0, room.findings);
  return {
    key: content.key,
    routine: content.routine ?? message.routine,
    name: line(content.name),
    title: line(content.title),
    occasions: content.occasions,
    at: content.at,
    ...toneValues(content.tone),
    link: linkOf(content, pageUrl),
    command: run === null ? '' : `roundsman show ${shortIdOf(run.id)}`,
    run: run === null ? false : runValues(run),
    findings: told.map((finding) => ({
      title: line(finding.title),
      severity: line(finding.severity),
      state: line(finding.state),
      path: line(finding.path ?? ''),
    })),
    findingsLeft: findings.length - told.length,
    text: room.text === 0 ? '' : plainText(reportText(content.markdown, room.text), room.text),
    markdown: room.text === 0 ? '' : plainText(content.markdown, room.text),
    heldBack: content.heldBack,
  };
}

function runValues(run: NonNullable<MessageContent['run']>): BodyValues {
  return {
    id: run.id,
    outcome: line(run.outcome),
    engine: line(run.engine),
    startedAt: run.startedAt ?? '',
    endedAt: run.endedAt ?? '',
    branch: line(run.branch ?? ''),
    counts: run.counts,
    held: run.held,
    reportPath: line(run.reportPath ?? ''),
  };
}

/** Handlebars has no comparisons. */
function toneValues(tone: MessageContent['tone']): BodyValues {
  return {
    tone,
    isGood: tone === 'good',
    isAttention: tone === 'attention',
    isBad: tone === 'bad',
  };
}

function linkOf(content: MessageContent | undefined, pageUrl: string | null): string {
  if (pageUrl === null) return '';
  const run = content?.run ?? null;
  return run === null ? pageUrl : `${pageUrl.replace(/\/+$/, '')}/runs/${run.id}`;
}

function line(text: string): string {
  return plainText(text.replace(/\s+/g, ' ').trim(), 1_000);
}

// The template of a body: one that ships, or a file of the repository. Files are read from the commit that says what is
// active, as definitions are, never from what happens to be checked out: to look at an agent's branch must not send what
// is on it.
export const SHIPPED_BODIES = ['json', 'slack', 'teams', 'discord', 'ntfy'] as const;
export type ShippedBody = (typeof SHIPPED_BODIES)[number];

export type FoundBody =
  | { readonly kind: 'shipped'; readonly name: ShippedBody; readonly template: Template }
  | { readonly kind: 'own'; readonly template: Template }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export type BodyPlace = Pick<SendSurroundings, 'definitions' | 'env'>;

const MAX_LENGTH = 100_000;

export function shippedBody(name: string): ShippedBody | null {
  return SHIPPED_BODIES.find((one) => one === name) ?? null;
}

export async function readBodyTemplate(body: string, place: BodyPlace): Promise<FoundBody> {
  const name = shippedBody(body);
  if (name === null) return readOwn(body, place);
  const path = packageFile(`dist/connectors/webhook/bodies/${name}.hbs`);
  return { kind: 'shipped', name, template: { name: `${name}.hbs`, source: await readText(path) } };
}

async function readOwn(path: string, { definitions, env }: BodyPlace): Promise<FoundBody> {
  const shown = oneLine(path, 200);
  if (definitions === null)
    return refused(
      `there is no commit to read the body ${shown} from`,
      `Name a body that ships: ${SHIPPED_BODIES.join(', ')}.`,
    );
  // Most webhooks have a body that ships: those need no git.
  const { readFileOfCommit } = await import('../../git/read-file-at.ts');
  const { gitEnvironment } = await import('../../git/git-environment.ts');
  const { gitDir, commit } = definitions;
  const context = { cwd: gitDir, env: gitEnvironment(env) };
  const source = await readFileOfCommit(context, commit, path);
  if (source === null)
    return refused(
      `there is no file ${shown} at ${commit.slice(0, 12)} to make the body with`,
      `Commit it, or name a body that ships: ${SHIPPED_BODIES.join(', ')}.`,
    );
  if (source.length > MAX_LENGTH)
    return refused(
      `the body ${shown} has more than ${MAX_LENGTH.toLocaleString('en-US')} characters`,
      'A body is a template; what it is filled with comes from the message.',
    );
  return { kind: 'own', template: { name: shown, source } };
}

function refused(why: string, hint: string): FoundBody {
  return { kind: 'refused', why, hint };
}
