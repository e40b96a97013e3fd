/** Folders and files that hold tickets: mails and exports of help desks. Only their beginnings are read. */
import { join } from 'node:path';

import { inspectPath, isReadable, listFolder, readFrom } from '../../../platform/files.ts';
import type { TicketFormat } from '../../../words/ticket.ts';

const ENDINGS: Readonly<Record<string, TicketFormat>> = {
  eml: 'eml',
  mbox: 'mbox',
  csv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  md: 'markdown',
  markdown: 'markdown',
};

/** What a help desk calls the text of a ticket, and what it calls the rest. */
const TEXT = /^(title|subject|summary|name|body|description|message|text|content|comment)$/i;
const REST =
  /^(.*[_ -]?id|key|number|ticket.*|created.*|date|.*_at|opened.*|requester.*|author.*|from|customer.*|e?-?mail|status|priority|labels?|tags?|url)$/i;

interface FoundTickets {
  /** A file or folder, relative to the top. */
  readonly path: string;
  readonly files: number;
  readonly formats: readonly TicketFormat[];
}

export interface TicketSearch {
  /** The one with the most files first. */
  readonly found: readonly FoundTickets[];
  /** Folders with a fitting name in which nothing reads like tickets. */
  readonly without: readonly string[];
  /** In words, for who wonders why nothing was found. */
  readonly looked: readonly string[];
}

const NAME =
  /ticket|support|help-?desk|service-?desk|inbox|feedback|complaint|zendesk|freshdesk|intercom/i;

/** Folders in which a folder or file with a fitting name is looked for too. */
const PARENTS = ['data', 'exports', 'export', 'docs', 'var'];
const LOOKED = [
  'folders and files named for tickets, support, helpdesk, inbox or feedback, also in data/, exports/, docs/ and var/',
  'files in them that end in .eml, .mbox, .csv, .json, .jsonl or .md and read like tickets',
];

const MAX_FILES = 200;
const DEEPEST = 3;
const SAMPLE_BYTES = 64_000;

export async function findTickets(root: string): Promise<TicketSearch> {
  const found: FoundTickets[] = [];
  const without: string[] = [];
  for (const path of await candidates(root)) {
    const tickets = await lookInto(root, path);
    if (tickets !== null) found.push(tickets);
    else if ((await inspectPath(join(root, path)))?.kind === 'folder') without.push(path);
  }
  return {
    found: found.toSorted((left, right) => right.files - left.files),
    without,
    looked: LOOKED,
  };
}

async function candidates(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const parent of ['', ...PARENTS]) {
    for (const name of await listFolder(join(root, parent))) {
      if (NAME.test(name) && !name.startsWith('.'))
        paths.push(parent === '' ? name : `${parent}/${name}`);
    }
  }
  return paths.slice(0, 50);
}

async function lookInto(root: string, path: string): Promise<FoundTickets | null> {
  const formats = new Set<TicketFormat>();
  let files = 0;
  const open = [{ path, depth: 0 }];
  for (let next = open.shift(), seen = 0; next !== undefined; next = open.shift()) {
    const facts = await inspectPath(join(root, next.path));
    if (facts?.kind === 'folder' && next.depth < DEEPEST) {
      const { path: inside, depth } = next;
      const names = await listFolder(join(root, inside));
      open.push(
        ...names.filter(isOurs).map((name) => ({ path: `${inside}/${name}`, depth: depth + 1 })),
      );
    }
    if (facts?.kind !== 'file') continue;
    seen += 1;
    if (seen > MAX_FILES) break;
    const format = await formatOf(join(root, next.path), next.path);
    if (format === null) continue;
    formats.add(format);
    files += 1;
  }
  return files === 0 ? null : { path, files, formats: [...formats].toSorted() };
}

function isOurs(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

async function formatOf(path: string, name: string): Promise<TicketFormat | null> {
  const format = ticketFormatOf(name);
  if (format === null || !(await isReadable(path))) return null;
  const text = (await readFrom(path, 0)).subarray(0, SAMPLE_BYTES).toString('utf8');
  return looksLikeTickets(format, text) ? format : null;
}

/**
 * Whether the beginning of a file reads like tickets. Pure; a guess that is only ever offered to a person.
 * By the ending of a file's name; `null` when tickets are not kept so.
 */
export function ticketFormatOf(name: string): TicketFormat | null {
  const ending = /\.([A-Za-z]{2,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ENDINGS[ending] ?? null;
}

/** @param text the beginning of the file, cut anywhere */
export function looksLikeTickets(format: TicketFormat, text: string): boolean {
  switch (format) {
    case 'eml':
    case 'mbox':
      return /^(From |[A-Z][A-Za-z-]{1,40}: )/.test(text) && /^(Subject|From|Date): /im.test(text);
    case 'csv':
      return fits(csvHeader(text));
    case 'json':
    case 'jsonl':
      return fits(
        [...text.slice(0, 8_000).matchAll(/"([A-Za-z_ -]{1,40})"\s{0,20}:/g)].map(
          (match) => match[1] ?? '',
        ),
      );
    case 'markdown':
      return text.startsWith('---\n') && fits(frontMatterKeys(text));
  }
}

function fits(names: readonly string[]): boolean {
  return names.some((name) => TEXT.test(name)) && names.some((name) => REST.test(name));
}

function csvHeader(text: string): readonly string[] {
  const line =
    text
      .replace(/^\uFEFF/, '')
      .slice(0, 4_000)
      .split(/\r?\n/, 1)[0] ?? '';
  return line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
}

function frontMatterKeys(text: string): readonly string[] {
  const lines = text.slice(4, 4_000).split('\n');
  const end = lines.indexOf('---');
  return lines.slice(0, Math.max(0, end)).map((line) => line.split(':', 1)[0] ?? '');
}
