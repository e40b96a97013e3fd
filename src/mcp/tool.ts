import type { Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import { type ZodType, z } from 'zod';

import { AppError } from '../words/errors.ts';
import { formatIssue } from '../words/format-issue.ts';
import type { Desk, Tool } from './contract.ts';

export interface ToolRequest<Input> extends Omit<Tool, 'schema' | 'call'> {
  readonly schema: ZodType<Input>;
  readonly call: (desk: Desk, input: Input) => Promise<string>;
}

/** A tool whose arguments have passed its schema before it sees them. */
export function tool<Input>({ schema, call, ...about }: ToolRequest<Input>): Tool {
  return {
    ...about,
    schema,
    call: (desk, input) => {
      const parsed = schema.safeParse(input ?? {});
      if (parsed.success) return call(desk, parsed.data);
      throw new AppError('usage', {
        code: 'bad-arguments',
        message: `${about.name} was not called: ${formatIssue(parsed.error, input)}`,
        hint: 'Correct the arguments and call once more.',
      });
    },
  };
}

// A tool as clients are told of it, in as few words as its schema allows. Pure.
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
  const options: unknown = schema['oneOf'] ?? schema['anyOf'];
  const all = Array.isArray(options) ? options.filter(isObject) : [];
  const [only] = all;
  if (only === undefined) return schema;
  if (all.length === 1) return only;
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
