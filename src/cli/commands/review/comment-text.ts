/** The text of a comment: from the line itself, from a file, or from a person's editor. */
import type { CommandCall } from '../../command.ts';
import { editText } from '../../edit-text.ts';
import { readGivenText } from '../notes/given-text.ts';

/** @param about what it is on, for whoever writes it in an editor */
export async function commentText(
  call: CommandCall,
  { words, about }: { readonly words: readonly string[]; readonly about: string },
): Promise<string> {
  if (words.length > 0) return words.join(' ');
  const given = await readGivenText(call);
  if (given !== null) return given;
  const written = await editText(call, `\n> on ${about}; lines that begin with > are left out\n`);
  return written
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n');
}
