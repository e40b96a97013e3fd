/** A tool as clients are told of it, in as few words as its schema allows. Pure. */
import type { Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import type { Tool } from './contract.ts';

export function describeTool({ name, description, schema, readOnly }: Tool): ToolDescription {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', reused: 'inline' });
  return {
    name,
    description,
    inputSchema: { ...objectSchema(lean(json)), type: 'object' },
    annotations: { readOnlyHint: readOnly, openWorldHint: false },
  };
}

/**
 * Some models take objects alone at the top: a union of one is that one. Of proposals more kinds may come; then they are
 * told as the object that has the keys of all.
 */
function objectSchema(
  schema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const options = schema['oneOf'] ?? schema['anyOf'];
  const [only, ...more] = Array.isArray(options) ? options : [];
  if (!isObject(only)) return schema;
  if (more.length === 0) return only;
  const all = [only, ...more].filter(isObject);
  const properties = all.map((one) => one['properties']).filter(isObject);
  return { properties: Object.assign({}, ...properties), additionalProperties: false };
}

/** Bounds are held here, and said when they are passed: a model gains nothing by reading them in each request. */
const UNTOLD: ReadonlySet<string> = new Set([
  '$schema',
  'id',
  '$id',
  'title',
  'maxLength',
  'minLength',
  'maxItems',
  'maximum',
  'minimum',
  'pattern',
]);

/** What a schema names by reference stands in its place: some models take no references. None of ours holds itself. */
function lean(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { definitions, ...top } = schema;
  const kept = leanValue(top, isObject(definitions) ? definitions : {});
  return isObject(kept) ? kept : {};
}

function leanValue(value: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => leanValue(one, named));
  if (!isObject(value)) return value;
  const { $ref: ref, ...own } = value;
  if (typeof ref === 'string') {
    const meant = leanValue(named[ref.replace('#/definitions/', '')], named);
    return { ...(isObject(meant) ? meant : {}), ...own };
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (UNTOLD.has(key) || (key === 'default' && isEmpty(inner))) return [];
      // Below it stand the names of arguments, not words of the schema.
      return key === 'properties' && isObject(inner)
        ? [[key, leanEach(inner, named)]]
        : [[key, leanValue(inner, named)]];
    }),
  );
}

function leanEach(
  properties: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, leanValue(one, named)]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
