import { oneLine } from '../../domain/text.ts';

/** One line of at most `max` UTF-16 units, which is what the contract's limits count; never half a character. */
export function fitLine(text: string, max: number): string {
  const flat = oneLine(text, max);
  if (flat.length <= max) return flat;
  let cut = '';
  for (const character of flat) {
    if (cut.length + character.length > max - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
