/** Questions about a full schema: what stands at a path, which keys it knows, how to say its type. */
import { isRecord } from '../platform/json.ts';
import type { NodePath } from './document-node.ts';
import type { JsonSchema } from './json-schema.ts';

/** `null` when the schema has no such place. */
export function schemaAt(schema: JsonSchema, path: NodePath): JsonSchema | null {
  let found: JsonSchema | null = schema;
  for (const step of path) {
    if (found === null) return null;
    found = stepInto(found, step);
  }
  return found;
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
  return firstOf(alternatives(schema), (inner) => stepInto(inner, step));
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
  return [...own, ...alternatives(schema).flatMap(choicesOf)];
}

/** Whether a text would be right there. */
export function takesText(schema: JsonSchema | null, text: string): boolean {
  if (schema === null) return false;
  if (alternatives(schema).some((inner) => takesText(inner, text))) return true;
  if (schema['type'] !== 'string' || schema['enum'] !== undefined) return false;
  const { pattern } = schema;
  return typeof pattern !== 'string' || new RegExp(pattern).test(text);
}

/** What a person is to write there: `a duration such as 30m`, `one of review, auto, staged`. */
export function typeText(schema: JsonSchema | null): string {
  if (schema === null) return 'a value';
  if (typeof schema['title'] === 'string') return schema['title'];
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
  return Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isRecord) : [];
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
