/** Questions about a full schema: what stands at a path, which keys it knows, how to say its type. */
import { isRecord } from '../../platform/json.ts';
import type { NodePath } from '../../words/rule-breach.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * `null` when the schema has no such place.
 * @param value what stands there as a whole: of several kinds it says which one is meant
 */
export function schemaAt(schema: JsonSchema, path: NodePath, value?: unknown): JsonSchema | null {
  let found: JsonSchema | null = ofKind(schema, value);
  let standing = value;
  for (const step of path) {
    if (found === null) return null;
    standing = Array.isArray(standing) || isRecord(standing) ? Reflect.get(standing, step) : null;
    const next = stepInto(found, step);
    found = next === null ? null : ofKind(next, standing);
  }
  return found;
}

/** The alternative whose fixed words stand there. */
function ofKind(schema: JsonSchema, value: unknown): JsonSchema {
  if (!Array.isArray(schema['oneOf']) || !isRecord(value)) return schema;
  const meant = schema['oneOf']
    .filter(isRecord)
    .find(({ properties }) =>
      isRecord(properties)
        ? Object.entries(properties).some(
            ([key, inner]) =>
              isRecord(inner) && inner['const'] !== undefined && inner['const'] === value[key],
          )
        : false,
    );
  return meant ?? schema;
}

function stepInto(schema: JsonSchema, step: string | number): JsonSchema | null {
  const { properties, items, additionalProperties } = schema;
  if (typeof step === 'number') {
    if (isRecord(items)) return items;
  } else {
    if (isRecord(properties) && Object.hasOwn(properties, step) && isRecord(properties[step]))
      return properties[step];
    if (isRecord(additionalProperties)) return additionalProperties;
  }
  const kinds = schema['oneOf'];
  if (!Array.isArray(kinds)) return firstOf(alternatives(schema), (inner) => stepInto(inner, step));
  const found = kinds.filter(isRecord).flatMap((inner): JsonSchema[] => {
    const next = stepInto(inner, step);
    return next === null ? [] : [next];
  });
  const [first] = found;
  return found.length < 2 ? (first ?? null) : { oneOf: found };
}

/** Keys of a map, in the schema's order; empty when any key goes, or none. */
export function keysOf(schema: JsonSchema | null): readonly string[] {
  if (schema === null) return [];
  const { properties } = schema;
  return [
    ...(isRecord(properties) ? Object.keys(properties) : []),
    ...alternatives(schema).flatMap(keysOf),
  ];
}

export function isList(schema: JsonSchema | null): boolean {
  return schema !== null && schema['type'] === 'array';
}

/** The words allowed at a place; empty when it is not a choice. */
export function choicesOf(schema: JsonSchema | null): readonly string[] {
  if (schema === null) return [];
  const own = Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  const only = typeof schema['const'] === 'string' ? [schema['const']] : [];
  return [...own, ...only, ...alternatives(schema).flatMap(choicesOf)];
}

/** Whether a text would be right there. */
export function takesText(schema: JsonSchema | null, text: string): boolean {
  if (schema === null) return false;
  if (alternatives(schema).some((inner) => takesText(inner, text))) return true;
  if (schema['type'] !== 'string' || schema['enum'] !== undefined) return false;
  const { pattern } = schema;
  return typeof pattern !== 'string' || new RegExp(pattern).test(text);
}

const NO_TEXT = new Set<unknown>(['number', 'integer', 'boolean']);

/** Whether this text may stand there, and neither a number nor `true`: then `0.21` is meant as text. */
export function takesOnlyText(schema: JsonSchema | null, text: string): boolean {
  const takesOther = (one: JsonSchema): boolean =>
    NO_TEXT.has(one['type']) || alternatives(one).some(takesOther);
  return schema !== null && takesText(schema, text) && !takesOther(schema);
}

/** What a person is to write there: `a duration such as 30m`, `one of review, auto, staged`. */
export function typeText(schema: JsonSchema | null): string {
  if (schema === null) return 'a value';
  if (typeof schema['title'] === 'string') return schema['title'];
  const kinds = choicesOf({ oneOf: schema['oneOf'] });
  if (kinds.length > 0) return `one of ${kinds.map((word) => `\`${word}\``).join(', ')}`;
  if (Array.isArray(schema['enum'])) {
    const words = schema['enum'].map((word) => `\`${String(word)}\``);
    return words.length === 1 ? words.join('') : `one of ${words.join(', ')}`;
  }
  const inner = alternatives(schema).filter((part) => part['type'] !== 'null');
  if (inner.length > 0) return inner.map(typeText).join(', or ');
  if (schema['type'] === 'array' && isRecord(schema['items'])) {
    return `a list, each ${typeText(schema['items'])}`;
  }
  if (schema['type'] === 'object') {
    const keys = keysOf(schema);
    return keys.length === 0
      ? 'a map'
      : `a map with keys such as ${keys
          .slice(0, 3)
          .map((key) => `\`${key}\``)
          .join(', ')}`;
  }
  if (schema['type'] === 'boolean') return 'true or false';
  return typeof schema['type'] === 'string' ? `a ${schema['type']}` : 'a value';
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  return [schema['anyOf'], schema['oneOf']].flatMap((list) =>
    Array.isArray(list) ? list.filter(isRecord) : [],
  );
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | null,
): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

// Every key that `--set` takes, in full. Pure.
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
