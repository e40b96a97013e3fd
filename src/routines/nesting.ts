/**
 * How deep a YAML text nests, before it is parsed. The parser recurses, and on Node 20 a stack that is nearly
 * used up can end the process instead of throwing: compiling a regular expression there runs out of memory.
 */
import { Lexer } from 'yaml';

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
