/** JSON with comments and commas before a closing bracket, as settings files of engines are written. Pure. */
import { tryParseJson } from '../../platform/json.ts';

/** A text, a comment, or a comma that only spaces and comments part from a closing bracket. */
const PIECES =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** `undefined` for what is neither. */
export function parseJsonc(text: string): unknown {
  const bare = text.replace(/^\ufeff/, '');
  return tryParseJson(bare.replaceAll(PIECES, (piece) => (piece.startsWith('"') ? piece : ' ')));
}
