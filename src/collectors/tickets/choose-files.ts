/**
 * Which files of a folder are read, and as what. Sorted, so that the same folder always reads the same.
 *
 * Hidden files, links and READMEs are passed over; a file that would have been read but for that is named as a
 * problem. Files whose ending goes with no format are counted together, an ending a line.
 */
import { posix } from 'node:path';

import { inspectPath, listFolder, resolveLinks } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { TicketFormat, TicketProblem } from '../../words/ticket.ts';
import type { LocatedPath } from './locate-path.ts';

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
