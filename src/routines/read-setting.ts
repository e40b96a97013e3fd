/**
 * One `key=value` of `--set`, read against the schema of its file. Keys are joined by dots; an entry of `collect` is
 * named by its collector (`collect.todos.older-than`), any other list entry by its position from 0. The value is YAML.
 */
import type { NodePath } from '../words/rule-breach.ts';
import { closestWord, oneLine } from '../words/text.ts';
import { nodeAt, nodeOfPlain, plainValue, type DocumentNode } from './document-node.ts';
import { FORBIDDEN_KEYS, readYaml } from './read-yaml.ts';
import { unservedKey, type DefinitionKind, type Problem } from './rules/problem.ts';
import { routineShape, workspaceShape, type JsonSchema } from './schema/json-schema.ts';
import { listSettings, isList, keysOf, schemaAt, takesOnlyText } from './schema/schema-lookup.ts';
import { isSecret, formatUnknownKey } from './schema/schema-problems.ts';

export interface Setting {
  readonly kind: 'setting';
  /** As typed. */
  readonly key: string;
  readonly path: NodePath;
  readonly value: DocumentNode;
}

export type ReadSetting = Setting | { readonly kind: 'problem'; readonly problem: Problem };
type Words = Pick<Problem, 'code' | 'message' | 'hint'>;

/** The file that it is for. */
export interface SettingsPlace {
  readonly kind: DefinitionKind;
  /** With shorthands spelled out. */
  readonly root: DocumentNode;
}

/** @param text as written, `key=value`; `key+=value` adds to a list */
export function readSetting(place: SettingsPlace, text: string): ReadSetting {
  const equals = text.indexOf('=');
  const typed = (equals < 0 ? text : text.slice(0, equals)).trim();
  const key = typed.replace(/\s*\+$/, '');
  if (equals < 0 || key === '') {
    return refused({
      code: 'bad-override',
      message: `--set ${oneLine(text, 80)} has no ${equals < 0 ? 'value' : 'key'}`,
      hint: `Write key=value, such as --set ${EXAMPLES[place.kind]}.`,
    });
  }
  const typedPath = pathOf(place, key);
  const whole = typedPath.kind === 'problem' ? wholeKey(place, key) : null;
  const path = whole === null ? typedPath : pathOf(place, whole);
  if (path.kind === 'problem') return typedPath.kind === 'problem' ? typedPath : path;
  const value = readValue(text.slice(equals + 1), schemaAt(shapeOf(place), path.path));
  if (value === null) {
    const shown = isSecret(path.path) ? key : text;
    return refused({
      code: 'bad-override',
      message: `the value of --set ${oneLine(shown, 80)} is not YAML`,
      hint: `Put it in quotes: --set '${oneLine(key, 60)}="…"'.`,
    });
  }
  const before = key === typed ? undefined : nodeAt(place.root, path.path);
  const both = before === undefined ? value : addedTo(before, value);
  return { kind: 'setting', key: whole ?? key, path: path.path, value: both };
}

/** What is in the list already is not added; what is no list is replaced. */
function addedTo(before: DocumentNode, value: DocumentNode): DocumentNode {
  if (before.kind !== 'list') return value;
  const old = before.items.map(plainValue);
  const added = value.kind === 'list' ? value.items.map(plainValue) : [plainValue(value)];
  return nodeOfPlain([...old, ...added.filter((one) => !old.includes(one))]);
}

const EXAMPLES: Readonly<Record<DefinitionKind, string>> = {
  routine: 'collect.todos.older-than=0d',
  workspace: 'limits.budget.usd-per-day=20',
};

function shapeOf({ kind }: Pick<SettingsPlace, 'kind'>): JsonSchema {
  return kind === 'routine' ? routineShape() : workspaceShape();
}

/** Each word to a key or a position; checks against the schema, so that a slip is not laid over nothing. */
function pathOf(
  place: SettingsPlace,
  key: string,
): { kind: 'path'; path: NodePath } | { kind: 'problem'; problem: Problem } {
  const { kind, root } = place;
  const schema = shapeOf(place);
  let path: NodePath = [];
  for (const word of key.split('.')) {
    if (isList(schemaAt(schema, path))) {
      const position = positionIn(nodeAt(root, path), word);
      if (position === null) {
        const unserved = unservedKey(kind, [...path, word]);
        return refused(unserved ?? noEntry(place, { path, word, key }));
      }
      path = [...path, ...position];
      continue;
    }
    path = [...path, word];
    if (isKey(word) && schemaAt(schema, path) !== null) continue;
    return refused(unservedKey(kind, path) ?? noKey(place, { path, key }));
  }
  return { kind: 'path', path };
}

/** Where any name goes, these do not. */
function isKey(word: string): boolean {
  /* oxlint-disable-next-line no-control-regex -- these are what it looks for */
  return word !== '' && !FORBIDDEN_KEYS.has(word) && !/[\u0000-\u001f\u007f]/.test(word);
}

interface Slip {
  readonly path: NodePath;
  /** The whole key, as typed. */
  readonly key: string;
}

function noKey(place: SettingsPlace, { path, key }: Slip): Words {
  const several = keysEndingSo(place, key);
  const near = several.length > 1 ? null : nearestSetting(place, key);
  const hints = [
    several.length > 1 && several.length <= MOST_SHOWN
      ? `Write the whole of it: ${several.join(', ')}.`
      : null,
    near === null ? null : `Did you mean \`${near}\`?`,
    keysOfParent(place, key, near === null ? Infinity : FEW),
    near === null || place.kind === 'workspace' ? inOtherFile(place, key) : null,
  ].filter((hint) => hint !== null);
  const words = formatUnknownKey({ schema: shapeOf(place) }, path);
  const message = `there is no key \`${oneLine(key, 100)}\``;
  return hints.length === 0 ? words : { ...words, message, hint: hints.join(' ') };
}

/** What people call a trigger that has another name here. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['on.branch', 'on.git.branches'],
  ['on.commit', 'on.git.branches'],
  ['on.cron', 'on.schedule'],
  ['on.deploy', 'on.deployment'],
  ['on.push', 'on.git.branches'],
  ['on.release', 'on.git.tags'],
  ['on.tag', 'on.git.tags'],
]);

/**
 * `older-than` is `collect.todos.older-than` where only one setting ends so; `null`: none does, or several.
 */
function wholeKey(place: SettingsPlace, key: string): string | null {
  const [first, ...others] = keysEndingSo(place, key);
  return OTHER_NAMES.get(key) ?? (others.length === 0 ? (first ?? null) : null);
}

/** Said of what is collected rather than of anything else. */
const NARROWING: ReadonlySet<string> = new Set(['exclude', 'paths']);

function keysEndingSo(place: SettingsPlace, key: string): readonly string[] {
  const all = settingsHere(place).filter((known) => known.endsWith(`.${key}`));
  const collected = all.filter((known) => known.startsWith('collect.'));
  return NARROWING.has(key) && collected.length > 0 ? collected : all;
}

/** The setting that was likely meant: the only one that ends so, or the one with the fewest edits. */
function nearestSetting(place: SettingsPlace, key: string): string | null {
  const keys = settingsHere(place);
  return endingSo(keys, key) ?? closestWord(key, keys);
}

/** Of collectors only those that the routine has. */
function settingsHere({ kind, root }: SettingsPlace): readonly string[] {
  const collected = entryNames(nodeAt(root, ['collect']));
  return settingsOf(kind).filter((known) => {
    const [, collector] = /^collect\.([^.]+)/.exec(known) ?? [];
    return collector === undefined || collected.includes(collector);
  });
}

function settingsOf(kind: DefinitionKind): readonly string[] {
  return listSettings(shapeOf({ kind })).map((setting) => setting.key);
}

function endingSo(keys: readonly string[], key: string): string | null {
  const [first, ...others] = keys.filter((known) => known.endsWith(`.${key}`));
  return first !== undefined && others.length === 0 ? first : null;
}

function shortestSo(keys: readonly string[], key: string): string | null {
  const parts = (known: string): number => known.split('.').length;
  const found = keys.filter((known) => known.endsWith(`.${key}`));
  const fewest = Math.min(...found.map(parts));
  const [first, ...others] = found.filter((known) => parts(known) === fewest);
  return first !== undefined && others.length === 0 ? first : null;
}

const MOST_SHOWN = 12;

/** So many are all named beside the one that was likely meant. */
const FEW = 4;

/** For `budget.usd-per-month`, what there is in `limits.budget`; `null`: it begins with the end of no map. */
function keysOfParent({ kind }: SettingsPlace, key: string, most: number): string | null {
  const parent = key.slice(0, Math.max(0, key.lastIndexOf('.')));
  const maps = settingsOf(kind);
  const map = maps.includes(parent) ? parent : parent === '' ? null : endingSo(maps, parent);
  if (map === null) return null;
  const known = keysOf(schemaAt(shapeOf({ kind }), map.split('.')));
  return known.length === 0 || known.length > most
    ? null
    : `Known in \`${map}\`: ${known.join(', ')}.`;
}

/** A key of routines that was meant for roundsman.yaml, or the other way round. */
function inOtherFile({ kind }: SettingsPlace, key: string): string | null {
  const other = kind === 'routine' ? 'workspace' : 'routine';
  const keys = settingsOf(other);
  const found = keys.includes(key) ? key : kind === 'workspace' ? shortestSo(keys, key) : null;
  if (found === null) return null;
  return kind === 'routine'
    ? `It is a key of roundsman.yaml: roundsman edit --set ${found}=…`
    : `Of one routine: roundsman edit ROUTINE --set ${found}=…`;
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

const NOTIFY_ENTRY = '{ on: [failure, findings-new], email: { to: [you@example.com] } }';

function noEntry(place: SettingsPlace, slip: Slip & { readonly word: string }): Words {
  const { path, word, key } = slip;
  const { root } = place;
  const names = entryNames(nodeAt(root, path));
  const near = nearestSetting(place, key);
  const known = keysOf(schemaAt(shapeOf(place), [...path, 0])).includes(word);
  const add = known ? ` \`${word}\` must be in \`${path.join('.')}\` of the file first.` : '';
  const shown = path.filter((step) => typeof step === 'string').join('.');
  const here =
    names.length === 0
      ? `The list is empty; set the whole of it, such as --set '${shown}=[${shown === 'notify' ? NOTIFY_ENTRY : '…'}]'.`
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

function refused(words: Words): { kind: 'problem'; problem: Problem } {
  return { kind: 'problem', problem: { file: '--set', line: 1, column: 1, ...words } };
}
