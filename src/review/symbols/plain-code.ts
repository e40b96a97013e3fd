/** Code by what it says: without comments, layout, a comma behind the last, and what Python reads over. */
import type { LanguageId } from './language-table.ts';

const COMMENTS = /\/\*[^]*?\*\/|(?<![:"'`])\/\/[^\n]*|(?<=^|\s)#(?:[ !][^\n]*)?$/gm;
/** What is told to readers and tools. */
const NOTES = /@(?:Override|Nullable|NonNull|NotNull|SuppressWarnings(?:\([^)]*\))?)\b\s*/g;
const PYTHON_TEXTS = /^\s*(?:"""[^]*?"""|'''[^]*?''')/gm;
const PYTHON_HEAD = /^\s*(?:async\s+)?def\s[^]*?:[ \t]*$/m;
const VISIBLE = /^[ \t]*(export|public|protected|private|pub(?:\([^)]*\))?)\s+/m;

export function plainCode(text: string, language: LanguageId): string {
  const code = text.replaceAll(COMMENTS, '').replaceAll(NOTES, '');
  const said =
    language === 'python'
      ? code.replaceAll(PYTHON_TEXTS, '').replace(PYTHON_HEAD, withoutTypes)
      : code;
  return said
    .replaceAll(/(?<=\w)\s+(?=\w)/g, ' ')
    .replaceAll(/(?<!\w)\s+|\s+(?!\w)/g, '')
    .replaceAll(/,(?=[)\]}>])/g, '')
    .replaceAll("'", '"');
}

/** `(day: int = 1) -> str:` is `(day=1):`. */
function withoutTypes(head: string): string {
  return head
    .replace(/->[^]*(?=:[ \t]*$)/, '')
    .replaceAll(/:\s*[\w."'| ]+(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?[\w."'| ]*(?=[,=)])/g, '');
}

/** Whether both have the same meaning, and `after` is at least as visible as `before`. */
export function isSameCode(before: string, after: string, language: LanguageId): boolean {
  const [old, young] = [before, after].map((text) =>
    plainCode(text.replace(VISIBLE, ''), language),
  );
  return old === young && openness(after) >= openness(before);
}

/** A word that is missing opens it to its package. */
function openness(text: string): number {
  const word = VISIBLE.exec(text)?.[1] ?? '';
  return (
    ['private', '', 'protected'].indexOf(word.startsWith('pub(') ? 'protected' : word) + 1 || 4
  );
}
