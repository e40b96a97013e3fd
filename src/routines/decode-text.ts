/** Bytes to text: a size limit, UTF-8 and nothing else; a byte order mark and CRLF are fine. */
import type { Problem } from './rules/problem.ts';

/** Far above any routine written by hand; refused before anything is parsed. */
export const MAX_DEFINITION_BYTES = 256 * 1024;

export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: Problem };

export function decodeText(file: string, bytes: Uint8Array): DecodedText {
  if (bytes.length > MAX_DEFINITION_BYTES) {
    return { kind: 'problem', problem: tooLarge(file, `it has ${bytes.length} bytes`) };
  }
  const text = decodeStrictly(bytes);
  if (text !== null) return { kind: 'text', text };
  return {
    kind: 'problem',
    problem: {
      file,
      ...placeOfBadByte(bytes),
      code: 'not-utf-8',
      message: 'the file is not UTF-8 from here on',
      hint: 'Save it as UTF-8.',
    },
  };
}

export function tooLarge(file: string, found: string): Problem {
  return {
    file,
    line: 1,
    column: 1,
    code: 'file-too-large',
    message: `the file is too large: ${found}, the limit is ${MAX_DEFINITION_BYTES}`,
    hint: 'Move long texts to files of their own: agent.prompt-file, report.template.',
  };
}

/** Without the byte order mark; `null` when it is not UTF-8. */
function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The only thing it throws for.
    return null;
  }
}

/** A newline byte is never part of a longer character, so lines can be looked at one by one. */
function placeOfBadByte(bytes: Uint8Array): { line: number; column: number } {
  let line = 1;
  for (let start = 0; start <= bytes.length; line += 1) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    const content = bytes.subarray(start, end);
    if (decodeStrictly(content) === null) return { line, column: columnOfBadByte(content) };
    start = end + 1;
  }
  return { line: 1, column: 1 };
}

/** By halves: the longest beginning that is good, give or take the character that the cut goes through. */
function columnOfBadByte(content: Uint8Array): number {
  let good = 0;
  let bad = content.length;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (holdsBadByte(content.subarray(0, middle))) bad = middle;
    else good = middle;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.subarray(0, good)).length + 1;
}

/** A character cut short at the end is not bad yet. */
function holdsBadByte(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content, { stream: true });
    return false;
  } catch {
    return true;
  }
}
