/** The few styles there are. Every one also reads well without colour: colour never carries a meaning alone. */

export type StyleName = 'strong' | 'faint' | 'good' | 'bad' | 'warn';

const CODES: Readonly<Record<StyleName, readonly [number, number]>> = {
  strong: [1, 22],
  faint: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
};

/** Paints a text, or leaves it as it is where colours are not wanted. */
export type Paint = (style: StyleName, text: string) => string;

export function paintFor(colour: boolean): Paint {
  if (!colour) return (_style, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
