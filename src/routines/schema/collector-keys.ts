/** The keys of an entry of `collect`: one for each collector. */
import { z } from 'zod';

import type { SchemaTools } from '../../collectors/kind.ts';
import { collectorKinds } from '../../collectors/registry.ts';
import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';
import { listWords } from '../../words/text.ts';

export function collectorKeys(): Record<string, z.ZodOptional<z.ZodType>> {
  return Object.fromEntries(
    collectorKinds().map((one) => [one.kind, one.settings(TOOLS).optional()]),
  );
}

/** `todos`, `commits` or `command`, each as code. */
export function listCollectors(last: 'and' | 'or'): string {
  return listWords(
    collectorKinds().map(({ kind }) => `\`${kind}\``),
    last,
  );
}

/** What collectors and connectors make the schemas of their keys with. */
export const TOOLS: SchemaTools = { z, part, outward };
