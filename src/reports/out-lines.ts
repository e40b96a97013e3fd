/** The lines of one file of the contract, from ROUNDSMAN_OUT and from the tools, as one: same schema, same limits, counted together. */
import type { ZodType } from 'zod';

import { OUT_LIMITS } from '../engines/out-limits.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { formatIssue } from '../words/format-issue.ts';
import { redactDeep } from '../words/redaction/redact-value.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { plural, oneLine, stripControls } from '../words/text.ts';

export interface NumberedLine<T> {
  /** In the file; what came by a tool is numbered on from the limit, so that no number is had twice, whatever the file holds. */
  readonly line: number;
  readonly value: T;
}

export interface Expected<T> {
  readonly file: string;
  readonly schema: ZodType<T>;
  readonly problems: string[];
  readonly redactor: Redactor;
}

export interface TwoTexts {
  /** `null`: there is no such file. */
  readonly out: string | null;
  readonly told: string | null;
}

export function readLines<T>(
  { out, told }: TwoTexts,
  expected: Expected<T>,
): readonly NumberedLine<T>[] {
  const { file, problems } = expected;
  const own = linesOf(out);
  const said = linesOf(told);
  const limit = OUT_LIMITS.maxLines;
  if (own.length > limit) {
    problems.push(
      `${file} has ${plural(own.length, 'line')}, the limit is ${limit}: the rest was not read`,
    );
  } else if (own.length + said.length > limit) {
    const all = own.length + said.length;
    problems.push(
      `${file} has ${plural(all, 'line')} with those that came by tools, the limit is ${limit}: the rest was not read`,
    );
  }
  const kept = own.slice(0, limit);
  return [
    ...readAll(kept, expected, { from: 1, named: `${file} line` }),
    ...readAll(said.slice(0, limit - kept.length), expected, {
      from: limit + 1,
      named: `${file}, by tool, line`,
    }),
  ];
}

/** On line feeds alone: U+2028 and its like may stand inside a JSON string. */
function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.replace(/\n$/, '').split('\n');
}

function readAll<T>(
  lines: readonly string[],
  expected: Expected<T>,
  { from, named }: { readonly from: number; readonly named: string },
): readonly NumberedLine<T>[] {
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = readOutputLine(line, expected);
    if (read.kind === 'value') return [{ line: from + index, value: read.value }];
    expected.problems.push(`${named} ${index + 1}: ${read.problem}`);
    return [];
  });
}

// One line, or one small file, of what an agent wrote: JSON, cleaned of controls, through its schema.
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
