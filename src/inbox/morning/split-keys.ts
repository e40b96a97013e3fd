/** What a terminal in raw mode sends, as keys: several may come at once, and sequences that mean nothing here are dropped. Pure. */
/* oxlint-disable no-control-regex -- control characters are what this file is about */
const NAMED: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
  '\u0004': 'interrupt',
  '\u001b': 'escape',
  '\u001b[C': 'right',
  '\u001b[D': 'left',
  '\u001bOC': 'right',
  '\u001bOD': 'left',
};
/** A whole sequence, else one character. Lone surrogates are passed over by `u`. */
const PIECES = /\u001b(?:\[[0-9;?<>=]*[ -/]*[@-~]|O[A-Za-z])|[\s\S]/gu;

export function splitKeys(chunk: string): readonly string[] {
  return (chunk.match(PIECES) ?? []).flatMap((piece) => {
    const named = NAMED[piece];
    if (named !== undefined) return [named];
    return /^[\u0000-\u001f\u007f-\u009f]/.test(piece) ? [] : [piece];
  });
}
