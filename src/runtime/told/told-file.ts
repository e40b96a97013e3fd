/** What an agent says by tools, kept as it would have written it itself; in a folder of ours, so that it can put nothing there. */
import { join } from 'node:path';

import type { ZodType } from 'zod';

import { OUT_LIMITS } from '../../engines/out-limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { writeDurably } from '../../platform/durable-files.ts';
import { makeFolder, removeTree } from '../../platform/files.ts';
import { byteLength } from '../../platform/hash.ts';
import { appendLinesDurably } from '../../platform/line-file.ts';
import { withLock } from '../../platform/lock.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { readOutputLine } from '../../reports/out-lines.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import { AppError } from '../../words/errors.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';

export interface ToldPlace {
  readonly paths: Pick<RunPaths, 'told' | 'out'>;
  readonly clock: Clock;
  readonly redactor: Redactor;
}

/** The value as its schema has it. Throws `usage` with the schema's words. */
export function checkedRecord<T>(
  { redactor }: Pick<ToldPlace, 'redactor'>,
  {
    value,
    schema,
    what,
  }: { readonly value: unknown; readonly schema: ZodType<T>; readonly what: string },
): T {
  const read = readOutputLine(JSON.stringify(value) ?? 'null', { schema, redactor });
  if (read.kind === 'value') return read.value;
  throw new AppError('usage', {
    code: 'bad-record',
    message: `${what} was not taken: ${read.problem}`,
    hint: 'Correct that and call once more; nothing of it was kept.',
  });
}

/** One line more; how many came so. Throws `refused` where the file, with what the agent wrote itself, is full. */
export async function addLine(place: ToldPlace, file: string, record: unknown): Promise<number> {
  const line = JSON.stringify(record);
  return alone(place, async () => {
    const told = await sizeOf(join(place.paths.told, file));
    if (told === null) throw notOurs(file);
    // What is too large or no file at all there is told when the run is reported.
    const own = (await sizeOf(join(place.paths.out, file))) ?? { bytes: 0, lines: 0 };
    const { maxLines, maxFileBytes } = OUT_LIMITS;
    const bytes = told.bytes + own.bytes + byteLength(line) + 1;
    if (told.lines + own.lines >= maxLines || bytes > maxFileBytes) throw full(file);
    await appendLinesDurably(join(place.paths.told, file), [line]);
    return told.lines + 1;
  });
}

/** Whole, in place of what was there; and what it takes the place of goes. */
export async function putFile(
  place: ToldPlace,
  { file, instead }: { readonly file: string; readonly instead?: string },
  text: string,
): Promise<void> {
  await alone(place, async () => {
    await writeDurably(join(place.paths.told, file), text);
    if (instead !== undefined) await removeTree(join(place.paths.told, instead));
  });
}

/** @param update is given what is there, `null` for nothing */
export async function changeFile(
  place: ToldPlace,
  file: string,
  update: (before: string | null) => string,
): Promise<void> {
  await alone(place, async () => {
    const text = update(await toldText(place, file));
    await writeDurably(join(place.paths.told, file), text);
  });
}

/** `null`: nothing was said there yet. */
export async function toldText(
  { paths }: Pick<ToldPlace, 'paths'>,
  file: string,
): Promise<string | null> {
  const read = await readUntrusted(join(paths.told, file), OUT_LIMITS.maxFileBytes);
  return read.kind === 'content' ? read.bytes.toString('utf8') : null;
}

const WAIT_MS = 10_000;

/** An agent calls several at once, and may have more than one process of ours to do it. */
async function alone<T>(
  { paths, clock }: Pick<ToldPlace, 'paths' | 'clock'>,
  work: () => Promise<T>,
): Promise<T> {
  await makeFolder(paths.told, 0o700);
  return withLock({ path: join(paths.told, 'writing.lock'), clock, waitMs: WAIT_MS }, work);
}

interface Size {
  readonly bytes: number;
  readonly lines: number;
}

/** `null`: a link, a pipe, or larger than any may be. */
async function sizeOf(path: string): Promise<Size | null> {
  const read = await readUntrusted(path, OUT_LIMITS.maxFileBytes);
  if (read.kind === 'refused') return null;
  if (read.kind === 'nothing') return { bytes: 0, lines: 0 };
  let lines = 0;
  for (const byte of read.bytes) if (byte === 0x0a) lines += 1;
  return { bytes: read.bytes.length, lines };
}

/** An agent without a sandbox reaches the folder of its run: nothing is written through a link that it laid there. */
function notOurs(file: string): AppError {
  return new AppError('refused', {
    code: 'told-not-ours',
    message: `${file} could not be kept: something else is in its place`,
    hint: 'Write it to the folder of $ROUNDSMAN_OUT.',
  });
}

function full(file: string): AppError {
  const { maxLines, maxFileBytes } = OUT_LIMITS;
  return new AppError('refused', {
    code: 'out-full',
    message: `${file} is full: at most ${maxLines} lines and ${maxFileBytes} bytes, with what you wrote yourself`,
    hint: 'Say the rest in the report, summed up.',
  });
}
