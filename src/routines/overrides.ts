/**
 * `--set key=value`: one value laid over a routine. Keys are joined by dots; an entry of `collect` is named by
 * its collector (`collect.todos.older-than`), any other list entry by its position from 0. The value is YAML.
 */
import type { NodePath } from '../words/rule-breach.ts';
import { closestWord, oneLine } from '../words/text.ts';
import {
  listNode,
  mapNode,
  nodeAt,
  nodeOfPlain,
  plainValue,
  withEntry,
  type DocumentNode,
} from './document-node.ts';
import { readYaml } from './read-yaml.ts';
import { unservedKey } from './rules/not-served.ts';
import type { Problem } from './rules/problem.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { choicesOf, isList, keysOf, schemaAt, takesOnlyText } from './schema/schema-lookup.ts';
import { isSecret, formatUnknownKey } from './schema/schema-problems.ts';

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
  const path = pathOf(root, schema, key);
  if (path.kind === 'problem') return path;
  const value = readValue(text.slice(equals + 1), schemaAt(schema, path.path));
  if (value === null) {
    const shown = isSecret(path.path) ? key : text;
    return refused({
      code: 'bad-override',
      message: `the value of --set ${oneLine(shown, 80)} is not YAML`,
      hint: `Put it in quotes: --set '${oneLine(key, 60)}="…"'.`,
    });
  }
  return { kind: 'root', root: put(root, path.path, value) };
}

/** Each word to a key or a position; checks against the schema, so that a slip is not laid over nothing. */
function pathOf(
  root: DocumentNode,
  schema: JsonSchema,
  key: string,
): { kind: 'path'; path: NodePath } | { kind: 'problem'; problem: Problem } {
  let path: NodePath = [];
  for (const word of key.split('.')) {
    if (isList(schemaAt(schema, path))) {
      const position = positionIn(nodeAt(root, path), word);
      if (position === null) {
        const unserved = unservedKey('routine', [...path, word]);
        return refused(unserved ?? noEntry(root, { schema, path, word, key }));
      }
      path = [...path, ...position];
      continue;
    }
    path = [...path, word];
    if (schemaAt(schema, path) !== null) continue;
    return refused(unservedKey('routine', path) ?? noKey(root, { schema, path, key }));
  }
  return { kind: 'path', path };
}

interface Slip {
  readonly schema: JsonSchema;
  readonly path: NodePath;
  /** The whole key, as typed. */
  readonly key: string;
}

function noKey(root: DocumentNode, { schema, path, key }: Slip): Words {
  const near = nearestSetting(root, schema, key);
  const words = formatUnknownKey({ schema }, path);
  return near === null ? words : { ...words, ...notThere(key), hint: `Did you mean \`${near}\`?` };
}

function notThere(key: string): Pick<Words, 'message'> {
  return { message: `there is no key \`${oneLine(key, 100)}\`` };
}

/** The setting that was likely meant: the only one that ends so, or the one with the fewest edits. */
function nearestSetting(root: DocumentNode, schema: JsonSchema, key: string): string | null {
  const collected = entryNames(nodeAt(root, ['collect']));
  const keys = listSettings(schema)
    .map((setting) => setting.key)
    .filter((known) => {
      const [, collector] = /^collect\.([^.]+)/.exec(known) ?? [];
      return collector === undefined || collected.includes(collector);
    });
  const [first, ...others] = keys.filter((known) => known.endsWith(`.${key}`));
  return first !== undefined && others.length === 0 ? first : closestWord(key, keys);
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

function noEntry(root: DocumentNode, slip: Slip & { readonly word: string }): Words {
  const { schema, path, word, key } = slip;
  const names = entryNames(nodeAt(root, path));
  const near = nearestSetting(root, schema, key);
  const known = keysOf(schemaAt(schema, [...path, 0])).includes(word);
  const add = known ? ` \`${word}\` must be in \`${path.join('.')}\` of the file first.` : '';
  const shown = path.filter((step) => typeof step === 'string').join('.');
  const here =
    names.length === 0
      ? `The list is empty; set the whole of it, such as --set '${shown}=[…]'.`
      : `Entries here: ${names.join(', ')}.`;
  return {
    code: 'unknown-key',
    message: `there is no entry \`${shown}.${oneLine(word, 60)}\` to set`,
    hint:
      near === null || known || names.length === 0
        ? here + add
        : `Did you mean \`${near}\`? ${here}`,
  };
}

/** Of a list: each entry's one key, else its position. */
function entryNames(list: DocumentNode | undefined): readonly string[] {
  const items = list?.kind === 'list' ? list.items : [];
  return items.map((item, index) =>
    item.kind === 'map' && item.entries.size === 1
      ? [...item.entries.keys()].join('')
      : String(index),
  );
}

/** A cron line that begins with a star need not be quoted a second time inside the shell's quotes. */
function readValue(text: string, schema: JsonSchema | null): DocumentNode | null {
  const plain = text.trim();
  if (plain === '') return nodeOfPlain(null);
  if (/^[*@%]/.test(plain)) return nodeOfPlain(plain);
  const read = readYaml('--set', new TextEncoder().encode(plain));
  if (read.kind === 'tree') {
    const value = plainValue(read.root);
    const isWord = typeof value === 'number' || typeof value === 'boolean';
    // One word, where a list of words stands, is all of it.
    if (typeof value === 'string' && takesWords(schema)) return nodeOfPlain([value]);
    return nodeOfPlain(isWord && takesOnlyText(schema, plain) ? plain : value);
  }
  return /^(null|~)$/i.test(plain) ? nodeOfPlain(null) : null;
}

function takesWords(schema: JsonSchema | null): boolean {
  return schema?.['type'] === 'array' && schemaAt(schema, [0])?.['type'] === 'string';
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

/** Every key that `--set` takes, in full. Pure. */
interface Setting {
  /** `collect.todos.older-than`: entries of a list by their one key. */
  readonly key: string;
  /** The words that are allowed; empty when it is not a choice. */
  readonly choices: readonly string[];
}

/** In the order of the schema; maps that can be set as a whole come before their keys. */
export function listSettings(schema: JsonSchema): readonly Setting[] {
  return settingsAt(schema, []);
}

function settingsAt(schema: JsonSchema, path: NodePath): readonly Setting[] {
  const here = schemaAt(schema, path);
  const inside: NodePath = isList(here) ? [...path, 0] : path;
  const known = keysOf(schemaAt(schema, inside));
  // Entries of a list have no name, unless each is a map under one key of its own, as collectors are.
  const named = known.every((key) => schemaAt(schema, [...inside, key])?.['type'] === 'object');
  const keys = isList(here) && !named ? [] : known;
  const deeper = keys.flatMap((key) => settingsAt(schema, [...inside, key]));
  const choices = here?.['type'] === 'boolean' ? ['true', 'false'] : choicesOf(here);
  const isWhole = keys.length === 0 || isList(here) || here?.['type'] !== 'object';
  const own = path.length > 0 && isWhole ? [{ key: keyOf(path), choices }] : [];
  return [...own, ...deeper];
}

function keyOf(path: NodePath): string {
  return path.filter((step) => typeof step === 'string').join('.');
}
