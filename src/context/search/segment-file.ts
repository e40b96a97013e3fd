/** A segment as bytes, and back. What is torn, of another version or another form is `null`: then it is made again. Pure. */
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { isRoutineId } from '../../words/ids.ts';
import { SEARCH_KINDS } from './contract.ts';
import type { IndexedDocument, Segment } from './segment.ts';

/** Bumped when terms or bytes are made otherwise. */
const FORM = 1;

export interface SegmentFile {
  readonly segment: Segment;
  /** Names this content. */
  readonly id: string;
  /** The content that it adds to; `null`: it stands alone. */
  readonly base: string | null;
}

export function writeSegment(
  segment: Segment,
  { version, base }: { readonly version: string; readonly base: string | null },
): { readonly bytes: Uint8Array; readonly id: string } {
  const encoder = new TextEncoder();
  const sections = [
    encoder.encode(JSON.stringify(segment.documents.map(rowOf))),
    encoder.encode(segment.terms.join('\n')),
    bytesOf(segment.counts),
    bytesOf(segment.starts),
    segment.postings,
  ];
  const body = concat(sections);
  const id = sha256(body);
  const head = { form: FORM, version, base, id, sections: sections.map(({ length }) => length) };
  return { id, bytes: concat([encoder.encode(`${JSON.stringify(head)}\n`), body]) };
}

export function readSegment(bytes: Uint8Array, version: string): SegmentFile | null {
  const end = bytes.indexOf(10);
  if (end === -1 || end > 10_000) return null;
  const decoder = new TextDecoder();
  const head = tryParseJson(decoder.decode(bytes.subarray(0, end)));
  if (!isRecord(head) || head['form'] !== FORM || head['version'] !== version) return null;
  const body = bytes.subarray(end + 1);
  if (typeof head['id'] !== 'string' || sha256(body) !== head['id']) return null;
  const lengths = Array.isArray(head['sections']) ? head['sections'].map(Number) : [];
  const sections: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    sections.push(body.subarray(at, at + length));
    at += length;
  }
  const [documents, terms, counts, starts, postings] = sections;
  if (postings === undefined || at !== body.length) return null;
  const rows = tryParseJson(decoder.decode(documents));
  if (!Array.isArray(rows)) return null;
  const text = decoder.decode(terms);
  const segment: Segment = {
    documents: rows.flatMap(documentOf),
    terms: text === '' ? [] : text.split('\n'),
    counts: numbersOf(counts),
    starts: numbersOf(starts),
    postings: postings.slice(),
  };
  const isWhole =
    segment.documents.length === rows.length && segment.starts.length === segment.terms.length + 1;
  const base = typeof head['base'] === 'string' ? head['base'] : null;
  return isWhole ? { segment, id: head['id'], base } : null;
}

function rowOf({
  kind,
  id,
  stamp,
  title,
  at,
  routine,
  label,
  words,
}: IndexedDocument): readonly unknown[] {
  return [SEARCH_KINDS.indexOf(kind), id, stamp, title, at, routine, label, words];
}

function documentOf(row: unknown): readonly IndexedDocument[] {
  const fields: readonly unknown[] = Array.isArray(row) ? row : [];
  const [kindNumber, id, stamp, title, at, routine, label, words] = fields;
  const kind = SEARCH_KINDS[Number(kindNumber)];
  if (kind === undefined || typeof id !== 'string' || typeof stamp !== 'string') return [];
  if (typeof title !== 'string' || typeof at !== 'string' || typeof words !== 'number') return [];
  return [
    {
      kind,
      id,
      stamp,
      title,
      at,
      routine: typeof routine === 'string' && isRoutineId(routine) ? routine : null,
      label: typeof label === 'string' ? label : null,
      words,
    },
  ];
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A copy: numbers lie at addresses that are multiples of four. */
function numbersOf(bytes: Uint8Array | undefined): Uint32Array {
  const copy = Uint8Array.from(bytes ?? []);
  return new Uint32Array(copy.buffer, 0, Math.floor(copy.length / 4));
}

function concat(sections: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sections.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const section of sections) {
    whole.set(section, at);
    at += section.length;
  }
  return whole;
}
