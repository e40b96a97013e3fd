/**
 * The index of a workspace, as it is kept in memory: one large segment that is rarely made again, and a small one for what
 * came since. What changed is known by its stamp.
 */
import { AppError } from '../../words/errors.ts';
import type {
  SearchDocument,
  SearchEntry,
  SearchGap,
  SearchKind,
  SearchListing,
  SearchSource,
} from './contract.ts';
import { type Dictionary, openDictionary } from './find-terms.ts';
import type { RankPart } from './rank-documents.ts';
import {
  PostingsWriter,
  readPostings,
  compareTerms,
  emptySegment,
  type IndexedDocument,
  type Segment,
  SegmentBuilder,
} from './segment.ts';

// Two segments as one, without the documents that are gone. Pure.

interface SegmentPart {
  readonly segment: Segment;
  /** By document; 1: it is gone. */
  readonly gone: Uint8Array;
}

/** Documents keep their order, those of `a` first. */
function mergeSegments(a: SegmentPart, b: SegmentPart): Segment {
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

export interface LiveIndex {
  /** Makes it what the sources have now. Other sources may be asked meanwhile, the same ones not. */
  refresh(sources: readonly SearchSource[], signal?: AbortSignal): Promise<RefreshOutcome>;
  /** The large part first. */
  parts(): readonly RankPart[];
  /** Documents in which there is something to find, and what could not be looked at. */
  size(): number;
  gaps(): readonly SearchGap[];
  /** Numbers that change whenever that part changes; for the code that stores them. */
  generations(): { readonly base: number; readonly recent: number };
}

export interface RefreshOutcome {
  /** New, or changed. */
  readonly added: number;
  readonly removed: number;
}

/** Documents that are read and split into words together: few enough that other work does not wait long. */
const BATCH = 64;
/** Documents of the small part; then it is merged into the large one. */
const MOST_RECENT = 256;
/** Taken apart before they are merged, when there are many. */
const MOST_BUILT = 1_024;
const LEAST_GONE = 64;

interface Part {
  segment: Segment;
  gone: Uint8Array;
  dictionary: Dictionary | null;
  generation: number;
}

interface Known {
  readonly stamp: string;
  readonly part: Part;
  readonly number: number;
}

export function openLiveIndex(
  stored: { readonly base: Segment; readonly recent: Segment } | null,
): LiveIndex {
  const index = new Index(stored?.base ?? emptySegment(), stored?.recent ?? emptySegment());
  return {
    refresh: (sources, signal) => index.refresh(sources, signal),
    parts: () => index.parts(),
    size: () => index.size(),
    gaps: () => index.gaps(),
    generations: () => index.generations(),
  };
}

class Index {
  readonly #base: Part;
  readonly #recent: Part;
  readonly #known = new Map<SearchKind, Map<string, Known>>();
  readonly #gaps = new Map<SearchSource, readonly SearchGap[]>();

  constructor(base: Segment, recent: Segment) {
    this.#base = partOf(base);
    this.#recent = partOf(recent);
    for (const part of [this.#base, this.#recent]) this.#learn(part);
  }

  async refresh(
    sources: readonly SearchSource[],
    signal: AbortSignal | undefined,
  ): Promise<RefreshOutcome> {
    let [added, removed] = [0, 0];
    for (const source of sources) {
      const listing = await source.list((kind, id) => this.#of(kind).get(id)?.stamp ?? null);
      if (listing === null) continue;
      this.#gaps.set(source, listing.gaps);
      removed += this.#removeGone(source, listing);
      const changed = listing.entries.filter(
        ({ kind, id, stamp }) => this.#of(kind).get(id)?.stamp !== stamp,
      );
      await this.#add(source, changed, signal);
      added += changed.length;
    }
    this.#tidy();
    return { added, removed };
  }

  parts(): readonly RankPart[] {
    return [this.#base, this.#recent].map((part) => ({
      segment: part.segment,
      gone: part.gone,
      dictionary: () => {
        part.dictionary ??= openDictionary(part.segment);
        return part.dictionary;
      },
    }));
  }

  size(): number {
    let count = 0;
    for (const known of this.#known.values())
      for (const { part, number } of known.values())
        if ((part.segment.documents[number]?.words ?? 0) > 0) count += 1;
    return count;
  }

  gaps(): readonly SearchGap[] {
    return [...this.#gaps.values()].flat();
  }

  generations(): { readonly base: number; readonly recent: number } {
    return { base: this.#base.generation, recent: this.#recent.generation };
  }

  #of(kind: SearchKind): Map<string, Known> {
    const known = this.#known.get(kind) ?? new Map<string, Known>();
    this.#known.set(kind, known);
    return known;
  }

  /** What cannot be read now is not gone. */
  #removeGone({ kinds }: SearchSource, { entries, unread = [] }: SearchListing): number {
    let removed = 0;
    for (const kind of kinds) {
      if (unread.includes(kind)) continue;
      const listed = new Set(entries.flatMap((entry) => (entry.kind === kind ? [entry.id] : [])));
      for (const id of this.#of(kind).keys()) {
        if (listed.has(id)) continue;
        this.#remove(kind, id);
        removed += 1;
      }
    }
    return removed;
  }

  async #add(
    source: SearchSource,
    entries: readonly SearchEntry[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    let builder = new SegmentBuilder();
    for (let at = 0; at < entries.length; at += BATCH) {
      if (signal?.aborted === true) throw stopped();
      const batch = entries.slice(at, at + BATCH);
      const read = await Promise.all(batch.map((entry) => source.read(entry)));
      for (const [index, entry] of batch.entries()) builder.add(read[index] ?? nothing(entry));
      if (builder.size < MOST_BUILT) continue;
      this.#flush(builder.finish());
      builder = new SegmentBuilder();
    }
    if (builder.size > 0) this.#flush(builder.finish());
  }

  #flush(segment: Segment): void {
    for (const { kind, id } of segment.documents) this.#remove(kind, id);
    replace(this.#recent, mergeSegments(this.#recent, partOf(segment)));
    this.#learn(this.#recent);
    if (this.#recent.segment.documents.length >= MOST_RECENT) this.#settle();
  }

  /** Where documents stand; of the same one in both parts the small one has the newer. */
  #learn(part: Part): void {
    for (const [number, { kind, id, stamp }] of part.segment.documents.entries()) {
      const known = this.#of(kind);
      const before = known.get(id);
      if (before !== undefined && before.part !== part) before.part.gone[before.number] = 1;
      known.set(id, { stamp, part, number });
    }
  }

  /** Stored parts need not know: what is not there any more is found out when they are read again. */
  #remove(kind: SearchKind, id: string): void {
    const known = this.#of(kind).get(id);
    if (known === undefined) return;
    known.part.gone[known.number] = 1;
    this.#of(kind).delete(id);
  }

  /** All into the large part. */
  #settle(): void {
    const merged = mergeSegments(this.#base, this.#recent);
    replace(this.#recent, emptySegment());
    replace(this.#base, merged);
    this.#learn(this.#base);
  }

  /** Where much of the large part is gone, it is made again. */
  #tidy(): void {
    const { gone } = this.#base;
    const count = gone.reduce((sum, one) => sum + one, 0);
    if (count > LEAST_GONE && count > gone.length / 5) this.#settle();
  }
}

function partOf(segment: Segment): Part {
  const gone = new Uint8Array(segment.documents.length);
  return { segment, gone, dictionary: null, generation: 0 };
}

function replace(part: Part, segment: Segment): void {
  part.segment = segment;
  part.gone = new Uint8Array(segment.documents.length);
  part.dictionary = null;
  part.generation += 1;
}

function nothing({ kind, id, stamp }: SearchEntry): SearchDocument {
  return { kind, id, stamp, title: '', text: '', at: '', routine: null, label: null };
}

function stopped(): AppError {
  return new AppError('failed', {
    code: 'stopped',
    message: 'the index was not finished',
    hint: '',
  });
}
