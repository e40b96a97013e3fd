/**
 * `--set key=value`: one value laid over a routine. Keys are joined by dots; an entry of `collect` is named by
 * its collector (`collect.todos.older-than`), any other list entry by its position from 0. The value is YAML.
 */
import type { Problem } from '../domain/problem.ts';
import { oneLine } from '../domain/text.ts';
import {
  listNode,
  mapNode,
  nodeAt,
  nodeOfPlain,
  plainValue,
  withEntry,
  type DocumentNode,
  type NodePath,
} from './document-node.ts';
import type { JsonSchema } from './json-schema.ts';
import { unservedKey } from './not-served.ts';
import { readYaml } from './read-yaml.ts';
import { isList, schemaAt } from './schema-lookup.ts';
import { unknownKeyWords } from './schema-problems.ts';

export interface Overridden {
  readonly root: DocumentNode;
  readonly problems: readonly Problem[];
}

/** @param root with shorthands spelled out @param overrides as written, `key=value` */
export function applyOverrides(
  root: DocumentNode,
  schema: JsonSchema,
  overrides: readonly string[],
): Overridden {
  let made = root;
  const problems: Problem[] = [];
  for (const text of overrides) {
    const applied = applyOne(made, schema, text);
    if (applied.kind === 'problem') problems.push(applied.problem);
    else made = applied.root;
  }
  return { root: made, problems };
}

type Applied =
  | { readonly kind: 'root'; readonly root: DocumentNode }
  | { readonly kind: 'problem'; readonly problem: Problem };
type Words = Pick<Problem, 'code' | 'message' | 'hint'>;

function applyOne(root: DocumentNode, schema: JsonSchema, text: string): Applied {
  const equals = text.indexOf('=');
  const key = (equals < 0 ? text : text.slice(0, equals)).trim();
  if (equals < 0 || key === '') {
    return refused({
      code: 'bad-override',
      message: `--set ${oneLine(text, 80)} has no ${equals < 0 ? 'value' : 'key'}`,
      hint: 'Write key=value, such as --set collect.todos.older-than=0d.',
    });
  }
  const path = pathOf(root, schema, key.split('.'));
  if (path.kind === 'problem') return path;
  const value = readValue(text.slice(equals + 1));
  if (value === null) {
    return refused({
      code: 'bad-override',
      message: `the value of --set ${oneLine(text, 80)} is not YAML`,
      hint: `Put it in quotes: --set '${oneLine(key, 60)}="…"'.`,
    });
  }
  return { kind: 'root', root: put(root, path.path, value) };
}

/** Each word to a key or a position; checks against the schema, so that a slip is not laid over nothing. */
function pathOf(
  root: DocumentNode,
  schema: JsonSchema,
  words: readonly string[],
): { kind: 'path'; path: NodePath } | { kind: 'problem'; problem: Problem } {
  let path: NodePath = [];
  for (const word of words) {
    if (isList(schemaAt(schema, path))) {
      const position = positionIn(nodeAt(root, path), word);
      if (position === null) {
        const unserved = unservedKey('routine', [...path, word]);
        return refused(unserved ?? noEntry(nodeAt(root, path), path, word));
      }
      path = [...path, ...position];
      continue;
    }
    path = [...path, word];
    if (schemaAt(schema, path) !== null) continue;
    return refused(unservedKey('routine', path) ?? unknownKeyWords(schema, path));
  }
  return { kind: 'path', path };
}

/** A number, or the one key of an entry; then the path goes on inside that key. */
function positionIn(list: DocumentNode | undefined, word: string): NodePath | null {
  const items = list?.kind === 'list' ? list.items : [];
  if (/^[0-9]{1,4}$/.test(word)) {
    const position = Number(word);
    return position < items.length ? [position] : null;
  }
  const index = items.findIndex((item) => item.kind === 'map' && item.entries.has(word));
  return index < 0 ? null : [index, word];
}

function noEntry(list: DocumentNode | undefined, path: NodePath, word: string): Words {
  const items = list?.kind === 'list' ? list.items : [];
  const names = items.map((item, index) =>
    item.kind === 'map' && item.entries.size === 1
      ? [...item.entries.keys()].join('')
      : String(index),
  );
  const shown = `${path.join('.')}.${oneLine(word, 60)}`;
  return {
    code: 'unknown-key',
    message: `there is no entry \`${shown}\` to set`,
    hint: names.length === 0 ? 'The list is empty.' : `Entries here: ${names.join(', ')}.`,
  };
}

/** A cron line that begins with a star need not be quoted a second time inside the shell's quotes. */
function readValue(text: string): DocumentNode | null {
  const plain = text.trim();
  if (plain === '') return nodeOfPlain(null);
  if (/^[*@%]/.test(plain)) return nodeOfPlain(plain);
  const read = readYaml('--set', new TextEncoder().encode(plain));
  if (read.kind === 'tree') return nodeOfPlain(plainValue(read.root));
  return /^(null|~)$/i.test(plain) ? nodeOfPlain(null) : null;
}

function put(node: DocumentNode | undefined, path: NodePath, value: DocumentNode): DocumentNode {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = node?.kind === 'list' ? node.items : [];
    const changed = items.map((item, index) => (index === step ? put(item, rest, value) : item));
    return listNode(changed, node?.place ?? null);
  }
  const map = node?.kind === 'map' ? node : mapNode(new Map(), null);
  return withEntry(map, step, put(map.entries.get(step)?.node, rest, value));
}

function refused(words: Words): { kind: 'problem'; problem: Problem } {
  return { kind: 'problem', problem: { file: '--set', line: 1, column: 1, ...words } };
}
