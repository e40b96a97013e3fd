/** Looking into records of strangers: own properties only, so that `__proto__` is a name like any other. */
import { isRecord } from '../../../platform/json.ts';
import { stripControls } from '../../../words/text.ts';
import { htmlToText, looksLikeHtml } from '../formats/html-text.ts';

/** What stands at a dotted path; a whole name with dots goes before a way down. `undefined` when nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
  let at = value;
  for (const name of path.split('.')) {
    if (Array.isArray(at)) {
      const list: readonly unknown[] = at;
      at = /^\d{1,6}$/.test(name) ? list[Number(name)] : list.map((one) => ownValue(one, name));
    } else at = ownValue(at, name);
    if (at === undefined) return undefined;
  }
  return at;
}

function ownValue(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

// What a value of a record says, as text: whatever exports put where a title, body or name is meant.

/** In an object, the first of these that says something. */
const SAYING = [
  'text',
  'body',
  'plain_body',
  'value',
  'content',
  'displayName',
  'display_name',
  'name',
  'login',
  'username',
  'email',
  'emailAddress',
  'html',
];
/** Parts of Atlassian's document format that end a line. */
const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'codeBlock', 'hardBreak', 'tableRow']);
const MAX_DEPTH = 30;
const MAX_TEXT = 200_000;

/** `null` when it says nothing. Lists are joined line by line. */
export function textOf(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    const parts = value.slice(0, 1_000).flatMap((one) => textOf(one, depth + 1) ?? []);
    return parts.length === 0 ? null : parts.join('\n');
  }
  if (!isRecord(value)) return null;
  if (value['type'] === 'doc' && Array.isArray(value['content'])) {
    const text = documentText(value, 0).trim();
    return text === '' ? null : text.slice(0, MAX_TEXT);
  }
  for (const name of SAYING) {
    if (!Object.hasOwn(value, name)) continue;
    const text = textOf(value[name], depth + 1);
    if (text !== null) return text;
  }
  return null;
}

function documentText(node: unknown, depth: number): string {
  if (!isRecord(node) || depth > MAX_DEPTH) return '';
  const own = typeof node['text'] === 'string' ? node['text'] : '';
  const inner = Array.isArray(node['content'])
    ? node['content'].map((child) => documentText(child, depth + 1)).join('')
    : '';
  const ends = typeof node['type'] === 'string' && BLOCKS.has(node['type']);
  return `${own}${inner}${ends ? '\n' : ''}`;
}

// A ticket's text, whatever form it has: plain, HTML, a document, a list of messages.

/** Characters of a body that are looked at; more than is ever shown, so that masks are made before the cut. */
export const MAX_READ = 24_000;

/** Line breaks kept, control characters gone; empty when nothing is said. */
export async function bodyText(values: readonly unknown[]): Promise<string> {
  for (const value of values) {
    const raw = textOf(value);
    if (raw === null) continue;
    const some = raw.slice(0, MAX_READ * 8);
    const text = looksLikeHtml(some) ? await htmlToText(some) : withoutComments(some);
    const clean = tidied(stripControls(text.replace(/\r\n?/g, '\n')));
    if (clean === '') continue;
    return some.length < raw.length ? `${clean}…` : clean;
  }
  return '';
}

/** Without blanks at line ends, and with one empty line where there are several. */
function tidied(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** Issue forms explain themselves to the writer in `<!-- … -->`; this is invisible and not part of the ticket. */
function withoutComments(text: string): string {
  let rest = text;
  let kept = '';
  for (;;) {
    const start = rest.indexOf('<!--');
    const end = start === -1 ? -1 : rest.indexOf('-->', start);
    if (end === -1) return kept + rest;
    kept += rest.slice(0, start);
    rest = rest.slice(end + 3);
  }
}
