/**
 * The channel `file`: a Markdown file in a folder of this machine. Its name holds the message's id and it is created
 * exclusively, whole or not at all: a second try finds it there, also by the id alone where the zone of its date is another one now.
 */
import { join } from 'node:path';

import { createExclusively, listFolder } from '../../platform/files.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import { localDateOf } from '../../words/local-time.ts';
import type { Message } from '../../words/message.ts';
import type { Channel, SendRequest } from '../contract.ts';
import type { SendResult } from '../messages/send-result.ts';
import { messagePage } from './message-page.ts';
import { openFolder } from './open-folder.ts';

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
  ENOTDIR: 'a part of it is no folder',
  EEXIST: 'a part of it is no folder',
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
