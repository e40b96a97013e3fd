/** JSON Schemas (draft 2020-12) of the two kinds of file, made from what validates them. */
import { z } from 'zod';

import { collectorKinds } from '../../collectors/registry.ts';
import { isRecord } from '../../platform/json.ts';
import { INPUT_TYPES } from '../../words/trigger.ts';
import { PHRASE_EXAMPLES } from '../schedule/schedule-words.ts';
import { routineSchema } from './routine-schema.ts';
import { workspaceSchema } from './workspace-schema.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** For editors: with the shorthands. */
export function routineJsonSchema(): JsonSchema {
  return published(routineSchema, 'A Roundsman routine');
}

export function workspaceJsonSchema(): JsonSchema {
  return published(workspaceSchema, 'roundsman.yaml');
}

let knownRoutineShape: JsonSchema | undefined;

/** Of the full form, without shorthands; what hints and the reference page are made from. */
export function routineShape(): JsonSchema {
  return (knownRoutineShape ??= fullSchemaOf(routineSchema));
}

let knownWorkspaceShape: JsonSchema | undefined;

export function workspaceShape(): JsonSchema {
  return (knownWorkspaceShape ??= fullSchemaOf(workspaceSchema));
}

/** The same of any other schema. */
export function fullSchemaOf(schema: z.ZodType): JsonSchema {
  return withoutNoise(z.toJSONSchema(schema, { io: 'input' }));
}

function published(schema: z.ZodType, title: string): JsonSchema {
  const { $schema, ...rest } = withShorthands(fullSchemaOf(schema));
  return { $schema, title, ...rest };
}

/** Draft 2020-12 has no bounds of its own for integers; zod writes the ones of JavaScript. */
function withoutNoise(schema: JsonSchema): JsonSchema {
  const bounds = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
  const entries = Object.entries(schema)
    .filter(([key, value]) => !((key === 'maximum' || key === 'minimum') && bounds.has(value)))
    .map(([key, value]) => [key, mapInside(value, withoutNoise)] as const);
  return Object.fromEntries(entries);
}

/** `also` names shorthands; each becomes one more alternative beside the full form. */
function withShorthands(schema: JsonSchema): JsonSchema {
  const { also, ...inner } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, mapInside(value, withShorthands)]),
  );
  if (!Array.isArray(also)) return inner;
  const { description, examples, title, default: fallback, $schema, ...full } = inner;
  const short = also.flatMap((name: unknown) => shorthand(String(name), full));
  const kept = { $schema, description, examples, title, default: fallback };
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    anyOf: [...short, ...alternativesOf(full)],
  };
}

function alternativesOf(schema: JsonSchema): readonly unknown[] {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && Object.keys(rest).length === 0 ? anyOf : [schema];
}

function shorthand(name: string, full: Record<string, unknown>): readonly JsonSchema[] {
  const cron = {
    type: 'string',
    title: 'a schedule in words such as `daily at 07:00`, or a cron line such as "0 2 * * 1-5"',
    examples: PHRASE_EXAMPLES,
  };
  switch (name) {
    case 'cron':
      return [cron];
    case 'schedule':
      return isRecord(full['items']) ? [full['items']] : [];
    case 'cron-list':
      return [
        { type: 'array', minItems: 1, maxItems: 50, items: { anyOf: [cron, full['items']] } },
      ];
    case 'manual':
      return [{ const: 'manual' }];
    case 'text':
      return [isRecord(full['items']) ? full['items'] : { type: 'string' }];
    case 'texts':
      return [{ type: 'array', items: { type: 'string' } }];
    case 'secret':
      return [{ type: 'string', pattern: '^env:' }];
    case 'type':
      return [{ enum: INPUT_TYPES }, { type: 'null' }];
    case 'true':
      return [{ const: true }, { type: 'null' }];
    default:
      return [{ enum: collectorKinds().flatMap(({ kind, bare }) => (bare ? [kind] : [])) }];
  }
}

function mapInside(value: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapInside(item, change));
  return isRecord(value) ? change(value) : value;
}
