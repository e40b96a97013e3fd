/** The function or class around a line, told from indentation and the look of declarations. Pure. */
import type { Language } from './languages.ts';

const TAB_WIDTH = 4;
/** Looked through upwards from a line; longer functions have other worries. */
const MAX_LINES = 5_000;
/** `}`, `) {` and a brace of its own belong to the line that began them, further up at the same depth. */
const CONTINUES = /^[)\]}{]|^=>|^(?:where|throws|extends|implements)\b/;
/** Comments may stand anywhere, the margin too, and hold no code that counts. */
const COMMENT = /^(?:\/\/|\/\*|\*[\s/]|#\s|--\s)/;
/** Longer lines are not read: they are not written by hand. */
const MAX_WIDTH = 400;

/** `Class.method` from the outside in, at most two names; `null` outside any. `line` is 1-based. */
export function enclosingSymbol(
  lines: readonly string[],
  line: number,
  language: Language | null,
): string | null {
  if (language === null) return null;
  const own = lines[line - 1] ?? '';
  const names: string[] = [];
  const declared = declarationOn(own, language);
  if (declared !== null) names.push(declared);
  let depth = indentation(own);
  const last = Math.max(0, line - 1 - MAX_LINES);
  for (let index = line - 2; index >= last && depth > 0 && names.length < 2; index -= 1) {
    const text = lines[index] ?? '';
    const trimmed = text.trim();
    if (trimmed === '' || COMMENT.test(trimmed) || language.marginal?.test(text) === true) continue;
    const indent = indentation(text);
    if (indent >= depth) continue;
    if (CONTINUES.test(trimmed)) {
      depth = indent + 1;
      continue;
    }
    depth = indent;
    const name = declarationOn(text, language);
    if (name !== null) names.push(name);
  }
  return names.length === 0 ? null : names.toReversed().join('.');
}

function declarationOn(text: string, language: Language): string | null {
  const trimmed = text.trim().slice(0, MAX_WIDTH);
  if (/^(?:\/\/|\/\*|\*|#|--|;)/.test(trimmed)) return null;
  for (const declaration of language.declarations) {
    const found = declaration.exec(trimmed);
    if (found !== null) return found.slice(1).filter(Boolean).join('.');
  }
  return null;
}

function indentation(text: string): number {
  let width = 0;
  for (const char of text) {
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB_WIDTH;
    else break;
  }
  return width;
}
