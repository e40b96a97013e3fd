/** Two segments as one, without the documents that are gone. Pure. */
import { PostingsWriter, readPostings } from './postings.ts';
import { compareTerms, type IndexedDocument, type Segment } from './segment.ts';

export interface SegmentPart {
  readonly segment: Segment;
  /** By document; 1: it is gone. */
  readonly gone: Uint8Array;
}

/** Documents keep their order, those of `a` first. */
export function mergeSegments(a: SegmentPart, b: SegmentPart): Segment {
  const documents: IndexedDocument[] = [];
  const mapA = keepDocuments(a, documents);
  const mapB = keepDocuments(b, documents);
  const writer = new PostingsWriter();
  let [i, j] = [0, 0];
  while (i < a.segment.terms.length || j < b.segment.terms.length) {
    const [left, right] = [a.segment.terms[i], b.segment.terms[j]];
    const order = left === undefined ? 1 : right === undefined ? -1 : compareTerms(left, right);
    const pairs: number[] = [];
    if (order <= 0) takePostings({ segment: a.segment, term: i, numbers: mapA }, pairs);
    if (order >= 0) takePostings({ segment: b.segment, term: j, numbers: mapB }, pairs);
    writer.add((order <= 0 ? left : right) ?? '', pairs);
    if (order <= 0) i += 1;
    if (order >= 0) j += 1;
  }
  return { documents, ...writer.finish() };
}

/** New numbers by old ones; -1: gone. */
function keepDocuments({ segment, gone }: SegmentPart, kept: IndexedDocument[]): Int32Array {
  const numbers = new Int32Array(segment.documents.length);
  for (const [index, document] of segment.documents.entries()) {
    numbers[index] = gone[index] === 1 ? -1 : kept.push(document) - 1;
  }
  return numbers;
}

function takePostings(
  from: { readonly segment: Segment; readonly term: number; readonly numbers: Int32Array },
  pairs: number[],
): void {
  readPostings(from.segment, from.term, (document, code) => {
    const number = from.numbers[document] ?? -1;
    if (number >= 0) pairs.push(number, code);
  });
}
