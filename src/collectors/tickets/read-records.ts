/** Reads the chosen files, each in its format. A file that cannot be read is a problem with its name. */
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import { plural } from '../../words/text.ts';
import type { TicketProblem } from '../../words/ticket.ts';
import type { CollectRequest } from '../contract.ts';
import { MAX_FILE_BYTES, type TicketFile } from './choose-files.ts';
import { readCsv } from './formats/csv-records.ts';
import { decodeText } from './formats/decode-text.ts';
import { readJson, readJsonl } from './formats/json-records.ts';
import { readMarkdown } from './formats/markdown-record.ts';
import { joinThreads } from './mail/join-threads.ts';
import { readMail, type Mail, splitMbox } from './mail/read-mail.ts';
import type { RecordsRead, TicketRecord } from './ticket-record.ts';

interface Request extends Pick<CollectRequest, 'progress' | 'signal'> {
  readonly rule: { readonly items: string | null };
}

type Bytes = Extract<Awaited<ReturnType<typeof readUntrusted>>, { kind: 'content' }>['bytes'];

/** Room for a file that grows while we look. */
const GROWTH = 65_536;
/** Files that are waited for together; few, so that large ones do not lie in memory at once. */
const AT_ONCE = 4;
const PROGRESS_EVERY = 500;

export interface AllRecords extends RecordsRead {
  /** Mails that were there twice. */
  readonly repeated: number;
}

/** What one file gives: mails are put together only when all are there. */
interface FileRead extends RecordsRead {
  readonly mails: readonly Mail[];
}

export async function readRecords(
  files: readonly TicketFile[],
  request: Request,
): Promise<AllRecords> {
  const records: TicketRecord[] = [];
  const problems: TicketProblem[] = [];
  const mails: Mail[] = [];
  for (let index = 0; index < files.length; index += AT_ONCE) {
    request.signal?.throwIfAborted();
    if (index % PROGRESS_EVERY === 0) {
      const done = index === 0 ? '' : `, ${index.toLocaleString('en-US')} done`;
      request.progress(`reading ${plural(files.length, 'file')}${done}`);
    }
    const some = files.slice(index, index + AT_ONCE);
    for (const read of await Promise.all(some.map((file) => readFile(file, request.rule.items)))) {
      for (const record of read.records) records.push(record);
      for (const problem of read.problems) problems.push(problem);
      for (const mail of read.mails) mails.push(mail);
    }
  }
  const threads = joinThreads(mails);
  return { records: [...records, ...threads.records], problems, repeated: threads.repeated };
}

async function readFile(file: TicketFile, items: string | null): Promise<FileRead> {
  const { path, source, size } = file;
  const read = await readUntrusted(path, Math.min(MAX_FILE_BYTES, size + GROWTH));
  if (read.kind === 'nothing') return unread(source, 'it is gone');
  if (read.kind === 'refused') return unread(source, read.reason);
  try {
    return await readBytes(file, { bytes: read.bytes, items });
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    // Nesting that no parser survives, text longer than a string can be: this file's fault, not the run's.
    return unread(source, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function unread(source: string, why: string): FileRead {
  return { records: [], mails: [], problems: [{ source, problem: `not read: ${why}` }] };
}

async function readBytes(
  { format, source }: TicketFile,
  { bytes, items }: { readonly bytes: Bytes; readonly items: string | null },
): Promise<FileRead> {
  if (format === 'eml') return readMails(source, [{ place: source, bytes }]);
  if (format === 'mbox') return readMbox(source, bytes);
  const { text, problem } = decodeText(bytes);
  const read = await readText({ source, text }, { format, items });
  const problems = problem === null ? read.problems : [{ source, problem }, ...read.problems];
  return { records: read.records, problems, mails: [] };
}

async function readText(
  file: { readonly source: string; readonly text: string },
  {
    format,
    items,
  }: {
    readonly format: Exclude<TicketFile['format'], 'eml' | 'mbox'>;
    readonly items: string | null;
  },
): Promise<RecordsRead> {
  switch (format) {
    case 'json':
      return readJson(file, items);
    case 'jsonl':
      return readJsonl(file);
    case 'csv':
      return readCsv(file);
    case 'markdown':
      return readMarkdown(file);
    default:
      return assertNever(format);
  }
}

async function readMbox(source: string, bytes: Bytes): Promise<FileRead> {
  if (bytes.length === 0) return { records: [], problems: [], mails: [] };
  const messages = splitMbox(bytes);
  if (messages === null)
    return unread(source, 'it does not begin with a line `From ` as mbox does');
  return readMails(
    source,
    messages.map(({ line, ...message }) => ({ place: `${source}:${line}`, ...message })),
  );
}

async function readMails(
  source: string,
  parts: readonly {
    readonly place: string;
    readonly bytes: Uint8Array;
    readonly filedAt?: string | null;
  }[],
): Promise<FileRead> {
  const mails: Mail[] = [];
  const problems: TicketProblem[] = [];
  for (const { place, bytes, filedAt = null } of parts) {
    const read = await readMail(bytes, place);
    if (read.kind === 'mail') mails.push({ ...read.mail, date: read.mail.date ?? filedAt });
    else problems.push({ source: place, problem: read.problem });
  }
  if (parts.length === 0) problems.push({ source, problem: 'not read: there is no mail in it' });
  return { records: [], problems, mails };
}
