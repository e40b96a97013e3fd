/** A question, answered from an index: what was found, with a line of each, and what else might have been meant. */
import { oneLine } from '../../words/text.ts';
import type { SearchAnswer, SearchHit, SearchQuery, SearchSource } from './contract.ts';
import { excerptOf } from './excerpt.ts';
import { findSlips } from './find-terms.ts';
import type { LiveIndex } from './live-index.ts';
import { rankDocuments, type RankPart, type RankedDocument } from './rank-documents.ts';
import { MOST_HITS } from './read-query.ts';
import { readSearchWords, type SearchWords } from './search-words.ts';
import type { IndexedDocument } from './segment.ts';

/** Reads the texts of the hits from where they are; never throws for what is gone. */
export async function answerQuery(
  index: LiveIndex,
  query: SearchQuery,
  sources: readonly SearchSource[],
): Promise<SearchAnswer> {
  const words = readSearchWords(query.words);
  const parts = index.parts();
  const accepts = (one: IndexedDocument): boolean => isAskedFor(one, query);
  const { ranked, meant } = rankDocuments(parts, words, accepts);
  const limit = Math.max(1, Math.min(MOST_HITS, query.limit));
  const hits = await Promise.all(
    ranked.slice(0, limit).map((one) => hitOf(one, { sources, meant })),
  );
  return {
    hits,
    total: ranked.length,
    documents: index.size(),
    missing: index
      .gaps()
      .filter(({ kind }) => query.kinds.length === 0 || query.kinds.includes(kind)),
    suggestion: ranked.length === 0 ? suggest(parts, words, accepts) : null,
  };
}

function isAskedFor(document: IndexedDocument, { kinds, routine, from, to }: SearchQuery): boolean {
  return (
    document.words > 0 &&
    (kinds.length === 0 || kinds.includes(document.kind)) &&
    (routine === null || document.routine === routine) &&
    (from === null || document.at >= from) &&
    (to === null || document.at < to)
  );
}

interface Frame {
  readonly sources: readonly SearchSource[];
  readonly meant: ReadonlyMap<string, number>;
}

async function hitOf({ document, score }: RankedDocument, frame: Frame): Promise<SearchHit> {
  const { kind, id, title, at, routine, label } = document;
  const source = frame.sources.find(({ kinds }) => kinds.includes(kind));
  const text = await source?.text({ kind, id }).catch(() => null);
  const excerpt = excerptOf(text ?? '', frame.meant);
  return {
    kind,
    id,
    title: oneLine(title, 200),
    at,
    routine,
    label,
    excerpt: excerpt.text,
    marks: excerpt.marks,
    score: Math.round(score * 1_000) / 1_000,
  };
}

/** Each word that stands nowhere gives way to the nearest that does; `null` when one of them has none, or they find nothing. */
function suggest(
  parts: readonly RankPart[],
  { needed }: SearchWords,
  accepts: (document: IndexedDocument) => boolean,
): string | null {
  const meant = needed.map((word) => nearest(parts, word));
  if (meant.length === 0 || meant.some((word) => word === null)) return null;
  const text = meant.join(' ');
  if (text === needed.join(' ')) return null;
  return rankDocuments(parts, readSearchWords(text), accepts).ranked.length > 0 ? text : null;
}

const FAR = 3;
/** Of a short word little would be left: "todo" does not mean "to". */
const LETTERS_A_SLIP = 3;

function nearest(parts: readonly RankPart[], word: string): string | null {
  const most = Math.min(FAR, Math.floor(word.length / LETTERS_A_SLIP));
  for (let distance = 0; distance <= most; distance += 1) {
    for (const { segment, dictionary } of parts) {
      const [found] = findSlips(dictionary(), word, distance);
      if (found !== undefined) return segment.terms[found.term] ?? null;
    }
  }
  return null;
}
