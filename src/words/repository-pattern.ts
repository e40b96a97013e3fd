/** Patterns of files that others name: brought to one form, or refused. Hostile text. Pure. */
import { stripControls } from './text.ts';

const MAX_LENGTH = 300;

export type PatternReading =
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** `why` ends a sentence that names the pattern. */
  | { readonly kind: 'refused'; readonly why: string };

/** Within the repository, with `/`, without `.` and empty parts; `docs/` becomes `docs/**`. `!` and `..` are refused. */
export function readPattern(text: string): PatternReading {
  const trimmed = text.trim().normalize('NFC');
  if (trimmed === '') return refused('is empty');
  if (trimmed.length > MAX_LENGTH) return refused(`is longer than ${MAX_LENGTH} characters`);
  if (stripControls(trimmed) !== trimmed || trimmed.includes('\n') || trimmed.includes('\t'))
    return refused('holds characters that no path should');
  if (trimmed.startsWith('!')) return refused('takes away instead of naming');
  if (trimmed.includes('\\')) return refused('holds a backslash; folders are separated by /');
  if (trimmed.startsWith('/') || /^[a-z]:/i.test(trimmed) || trimmed.startsWith('~'))
    return refused('is not relative to the repository');
  const parts = trimmed.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return refused('leads out of its folder');
  if (parts.some((part) => part.toLowerCase() === '.git'))
    return refused('names what is git’s own');
  if (parts.length === 0) return { kind: 'pattern', pattern: '**' };
  // As in .gitignore `docs/` alone would be a folder of that name anywhere.
  const pattern = `${parts.join('/')}${trimmed.endsWith('/') ? '/**' : ''}`;
  // What stood before it may have hidden what is refused: `./!x`, `.//~`.
  return pattern === trimmed ? { kind: 'pattern', pattern } : readPattern(pattern);
}

function refused(why: string): PatternReading {
  return { kind: 'refused', why };
}
