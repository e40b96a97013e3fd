/**
 * The records of a state folder into rows, in one transaction: until it is committed, and `store.json` says so, the files are
 * the records. A move that was cut off is begun again.
 */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { listFolder, readBytes } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { readLineBlocks } from '../../platform/line-file.ts';
import { forAll } from '../../platform/many-files.ts';
import { AppError } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import { isFinal, type SlotRecord } from '../../words/slot.ts';
import {
  FILE_KINDS,
  hasRecordFiles,
  recordFolder,
  recordNames,
  writtenAt,
  type FileKind,
} from '../files/record-files.ts';
import { isSlotFileName, isSlotRecord, slotIdentity } from '../files/slot-record.ts';
import type { RunStore } from '../ports.ts';
import { slotPaths, workspacePaths } from '../state-paths.ts';
import type { Ask, Database } from './database.ts';
import { countRows, differences, type MoveCounts } from './move-counts.ts';
import { copyRuns } from './run-mirror.ts';

export interface MovedWorkspace {
  readonly id: string;
  readonly name: string;
  /** The first commit of the repository. */
  readonly root: string;
}

export interface ToRows {
  readonly database: Database;
  readonly stateDir: string;
  readonly workspace: MovedWorkspace;
  /** Id and host of the state folder. */
  readonly place: { readonly id: string; readonly host: string };
  readonly local: Pick<RunStore, 'listIds'>;
}

export interface MovedToRows {
  /** The database had the workspace already, of another machine. */
  readonly joined: boolean;
  readonly counts: MoveCounts;
}

export async function moveToRows(move: ToRows): Promise<MovedToRows> {
  const { database, stateDir, workspace, place, local } = move;
  const ids = await local.listIds();
  return database.transaction(async (ask) => {
    // Reading thousands of files takes longer than a forgotten transaction may.
    await ask('set local idle_in_transaction_session_timeout = 0');
    const joined = await enter(ask, move);
    if (joined && (await hasRecordFiles(stateDir))) throw bothHaveRecords(database.shown);
    await ask('insert into roundsman.places (workspace, id, host) values ($1, $2, $3)', [
      workspace.id,
      place.id,
      place.host,
    ]);
    const counts = joined ? await copyOnlyRuns(ask, move, ids) : await copyAll(ask, move, ids);
    if (joined) return { joined, counts };
    const wrong = differences(counts, await countRows(ask, workspace.id));
    if (wrong.length > 0) throw miscounted(wrong);
    return { joined, counts };
  });
}

/** True where other machines use the workspace already. What this one left of a move that was cut off goes. */
async function enter(ask: Ask, { workspace, place }: ToRows): Promise<boolean> {
  const { id, name, root } = workspace;
  const values = [id, name, root];
  const insert = 'insert into roundsman.workspaces (id, name, root) values ($1, $2, $3)';
  const made = await ask(`${insert} on conflict do nothing returning id`, values);
  if (made.length > 0) return false;
  const places = await ask<{ id: string }>(
    'select id from roundsman.places where workspace = $1 for update',
    [id],
  );
  if (places.some((one) => one.id !== place.id)) {
    await ask('delete from roundsman.places where workspace = $1 and id = $2', [id, place.id]);
    return true;
  }
  await ask('delete from roundsman.workspaces where id = $1', [id]);
  await ask(insert, values);
  return false;
}

async function copyOnlyRuns(ask: Ask, move: ToRows, ids: readonly RunId[]): Promise<MoveCounts> {
  const { stateDir, workspace, place } = move;
  const runs = await copyRuns(ask, { stateDir, workspace: workspace.id, place: place.id }, ids);
  return runs === 0 ? {} : { runs };
}

async function copyAll(ask: Ask, move: ToRows, ids: readonly RunId[]): Promise<MoveCounts> {
  const counts = new Map<string, number>();
  const add = (kind: string, count: number): void =>
    void (count > 0 && counts.set(kind, (counts.get(kind) ?? 0) + count));
  const { id } = move.workspace;
  for (const kind of FILE_KINDS)
    for await (const texts of readRecordTexts(move.stateDir, kind)) {
      await ask(
        `insert into roundsman.records (workspace, kind, name, body, written_at)
         select $1, $2, name, body, at
         from unnest($3::text[], $4::text[], $5::timestamptz[]) as r (name, body, at)`,
        [
          id,
          kind,
          texts.map(({ name }) => name),
          texts.map(({ body }) => body),
          texts.map(({ writtenAt }) => writtenAt),
        ],
      );
      add(kind, texts.length);
    }
  add('slots', await copySlots(ask, move));
  for (const { day, lines } of await readUsageDays(move.stateDir)) {
    await ask(
      `insert into roundsman.usage (workspace, day, body)
       select $1, $2, body from unnest($3::text[]) with ordinality as r (body, at) order by at`,
      [id, day, lines],
    );
    add('usage', lines.length);
  }
  const { runs = 0 } = await copyOnlyRuns(ask, move, ids);
  add('runs', runs);
  return Object.fromEntries(counts);
}

const AT_ONCE = 1_000;

async function copySlots(ask: Ask, { stateDir, workspace }: ToRows): Promise<number> {
  const slots = await readAllSlots(stateDir);
  for (let at = 0; at < slots.length; at += AT_ONCE) {
    const some = slots.slice(at, at + AT_ONCE);
    await ask(
      `insert into roundsman.slots
         (workspace, routine, key, scheduled_for, state, is_open, changed_at, month, body)
       select $1, r.routine, r.key, r.due, r.state, r.is_open = 'yes', r.changed_at, nullif(r.month, ''), r.body
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as r (routine, key, due, state, is_open, changed_at, month, body)`,
      [
        workspace.id,
        some.map(({ record }) => record.routine),
        some.map(({ record }) => record.slot.key),
        some.map(({ record }) => record.slot.scheduledFor),
        some.map(({ record }) => record.state.kind),
        some.map(({ record }) => (isFinal(record.state) ? 'no' : 'yes')),
        some.map(({ record }) => record.changedAt),
        some.map(({ month }) => month ?? ''),
        some.map(({ line }) => line),
      ],
    );
  }
  return slots.length;
}

function bothHaveRecords(shown: string): AppError {
  return new AppError('refused', {
    code: 'records-on-both-sides',
    message: `this state folder and the database ${shown} both have records of this repository`,
    hint: 'Two sets of records cannot become one. Set the state folder of this machine aside to use those of the database.',
  });
}

function miscounted(wrong: readonly string[]): AppError {
  return new AppError('failed', {
    code: 'move-miscounted',
    message: `the move was taken back: ${wrong.join('; ')}`,
    hint: 'Something changed the records meanwhile: stop it, and give the command again.',
  });
}

// The records of a state folder for a move into rows: nothing that cannot be read is passed over.
export interface ReadRecordText {
  readonly name: string;
  /** Of events: base64. */
  readonly body: string;
  readonly writtenAt: Date;
}

const TEXTS_AT_ONCE = 500;

async function* readRecordTexts(
  stateDir: string,
  kind: FileKind,
): AsyncGenerator<readonly ReadRecordText[]> {
  const folder = recordFolder(stateDir, kind);
  const names = await recordNames(stateDir, kind);
  for (let at = 0; at < names.length; at += TEXTS_AT_ONCE)
    yield forAll(names.slice(at, at + TEXTS_AT_ONCE), async (name) => {
      const path = join(folder, name);
      const bytes = await readBytes(path);
      const body = kind === 'events' ? bytes.toString('base64') : textOf(bytes, path);
      return { name, body, writtenAt: await writtenAt(path) };
    });
}

/** Rows hold no other. */
function textOf(bytes: Buffer, path: string): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes) && !text.includes('\0')) return text;
  throw unreadable(path, 'it is not text');
}

export interface ReadSlot {
  readonly record: SlotRecord;
  readonly line: string;
  /** `null`: it is live. */
  readonly month: string | null;
}

/** Each slot once: where it is live and folded, the live one counts. */
async function readAllSlots(stateDir: string): Promise<readonly ReadSlot[]> {
  const { months, records } = slotPaths(stateDir);
  const slots = new Map<string, ReadSlot>();
  for (const name of (await listFolder(months)).filter((one) => one.endsWith('.jsonl'))) {
    const path = join(months, name);
    const month = name.slice(0, -'.jsonl'.length);
    for await (const { lines } of readLineBlocks(path))
      for (const line of lines) if (line !== '') put(slots, { line, path, month });
  }
  const live = (await listFolder(records)).filter(isSlotFileName);
  const read = await forAll(live, async (name) => {
    const path = join(records, name);
    return { line: textOf(await readBytes(path), path), path, month: null };
  });
  for (const one of read) put(slots, one);
  return [...slots.values()];
}

function put(
  slots: Map<string, ReadSlot>,
  {
    line,
    path,
    month,
  }: { readonly line: string; readonly path: string; readonly month: string | null },
): void {
  const record = tryParseJson(line);
  if (!isSlotRecord(record)) throw unreadable(path, 'it is not the record of a slot');
  slots.set(slotIdentity(record), { record, line, month });
}

export interface UsageDay {
  readonly day: string;
  readonly lines: readonly string[];
}

async function readUsageDays(stateDir: string): Promise<readonly UsageDay[]> {
  const folder = workspacePaths(stateDir).usage;
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.jsonl'));
  const days: UsageDay[] = [];
  for (const name of names) {
    const lines: string[] = [];
    for await (const block of readLineBlocks(join(folder, name))) lines.push(...block.lines);
    if (lines.some((line) => line.includes('\0')))
      throw unreadable(join(folder, name), 'it is not text');
    days.push({ day: name.slice(0, -'.jsonl'.length), lines });
  }
  return days;
}

function unreadable(path: string, problem: string): AppError {
  return new AppError('refused', {
    code: 'unreadable-record',
    message: `${path} cannot be moved: ${problem}`,
    hint: 'Nothing was moved. Repair the file, or move it out of the state folder, and give the command again.',
  });
}
