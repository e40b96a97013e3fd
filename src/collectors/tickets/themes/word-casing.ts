/** How a word is written when nobody shouts: `CSV` stays, `PASSWORD` and `Password` do not. Pure. */

export type Casing = (words: readonly string[]) => string;

/** Learns from running text, where a capital inside a sentence is meant. */
export function learnCasing(texts: readonly string[]): Casing {
  const forms = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const sentence of text.split(/[.!?\n]+/)) {
      const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
      if (isShouted(sentence) || isTitleCased(words)) continue;
      for (const word of words.slice(1)) {
        const ways = forms.get(word.toLowerCase()) ?? new Map<string, number>();
        forms.set(word.toLowerCase(), ways.set(word, (ways.get(word) ?? 0) + 1));
      }
    }
  }
  const usual = (word: string): string => {
    const ways = forms.get(word.toLowerCase());
    if (ways === undefined) return isAcronym(word) ? word : word.toLowerCase();
    const times = [...ways.values()].reduce((sum, count) => sum + count, 0);
    const acronym = [...ways].find(([way, count]) => isAcronym(way) && count * 4 >= times);
    if (acronym !== undefined) return acronym[0];
    return [...ways].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? word;
  };
  return (words) => {
    const line = words.map(usual).join(' ');
    const [first = ''] = Array.from(line);
    return /^\p{Ll}[\p{Ll}'’-]*(?: |$)/u.test(line)
      ? first.toUpperCase() + line.slice(first.length)
      : line;
  };
}

function isShouted(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return letters.length > 8 && capitals.length > letters.length * 0.6;
}

function isTitleCased(words: readonly string[]): boolean {
  const capital = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length;
  return words.length > 2 && capital > words.length * 0.6;
}

function isAcronym(word: string): boolean {
  return /^[\p{Lu}\p{N}]{2,4}s?$/u.test(word) || /^\p{Ll}+\p{Lu}/u.test(word);
}
