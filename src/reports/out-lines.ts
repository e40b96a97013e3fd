/** The lines of one file of the contract, from ROUNDSMAN_OUT and from the tools, as one: same schema, same limits, counted together. */
import type { ZodType } from 'zod';

import { OUT_LIMITS } from '../engines/out-limits.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { plural } from '../words/text.ts';
import { readOutputLine } from './output-line.ts';

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
