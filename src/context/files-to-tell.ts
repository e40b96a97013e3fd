/** Files of the base commit as a brief holds them. Pure. */
import { oneLine, plural } from '../words/text.ts';
import type { ToldFile } from './brief-context.ts';
import type { MatchedFiles } from './context-sources.ts';
import { tokensOf } from './cut-to-size.ts';

const MOST_NAMED = 5;

/** `refused`: for people, which are not given and why; `null` when all are. */
export function filesToTell({ files, refused }: MatchedFiles): {
  readonly told: readonly { readonly told: ToldFile; readonly content: string }[];
  readonly refused: string | null;
} {
  const told = files.map(({ path, content }) => ({
    told: { path, file: `context/files/${path}`, tokens: tokensOf(content) },
    content,
  }));
  if (refused.length === 0) return { told, refused: null };
  const named = refused.slice(0, MOST_NAMED).map((path) => oneLine(path, 100));
  const more = refused.length - named.length;
  return {
    told,
    refused: `${plural(refused.length, 'file')} of \`context.files\` ${refused.length === 1 ? 'is' : 'are'} too large, no text, or one too many: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  };
}
