/**
 * Which files of a folder are read, and as what. Sorted, so that the same folder always reads the same.
 *
 * Hidden files, links and READMEs are passed over; a file that would have been read but for that is named as a
 * problem. Files whose ending goes with no format are counted together, an ending a line.
 */
import { posix, isAbsolute, join, relative, resolve } from 'node:path';

import { inspectPath, listFolder, resolveLinks, readlink } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { TicketFormat, TicketProblem } from '../../words/ticket.ts';
import type { CollectRequest } from '../contract.ts';

export const MAX_FILES = 20_000;
export const MAX_FILE_BYTES = 50_000_000;
export const MAX_ALL_BYTES = 500_000_000;
const MAX_DEPTH = 40;

const FORMAT_BY_ENDING: Readonly<Record<string, TicketFormat>> = {
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  eml: 'eml',
  mbox: 'mbox',
  mbx: 'mbox',
};

export interface TicketFile {
  /** Absolute. */
  readonly path: string;
  /** For people. */
  readonly source: string;
  readonly format: TicketFormat;
  readonly size: number;
}

export interface ChosenFiles {
  readonly files: readonly TicketFile[];
  readonly problems: readonly TicketProblem[];
}

interface Choice {
  readonly format: 'auto' | TicketFormat;
  readonly files: TicketFile[];
  readonly problems: TicketProblem[];
  /** By ending, how many files go with no format. */
  readonly unknown: Map<string, number>;
  bytes: number;
  /** How many files were not read since a limit was hit. */
  beyond: number;
}

/** Throws an AppError for a single file that goes with no format. */
export async function chooseFiles(
  located: LocatedPath,
  format: 'auto' | TicketFormat,
): Promise<ChosenFiles> {
  if (located.kind === 'file') return chooseOne(located, format);
  const choice: Choice = {
    format,
    files: [],
    problems: [],
    unknown: new Map(),
    bytes: 0,
    beyond: 0,
  };
  await walk(located.path, located.label, { choice, depth: 0 });
  const { files, problems } = choice;
  return { files, problems: [...problems, ...summaries(located.label, choice)] };
}

function chooseOne({ path, label, size }: LocatedPath, wanted: 'auto' | TicketFormat): ChosenFiles {
  const format = wanted === 'auto' ? formatOf(path) : wanted;
  if (format === null) {
    throw new AppError('invalid-definition', {
      code: 'format-unknown',
      message: `${label}: no format goes by the ending of this file`,
      hint: 'Give `tickets` a `format`: json, jsonl, csv, markdown, eml or mbox.',
    });
  }
  const tooLarge = sizeProblem(size);
  if (tooLarge !== null) return { files: [], problems: [{ source: label, problem: tooLarge }] };
  return { files: [{ path, source: label, format, size }], problems: [] };
}

async function walk(
  folder: string,
  label: string,
  { choice, depth }: { readonly choice: Choice; readonly depth: number },
): Promise<void> {
  if (depth > MAX_DEPTH) {
    const problem = `not read: more than ${MAX_DEPTH} folders deep`;
    choice.problems.push({ source: label, problem });
    return;
  }
  for (const name of await listFolder(folder)) {
    const path = posix.join(folder, name);
    const source = `${label === '/' ? '' : label}/${oneLine(name)}`;
    const facts = await inspectPath(path);
    if (facts === null) continue;
    if (facts.kind === 'folder') {
      if (!name.startsWith('.')) await walk(path, source, { choice, depth: depth + 1 });
      else if (name !== '.git') {
        choice.problems.push({ source, problem: 'not read: it is a hidden folder' });
      }
    } else if (facts.kind === 'link' && (await leadsToFolder(path))) {
      choice.problems.push({ source, problem: 'not read: it is a symbolic link to a folder' });
    } else {
      consider({ path, source, size: facts.size, kind: facts.kind }, choice);
    }
  }
}

async function leadsToFolder(link: string): Promise<boolean> {
  const target = await resolveLinks(link);
  return target !== null && (await inspectPath(target))?.kind === 'folder';
}

interface Candidate {
  readonly path: string;
  readonly source: string;
  readonly size: number;
  readonly kind: 'file' | 'link' | 'other';
}

function consider(candidate: Candidate, choice: Choice): void {
  const { path, source, size, kind } = candidate;
  const name = posix.basename(path);
  const format = choice.format === 'auto' ? formatOf(path) : choice.format;
  if (format === null) {
    if (!name.startsWith('.')) countUnknown(choice.unknown, posix.extname(name));
    return;
  }
  const problem = whyPassedOver(name, kind, choice) ?? sizeProblem(size);
  if (problem !== null) {
    choice.problems.push({ source, problem });
  } else if (choice.files.length >= MAX_FILES || choice.bytes + size > MAX_ALL_BYTES) {
    choice.beyond += 1;
  } else {
    choice.bytes += size;
    choice.files.push({ path, source, format, size });
  }
}

function whyPassedOver(name: string, kind: Candidate['kind'], { format }: Choice): string | null {
  if (kind === 'link') return 'not read: it is a symbolic link';
  if (kind === 'other') return 'not read: it is not a regular file';
  if (name.startsWith('.')) return 'not read: it is hidden';
  if (format === 'auto' && /^readme\.(md|markdown)$/i.test(name)) {
    return 'not read: a README is not a ticket';
  }
  return null;
}

function sizeProblem(size: number): string | null {
  if (size <= MAX_FILE_BYTES) return null;
  return `not read: it has ${megabytes(size)}, the limit is ${megabytes(MAX_FILE_BYTES)} a file`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

function formatOf(path: string): TicketFormat | null {
  const name = posix.basename(path).toLowerCase();
  const ending = name === 'mbox' ? 'mbox' : posix.extname(name).slice(1);
  return Object.hasOwn(FORMAT_BY_ENDING, ending) ? (FORMAT_BY_ENDING[ending] ?? null) : null;
}

function countUnknown(unknown: Map<string, number>, ending: string): void {
  const key = unknown.size < 50 || unknown.has(ending) ? ending : 'other';
  unknown.set(key, (unknown.get(key) ?? 0) + 1);
}

function summaries(label: string, { unknown, beyond }: Choice): readonly TicketProblem[] {
  const endings = [...unknown].map(([ending, count]) => {
    const which = ending === '' ? 'without an ending' : `ending in ${oneLine(ending, 40)}`;
    const problem = `not read: ${plural(count, 'file')} ${which}, which goes with no format`;
    return { source: label, problem };
  });
  if (beyond === 0) return endings;
  const limits = `${plural(MAX_FILES, 'file')} and ${megabytes(MAX_ALL_BYTES)} are the limit`;
  const problem = `not read: ${plural(beyond, 'more file')}, because ${limits}`;
  return [{ source: label, problem }, ...endings];
}

// From `tickets.path` to the file or folder it names, or an error that says what to write.
interface LocatedPath {
  readonly kind: 'file' | 'folder';
  /** Absolute. */
  readonly path: string;
  /** As the routine has it, without a slash at its end; places are named under it. */
  readonly label: string;
  readonly size: number;
}

type Request = Pick<CollectRequest, 'root' | 'home'>;

/** Throws an AppError when nothing is there, or when the way leads where the routine does not say. */
export async function locatePath(written: string, request: Request): Promise<LocatedPath> {
  const path = absolutePath(written, request);
  const label = oneLine(written).replace(/(?<=[^/])\/+$/, '');
  const facts = await inspectPath(path);
  if (facts === null) throw nothingThere(label, path);
  if (facts.kind === 'link') {
    throw refused(
      `${label} is a symbolic link`,
      `Write the path it leads to as \`tickets.path\`: ${oneLine(await readlink(path))}.`,
    );
  }
  if (facts.kind === 'other') {
    throw refused(
      `${label} is neither a file nor a folder`,
      'Give `tickets.path` a file or a folder of tickets.',
    );
  }
  if (!isAbsolute(written) && !isUnderHome(written)) await staysInside(path, label, request);
  return { kind: facts.kind, path, label, size: facts.size };
}

function absolutePath(written: string, { root, home }: Request): string {
  if (isUnderHome(written)) {
    if (home !== null) return join(home, written.slice(1));
    throw new AppError('missing', {
      code: 'home-unknown',
      message: `${oneLine(written)} is under the home folder, and HOME is not set`,
      hint: 'Give `tickets.path` an absolute path, or set HOME.',
    });
  }
  if (isAbsolute(written)) return resolve(written);
  if (root !== null) return resolve(root, written);
  throw new AppError('missing', {
    code: 'no-checkout',
    message: `${oneLine(written)} is relative to a checkout, and this repository is bare`,
    hint: 'Give `tickets.path` an absolute path, or one that begins with `~/`.',
  });
}

function isUnderHome(written: string): boolean {
  return written === '~' || written.startsWith('~/');
}

/** A folder on the way that is a link must not lead out of the repository: what a merge brings could point anywhere. */
async function staysInside(path: string, label: string, { root }: Request): Promise<void> {
  if (root === null || isOutside(relative(root, path))) return;
  const [realRoot, realPath] = await Promise.all([resolveLinks(root), resolveLinks(path)]);
  if (realRoot === null || realPath === null || !isOutside(relative(realRoot, realPath))) return;
  throw refused(
    `${label} leads out of the repository, through a symbolic link`,
    `Write the path it leads to as \`tickets.path\`: ${oneLine(realPath)}.`,
  );
}

function isOutside(way: string): boolean {
  return way === '..' || way.startsWith('../') || isAbsolute(way);
}

function nothingThere(label: string, path: string): AppError {
  return new AppError('missing', {
    code: 'tickets-missing',
    message: `there is no file or folder ${label}${label === path ? '' : ` (looked at ${oneLine(path)})`}`,
    hint: 'Put the tickets there, or give `tickets.path` the file or folder that has them: relative to the repository, absolute, or under `~/`.',
  });
}

function refused(message: string, hint: string): AppError {
  return new AppError('refused', { code: 'tickets-refused', message, hint });
}
