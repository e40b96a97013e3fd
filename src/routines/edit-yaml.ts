/**
 * Values changed in the text of a YAML file, comments and layout of the rest kept.
 *
 * A value that is there is replaced where it stands. One that is not is added to its map, and the maps on the way are
 * made: behind the entries of one line that the map begins with, or at the end of the file. A bare word in a list
 * (`- release-notes`) becomes a map when something is to be set inside of it.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Alias,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

import { isRecord } from '../platform/json.ts';
import { AppError } from '../words/errors.ts';

export interface YamlEdit {
  /** Keys, and positions in lists: `['collect', 0, 'tickets', 'path']`. */
  readonly path: readonly (string | number)[];
  /** YAML on one line, as it is to stand there; `null`: the key goes. */
  readonly yaml: string | null;
  /** The comment behind the old value speaks of that value: it goes too. */
  readonly dropComment?: true;
}

type Written = Scalar | YAMLMap | YAMLSeq | Alias;
type Span = readonly [from: number, to: number];

/** Throws `internal` for a path that leads through something else than maps and lists. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  const isOfWindows = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
  if (!isOfWindows) return edits.reduce(editOnce, text);
  return edits.reduce(editOnce, text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n');
}

/** Text as a YAML value on one line, in quotes where it would be read as something else. */
export function yamlText(text: string): string {
  const plain =
    /^(?:env:)?[A-Za-z][\w./+-]*( [\w./+-]+)*$/.test(text) ||
    /^\d+(?:[smhdwy]|[KMG]?B)$/.test(text);
  return plain && !/^(true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text);
}

/** Plain data as YAML on one line. */
export function yamlValue(value: unknown): string {
  if (typeof value === 'string') return yamlText(value);
  if (Array.isArray(value)) return `[${value.map(yamlValue).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).map(
    ([key, inner]) => `${keyText(key)}: ${yamlValue(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** `on` is a word of its own to readers of older YAML, and never for us. */
function keyText(key: string): string {
  return key === 'on' ? key : yamlText(key);
}

function editOnce(text: string, edit: YamlEdit): string {
  const document = parseDocument(text);
  if (edit.yaml === null) return withoutKey(text, document, edit.path);
  const { path, yaml } = edit;
  const place = writtenAt(document, path);
  if (place === null) return addTo(text, document, { path, yaml });
  const [from, to] = spanOf(text, place);
  const comment =
    edit.dropComment === true ? (/^[ \t]+#[^\n]*/.exec(text.slice(to))?.[0] ?? '') : '';
  const pair = pairAt(document, path);
  const colon = pair === null ? null : colonOf(text, pair);
  // Nothing stands there, or it begins on a line below.
  if (colon !== null && from === to) return splice(text, [colon, colon], ` ${yaml}`);
  if (colon !== null && text.slice(colon, from).includes('\n'))
    return splice(text, [colon, to], ` ${yaml}${text.slice(colon, from).trimEnd()}`);
  return splice(text, [from, to + comment.length], yaml);
}

function writtenAt(document: Document, path: YamlEdit['path']): Written | null {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node : null;
}

/** Without the line ends that belong to a block. */
function spanOf(text: string, { range }: Written): Span {
  const [from, to] = range ?? [0, 0];
  return [from, from + text.slice(from, to).trimEnd().length];
}

function pairAt(document: Document, path: YamlEdit['path']): Pair | null {
  const map = writtenAt(document, path.slice(0, -1));
  if (!isMap(map)) return null;
  return map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) ?? null;
}

/** Behind the colon of an entry; `null`: it has none. */
function colonOf(text: string, { key }: Pair): number | null {
  const end = isScalar(key) ? (key.range?.[1] ?? 0) : 0;
  const [found] = /^\s*:/.exec(text.slice(end)) ?? [];
  return found === undefined ? null : end + found.length;
}

type Addition = YamlEdit & { readonly yaml: string };

function addTo(text: string, document: Document, { path, yaml }: Addition): string {
  const depth = path.findLastIndex((_, length) => {
    const node = writtenAt(document, path.slice(0, length));
    return node !== null && !(isScalar(node) && node.value === null);
  });
  const parent = depth < 0 ? null : writtenAt(document, path.slice(0, depth));
  const keys = path.slice(Math.max(depth, 0)).map(String);
  if (isMap(parent)) {
    const nothing = writtenAt(document, path.slice(0, depth + 1));
    if (nothing === null) return addEntry(text, parent, { keys, yaml, isRoot: depth === 0 });
    return editOnce(text, { path: path.slice(0, depth + 1), yaml: inFlow(keys.slice(1), yaml) });
  }
  if (depth < 0) return appended(text, blockEntry(keys, yaml, 0));
  // `- release-notes` for ['collect', 0, 'release-notes', …]
  if (isScalar(parent) && typeof path[depth - 1] === 'number' && parent.value === keys[0])
    return splice(text, spanOf(text, parent), `${keys[0]}: ${inFlow(keys.slice(1), yaml)}`);
  throw new AppError('internal', {
    code: 'yaml-path',
    message: `there is no map at ${path.slice(0, -1).join('.')} to set ${String(path.at(-1))} in`,
    hint: '',
  });
}

/** `{ budget: { usd-per-day: 5 } }`; the value itself without keys. */
function inFlow(keys: readonly string[], yaml: string): string {
  return keys.reduceRight((inner, key) => `{ ${keyText(key)}: ${inner} }`, yaml);
}

/** Lines, the first one without its indentation. */
function blockEntry(keys: readonly string[], yaml: string, indent: number): string {
  return keys
    .map((key, depth) => `${' '.repeat(depth === 0 ? 0 : indent + 2 * depth)}${keyText(key)}:`)
    .join('\n')
    .concat(` ${yaml}`);
}

interface Entry {
  readonly keys: readonly string[];
  readonly yaml: string;
  /** Of the file itself. */
  readonly isRoot: boolean;
}

function addEntry(text: string, map: YAMLMap, { keys, yaml, isRoot }: Entry): string {
  const [start, end] = spanOf(text, map);
  if (map.flow === true) {
    const entry = `${keyText(keys[0] ?? '')}: ${inFlow(keys.slice(1), yaml)}`;
    const last = map.items.at(-1);
    const at = last === undefined ? null : endOf(text, last);
    if (at === null) return splice(text, [start, end], `{ ${entry} }`);
    return splice(text, [at, at], `, ${entry}`);
  }
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1);
  const entry = blockEntry(keys, yaml, indent);
  const margin = ' '.repeat(indent);
  if (isRoot) return appended(text, margin + entry);
  const after = afterShort(text, map);
  if (after === null) return splice(text, [start, start], `${entry}\n${margin}`);
  return after === text.length && !text.endsWith('\n')
    ? `${text}\n${margin}${entry}`
    : splice(text, [after, after], `${margin}${entry}\n`);
}

function endOf(text: string, { key, value }: Pair): number {
  const node = isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : key;
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? spanOf(text, node)[1] : 0;
}

/** Where the line after the first entries of one line each begins; `null`: the first one is longer. */
function afterShort(text: string, map: YAMLMap): number | null {
  const long = map.items.findIndex((pair) => {
    const from = isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
    return text.slice(from, endOf(text, pair)).includes('\n');
  });
  const last = map.items.at(long < 0 ? -1 : long - 1);
  if (long === 0 || last === undefined) return null;
  const lineEnd = text.indexOf('\n', endOf(text, last));
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

/** A comment at the end speaks of something else. */
function appended(text: string, lines: string): string {
  const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const isComment = /(?:^|\n)[ \t]*#[^\n]*\n$/.test(whole);
  return `${whole}${isComment ? '\n' : ''}${lines}\n`;
}

/** What is not there stays so. */
function withoutKey(text: string, document: Document, path: YamlEdit['path']): string {
  const map = writtenAt(document, path.slice(0, -1));
  const pair = pairAt(document, path);
  if (!isMap(map) || !isScalar(pair?.key) || !pair.key.range) return text;
  const [from] = pair.key.range;
  const at = map.items.indexOf(pair);
  if (map.flow === true) {
    const next = map.items[at + 1]?.key;
    if (isScalar(next) && next.range) return splice(text, [from, next.range[0]], '');
    const before = map.items[at - 1];
    const start = before === undefined ? from : endOf(text, before);
    return splice(text, [start, endOf(text, pair)], '');
  }
  const lineStart = text.lastIndexOf('\n', from) + 1;
  const lineEnd = text.indexOf('\n', endOf(text, pair));
  return splice(text, [lineStart, lineEnd < 0 ? text.length : lineEnd + 1], '');
}

function splice(text: string, [from, to]: Span, value: string): string {
  return text.slice(0, from) + value + text.slice(to);
}
