/** Prose to sentences. Pure, in time that is linear in the text. */

/** Of what is shorter nobody learns anything; what is longer is no sentence. */
const SHORTEST = 12;
const LONGEST = 600;

/** Without code blocks, headings' marks, bullets and quotes. Of at most `most` characters of the text, the last ones. */
export function sentencesOf(text: string, most = 40_000): readonly string[] {
  const sentences: string[] = [];
  let fence: string | null = null;
  for (const line of text.slice(-most).split('\n')) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (mark !== null) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      continue;
    }
    if (fence === null) sentences.push(...sentencesOfLine(line));
  }
  return sentences;
}

function sentencesOfLine(line: string): readonly string[] {
  const plain = line.replace(/^[\s>#*+-]{0,20}(\d{1,3}[.)]\s)?/, '').trim();
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < plain.length; at += 1) {
    if (!isEnd(plain, at, from)) continue;
    parts.push(plain.slice(from, at + 1).trim());
    from = at + 1;
  }
  parts.push(plain.slice(from).trim());
  return parts.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
}

const ABBREVIATIONS: ReadonlySet<string> = new Set([
  'e.g',
  'i.e',
  'vs',
  'cf',
  'etc',
  'approx',
  'no',
]);

/* oxlint-disable-next-line eslint/max-params -- a place in a line, and where its sentence began */
function isEnd(line: string, at: number, from: number): boolean {
  const mark = line[at];
  if (mark !== '.' && mark !== '!' && mark !== '?') return false;
  if (line[at + 1] !== ' ') return false;
  const word =
    line
      .slice(Math.max(from, at - 8), at)
      .split(' ')
      .at(-1) ?? '';
  return !ABBREVIATIONS.has(word.toLowerCase().replace(/^[("']/, ''));
}
