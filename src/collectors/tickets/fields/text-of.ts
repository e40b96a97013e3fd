/** What a value of a record says, as text: whatever exports put where a title, body or name is meant. */
import { isRecord } from '../../../platform/json.ts';

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
