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

/** Some models take objects alone at the top: a union of one is that one. */
function objectSchema(
  schema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const options = schema['oneOf'] ?? schema['anyOf'];
  const [only, ...more] = Array.isArray(options) ? options : [];
  return isObject(only) && more.length === 0 ? only : schema;
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

function lean(schema: unknown): Readonly<Record<string, unknown>> {
  const kept = leanValue(schema);
  return isObject(kept) ? kept : {};
}

function leanValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leanValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      // Below it stand the names of arguments, not words of the schema.
      if (key === 'properties' && isObject(inner))
        return [
          [
            key,
            Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, leanValue(one)])),
          ],
        ];
      return UNTOLD.has(key) ? [] : [[key, leanValue(inner)]];
    }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
