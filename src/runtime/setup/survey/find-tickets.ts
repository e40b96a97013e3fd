/** Folders and files that hold tickets: mails and exports of help desks. Only their beginnings are read. */
import { join } from 'node:path';

import { inspectPath, isReadable, listFolder, readFrom } from '../../../platform/files.ts';
import type { TicketFormat } from '../../../words/ticket.ts';
import { looksLikeTickets, ticketFormatOf } from './looks-like-tickets.ts';

export interface FoundTickets {
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
