/** What the YAML parser complains about, in words that say what to write. */
import { type YAMLError, Lexer } from 'yaml';

import { oneLine } from '../../words/text.ts';
import type { Problem } from './problem.ts';

export function syntaxProblem(
  error: YAMLError,
  text: string,
): Pick<Problem, 'code' | 'message' | 'hint'> {
  const first = text.charAt(error.pos[0]);
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return {
        code: 'tab-indent',
        message: 'the line is indented with a tab',
        hint: 'Indent with spaces.',
      };
    case 'MULTIPLE_DOCS':
      return {
        code: 'several-documents',
        message: 'a second YAML document begins here',
        hint: 'Keep one document a file; remove the line `---`.',
      };
    case 'BAD_ALIAS':
    case 'BAD_SCALAR_START':
      return {
        code: 'needs-quotes',
        message: `a plain value cannot begin with ${oneLine(first, 5)} here`,
        hint: 'Put the value in quotes, such as "*/5 * * * *".',
      };
    case 'RESOURCE_EXHAUSTION':
      return {
        code: 'too-deep',
        message: 'the file is nested too deeply from here on',
        hint: 'Write it flat.',
      };
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
    case 'BAD_DIRECTIVE':
    case 'ALIAS_PROPS':
    case 'BAD_COLLECTION_TYPE':
    case 'BAD_DQ_ESCAPE':
    case 'BAD_PROP_ORDER':
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
    case 'DUPLICATE_KEY':
    case 'IMPOSSIBLE':
    case 'KEY_OVER_1024_CHARS':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
    case 'NON_STRING_KEY':
    case 'TAG_RESOLVE_FAILED':
    case 'UNEXPECTED_TOKEN':
      return {
        code: 'syntax',
        message: `this is not YAML: ${oneLine(error.message, 160)}`,
        hint: hintFor(error),
      };
  }
}

/** The two slips that the parser names in words of its own trade. */
function hintFor({ message }: YAMLError): string {
  if (message.startsWith('Nested mappings')) {
    return 'A value with `: ` in it needs quotes: name: "a: b".';
  }
  if (message.startsWith('A block sequence may not')) {
    return 'Let every `-` of a list begin in the same column.';
  }
  return 'Check the indentation, brackets and quotes around this place.';
}

// How deep a YAML text nests, before it is parsed. The parser recurses, and on Node 20 a stack that is nearly
// used up can end the process instead of throwing: compiling a regular expression there runs out of memory.

/**
 * Offset at which more than `limit` collections are open within one another on one line or in one flow
 * collection; `null` when that never happens. Collections that nest by indentation need a longer line each, so
 * the size limit of a file bounds them well below what the parser's stack takes.
 */
export function tooDeepAt(text: string, limit: number): number | null {
  let offset = 0;
  let flow = 0;
  let compact = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow += 1;
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1);
    else if (token === '-' || token === '?') compact += 1;
    else if (token.includes('\n')) compact = 0;
    if (flow + compact > limit) return offset;
    // Marks that the lexer puts in and the text does not hold have no length there.
    if (!MARKS.has(token)) offset += token.length;
  }
  return null;
}

/** Document start, flow error end, scalar and byte order mark, as the lexer tells them. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);
