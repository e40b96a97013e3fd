import { oneLine } from '../../words/text.ts';

/** What stands further down is not looked at: a mail of a megabyte is not to be copied for a line of it. */
const MAX_READ = 20_000;

/** One line of at most `max` UTF-16 units, which is what the contract's limits count; never half a character. */
export function fitLine(text: string, max: number): string {
  const flat = oneLine(text.length > MAX_READ ? text.slice(0, MAX_READ) : text, max);
  if (flat.length <= max) return flat;
  let cut = '';
  for (const character of flat) {
    if (cut.length + character.length > max - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
