/** From lines to what they say, by the rules of one engine. */
import type { Fields } from '../../stream-fields.ts';
import { lineBlocksOf, recordOf, type ReadLine } from '../ends.ts';
import { entryMaker } from '../moves/entries-of.ts';
import type { Move } from '../moves/move.ts';
import type { EntryBlocks, TranscriptEntry } from '../transcript.ts';
import type { About, LineFormat } from './line-format.ts';

export interface RecordsRead {
  readonly about: About;
  readonly moves: readonly Move[];
  /** After the last move stands something that is not a record. */
  readonly tornAfter: boolean;
  /** After the last move stands a record that no rule knows. */
  readonly unknownAfter: boolean;
  /** Records that some rule knew. */
  readonly understood: number;
}

type Reader = ReturnType<LineFormat['reader']>;

export interface RecordsRequest {
  readonly reader: Reader;
  readonly keeps: (record: Fields) => boolean;
  readonly cwd: string | null;
}

export function readRecords(
  records: readonly (Fields | 'unreadable')[],
  { reader, keeps, cwd: knownCwd }: RecordsRequest,
): RecordsRead {
  const moves: Move[] = [];
  let about: About = {};
  let [tornAfter, unknownAfter, understood] = [false, false, 0];
  for (const record of records) {
    if (record === 'unreadable') {
      tornAfter = true;
      continue;
    }
    const reading = reader(record, about.cwd ?? knownCwd);
    if (reading === 'unknown') {
      unknownAfter = true;
      continue;
    }
    understood += 1;
    if (reading.about !== undefined) about = joined(about, reading.about);
    if (reading.moves.length === 0 || !keeps(record)) continue;
    moves.push(...reading.moves);
    [tornAfter, unknownAfter] = [false, false];
  }
  return { about, moves, tornAfter, unknownAfter, understood };
}

export function joined(before: About, after: About): About {
  return {
    id: after.id ?? before.id ?? null,
    cwd: after.cwd ?? before.cwd ?? null,
    branch: after.branch ?? before.branch ?? null,
    title: after.title ?? before.title ?? null,
    startedAt: before.startedAt ?? after.startedAt ?? null,
  };
}

/** All of a file, oldest first, many entries at a time. @param knownCwd where its lines do not say it */
export async function* entryBlocks(
  path: string,
  format: LineFormat,
  knownCwd: string | null,
): EntryBlocks {
  const keeps = await surveyed(path, format);
  const [reader, maker] = [format.reader(), entryMaker()];
  let cwd = knownCwd;
  const told = (line: ReadLine): ReturnType<typeof maker.take> => {
    const record = readable(line);
    if (record === null) return NOTHING;
    const reading = record === 'unreadable' ? 'unknown' : reader(record, cwd);
    if (reading === 'unknown' || record === 'unreadable') return maker.take('unreadable');
    cwd = reading.about?.cwd ?? cwd;
    const [first] = reading.moves;
    if (first === undefined || !keeps(record)) return NOTHING;
    return reading.moves.length === 1
      ? maker.take(first)
      : reading.moves.flatMap((move) => maker.take(move));
  };
  for await (const lines of lineBlocksOf(path)) {
    const entries: (TranscriptEntry | 'unreadable')[] = [];
    for (const line of lines) for (const entry of told(line)) entries.push(entry);
    if (entries.length > 0) yield entries;
  }
  yield maker.rest();
}

const NOTHING: readonly never[] = [];

async function surveyed(path: string, format: LineFormat): Promise<(record: Fields) => boolean> {
  if (format.survey === undefined) return () => true;
  const survey = format.survey();
  for await (const lines of lineBlocksOf(path))
    for (const line of lines) if (line.kind !== 'too-long') survey.see(line.text);
  return survey.keeps();
}

/** `null`: an empty line. */
function readable(line: ReadLine): Fields | 'unreadable' | null {
  if (line.kind === 'too-long') return 'unreadable';
  const record = recordOf(line.text);
  // Looked at only then: nearly every line is a record.
  return record === 'unreadable' && line.text.trim() === '' ? null : record;
}
