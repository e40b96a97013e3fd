/**
 * The channel `file`: a Markdown file in a folder of this machine. Its name holds the message's id and it is created
 * exclusively, whole or not at all: a second try finds it there, also by the id alone where the zone of its date is another one now.
 */
import { join, dirname, sep } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import {
  createExclusively,
  listFolder,
  inspectPath,
  makeFolder,
  resolveLinks,
} from '../../platform/files.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import { localDateOf, localMinuteOf } from '../../words/local-time.ts';
import type { Message, MessageContent, MessageRun } from '../../words/message.ts';
import { escapeMarkdown, inlineCode, plural, stripControls } from '../../words/text.ts';
import type { Channel, SendRequest, SendSurroundings, SendResult } from '../channel.ts';

const HINT = 'Name a folder of your own under notify.file, such as ~/digests.';

export const fileChannel: Channel<'file'> = {
  kind: 'file',
  send: async (request) => {
    const { target, surroundings } = request;
    if (surroundings.signal.aborted) return { kind: 'retry', why: 'it was to end' };
    try {
      const folder = await openFolder(target.folder, surroundings.env);
      if (folder.kind === 'refused') return folder;
      const there = request.message.tries > 1 ? await earlierPage(folder.path, request) : null;
      if (there !== null) return { kind: 'sent', receipt: alreadyAt(there) };
      return await writePage(join(folder.path, fileName(request)), request);
    } catch (thrown) {
      return whyNot(thrown, target.folder);
    }
  },
};

async function writePage(
  path: string,
  { message, surroundings }: SendRequest<'file'>,
): Promise<SendResult> {
  const text = surroundings.redactor.text(messagePage(message, surroundings));
  const isNew = await createExclusively(path, text);
  await surroundings.probe('message/file-placed');
  return { kind: 'sent', receipt: isNew ? path : alreadyAt(path) };
}

async function earlierPage(
  folder: string,
  { message }: SendRequest<'file'>,
): Promise<string | null> {
  const name = (await listFolder(folder)).find((one) => one.endsWith(`-${message.id}.md`));
  return name === undefined ? null : join(folder, name);
}

function alreadyAt(path: string): string {
  return `${path} was there already`;
}

/** `2026-11-21-todo-sweep-M-0123456789ab.md` */
function fileName({ message, surroundings }: SendRequest<'file'>): string {
  const date = localDateOf(new Date(message.createdAt), surroundings.workspace.timezone);
  return `${date}-${subjectOf(message)}-${message.id}.md`;
}

function subjectOf({ routine, contents }: Message): string {
  const others = contents.some((content) => (content.routine ?? routine) !== routine);
  return others ? 'several-routines' : routine;
}

/** What a person has to set right is not tried again; a full disk is. */
const FOR_GOOD: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'it is on a file system that is only read',
  ENOTDIR: 'a part of it is not a folder',
  EEXIST: 'a part of it is not a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
};

function whyNot(thrown: unknown, folder: string): SendResult {
  const code = systemErrorCode(thrown) ?? '';
  const reason = FOR_GOOD[code];
  const hint = 'Name another folder under notify.file, or make that one writable.';
  if (reason !== undefined) return { kind: 'refused', why: `${folder}: ${reason}`, hint };
  if (code === '') throw thrown;
  const full = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
  return { kind: 'retry', why: `${folder}: ${full}` };
}

type Around = Pick<SendSurroundings, 'workspace' | 'pageUrl'>;

/** A message as a Markdown page. What agents wrote stays their Markdown; what we say of it cannot be taken for it. */
function messagePage(message: Message, around: Around): string {
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
    ...(run.held === 0 ? [] : [`- ${plural(run.held, 'request waits', 'requests wait')}`]),
    ...(run.reportPath === null ? [] : [`- report: ${inlineCode(run.reportPath)}`]),
    `- \`roundsman show ${run.id}\``,
    ...(pageUrl === null ? [] : [`- ${pageUrl}/runs/${run.id}`]),
  ];
}

function findingLine({ title, severity, state, path }: MessageContent['findings'][number]): string {
  const where = path === null ? '' : `, ${inlineCode(path)}`;
  return `- ${state}, ${severity}: ${escapeMarkdown(title)}${where}`;
}

/** The folder that files of messages go to: made when it is missing, refused where they have no business. */
type OpenedFolder =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

/** Throws what the file system says. */
async function openFolder(folder: string, env: Environment): Promise<OpenedFolder> {
  const path = placeOf(folder, env);
  if (path === null)
    return refused(`${folder} is neither absolute nor below ~/, or it holds \`..\``);
  const real = await realPlace(path);
  if (real === null) return refused(`${folder} is a link, or lies below one of your home folder`);
  const why = await whyNotThere(real, env);
  if (why !== null) return refused(`${folder} ${why}`);
  await makeFolder(path, 0o700);
  // Another process may have changed the place meanwhile.
  return (await realPlace(path)) === real
    ? { kind: 'open', path: real }
    : refused(`${folder} moved`);

  async function realPlace(place: string): Promise<string | null> {
    const from = folder.startsWith('~/') ? homeFolder(env) : dirname(place);
    return (await hasLink(from, place)) ? null : nearestReal(place);
  }
}

function refused(why: string): OpenedFolder {
  return { kind: 'refused', why, hint: HINT };
}

function placeOf(written: string, env: Environment): string | null {
  const folder = written.replace(/\/+$/, '');
  if (folder.split('/').includes('..') || folder.includes('\0')) return null;
  if (folder.startsWith('~/')) return join(homeFolder(env), folder.slice(2));
  return folder.startsWith('/') ? join(folder) : null;
}

/** Between `from`, which may be one itself, and the place. */
async function hasLink(from: string, place: string): Promise<boolean> {
  for (let path = place; path.length > from.length && path !== '/'; path = dirname(path)) {
    if ((await inspectPath(path))?.kind === 'link') return true;
  }
  return false;
}

/** As far as it is there without its links, then as it is written. */
async function nearestReal(path: string): Promise<string> {
  const real = await resolveLinks(path);
  if (real !== null || path === '/') return real ?? path;
  return join(await nearestReal(dirname(path)), path.slice(path.lastIndexOf(sep) + 1));
}

async function whyNotThere(path: string, env: Environment): Promise<string | null> {
  for (const state of await stateFolders(env)) {
    if (path === state || path.startsWith(`${state}${sep}`))
      return 'is in the state folder of Roundsman';
  }
  if (path.split(sep).includes('.git')) return 'is in the .git of a repository';
  for (let above = path; above !== '/'; above = dirname(above)) {
    if (await isGitFolder(above)) return 'is in a git repository’s own folder';
  }
  return null;
}

async function stateFolders(env: Environment): Promise<readonly string[]> {
  const base = env['XDG_STATE_HOME'] ?? join(homeFolder(env), '.local', 'state');
  const named = env['ROUNDSMAN_STATE_DIR'] ?? '';
  const places = [join(base, 'roundsman'), ...(named === '' ? [] : [named])];
  return Promise.all(places.map((one) => nearestReal(one)));
}

async function isGitFolder(path: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => inspectPath(join(path, name))),
  );
  return head?.kind === 'file' && objects?.kind === 'folder' && refs?.kind === 'folder';
}
