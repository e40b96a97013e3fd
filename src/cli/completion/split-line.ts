/** The words of a line as a shell would read them, up to the cursor; the last one may be unfinished. Pure. */

export interface SplitLine {
  /** Whole words, the program's name first. */
  readonly before: readonly string[];
  /** The word that the cursor stands at; empty after a blank. */
  readonly current: string;
}

/** Only the last command of the line counts: `cd x && roundsman ru`. Nothing is expanded. */
export function splitLine(line: string): SplitLine {
  let words: string[] = [];
  let word = '';
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '\\' && quote !== "'") {
      index += 1;
      word += line.charAt(index);
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (/\s/.test(character)) {
      if (word !== '') words.push(word);
      word = '';
    } else if (';&|'.includes(character)) {
      words = [];
      word = '';
    } else {
      word += character;
    }
  }
  return { before: words, current: word };
}
