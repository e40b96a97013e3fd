/** The keys of an entry of `collect`: one for each collector. */
import type { z } from 'zod';

import { collectorKinds } from '../../collectors/registry.ts';
import { listWords } from '../../words/text.ts';
import { TOOLS } from './schema-tools.ts';

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
