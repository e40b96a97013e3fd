/** One sentence out of a mail, for a quote. Pure. */
import { stripControls } from '../../../domain/text.ts';
import type { ThemeTerm } from '../../../domain/ticket.ts';

/** What stands further down of a text is signatures and quoted mails more often than not. */
const MAX_READ = 3_000;
const MAX_SENTENCES = 12;
/** Shorter ones say too little to be quoted. */
const MIN_WORDS = 4;

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|bonjour|hola|ciao)\b[^,.!?:\n]{0,40}(?:[,.!?:–-]+\s*|$)/i;
/** What closes a mail, and all below. */
const CLOSING =
  /^(?:--\s*$|(?:kind |best |warm )?regards\b|(?:many )?thanks?\b.{0,30}$|cheers\b|sincerely\b|sent from my\b|mit freundlichen|viele grüße)/i;

/** The sentence with the most of the theme's terms, the earlier of two equals; `null` when none is long enough. */
export function bestSentence(text: string, signature: readonly ThemeTerm[]): string | null {
  let best: { readonly sentence: string; readonly score: number } | null = null;
  for (const sentence of sentencesOf(text)) {
    if (sentence.split(' ').length < MIN_WORDS) continue;
    const score = scoreOf(sentence.toLowerCase(), signature);
    if (best === null || score > best.score) best = { sentence, score };
  }
  return best?.sentence ?? null;
}

function scoreOf(sentence: string, signature: readonly ThemeTerm[]): number {
  return signature.reduce(
    (sum, { term, weight }) => (sentence.includes(term.toLowerCase()) ? sum + weight : sum),
    0,
  );
}

function sentencesOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const found: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    for (const { segment } of segmenter.segment(paragraph)) {
      const sentence = segment.trim();
      if (sentence !== '') found.push(sentence);
      if (found.length >= MAX_SENTENCES) return found;
    }
  }
  return found;
}

/** Without greeting, quoted lines, and whatever follows a closing; lines of a paragraph are joined. */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    const joined = open.join(' ').replace(/\s+/g, ' ').trim().replace(GREETING, '');
    if (joined !== '') paragraphs.push(joined);
    open = [];
  };
  for (const raw of stripControls(text.slice(0, MAX_READ)).split('\n')) {
    const line = raw.trim();
    if (CLOSING.test(line)) break;
    if (line === '') close();
    else if (!line.startsWith('>')) open.push(line);
  }
  close();
  return paragraphs;
}
