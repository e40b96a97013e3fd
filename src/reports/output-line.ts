/** One line, or one small file, of what an agent wrote: JSON, cleaned of controls, through its schema. */
import type { ZodType } from 'zod';

import { isRecord, tryParseJson } from '../platform/json.ts';
import { formatIssue } from '../words/format-issue.ts';
import { redactDeep } from '../words/redaction/redact-value.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { oneLine, stripControls } from '../words/text.ts';

export type OutputLine<T> =
  | { readonly kind: 'value'; readonly value: T }
  /** What is wrong, and the beginning of the text. */
  | { readonly kind: 'problem'; readonly problem: string };

export function readOutputLine<T>(
  text: string,
  { schema, redactor }: { readonly schema: ZodType<T>; readonly redactor: Redactor },
): OutputLine<T> {
  const shown = oneLine(text, 80);
  const json = tryParseJson(text);
  if (json === undefined) return { kind: 'problem', problem: `not JSON: ${shown}` };
  // Once more: letters that JSON writes as codes are letters now.
  const value = redactDeep(withoutControls(json, 0), redactor.text);
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'value', value: parsed.data };
  return { kind: 'problem', problem: `${formatIssue(parsed.error, value)}: ${shown}` };
}

/** Deeper than any schema goes, so that a deep nest cannot exhaust the stack. */
const MAX_DEPTH = 20;

function withoutControls(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return stripControls(value);
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((inner) => withoutControls(inner, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutControls(inner, depth + 1)]),
  );
}
