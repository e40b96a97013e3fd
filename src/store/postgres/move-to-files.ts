/**
 * The rows of a workspace into files. They stay the records until all files are written and synced; then they go, if nothing
 * changed meanwhile, in the same transaction that compares.
 */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { makeFolder, writeDurably } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { appendLinesDurably } from '../../platform/line-file.ts';
import { AppError } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { foldedSlots } from '../files/folded-slots.ts';
import { liveSlots } from '../files/live-slots.ts';
import {
  FILE_KINDS,
  recordFolder,
  removeRecordFiles,
  writeRecordFiles,
  type FileKind,
} from '../files/record-files.ts';
import { isSlotRecord } from '../files/slot-record.ts';
import { RUN_FILES, type RunFileName } from '../run-folder/run-files.ts';
import { runPaths } from '../run-folder/run-paths.ts';
import { slotPaths, workspacePaths } from '../state-paths.ts';
import type { Database } from './database.ts';
import { countRows, stampRows, type MoveCounts } from './move-counts.ts';
import { runIn, type RunHome, type RunRow } from './run-row.ts';

export interface ToFiles {
  readonly database: Database;
  readonly home: RunHome;
  readonly workspace: string;
  readonly place: string;
}

/** Writes all of them; gives what `dropRows` compares with. */
export async function copyToFiles(
  move: ToFiles,
): Promise<{ readonly stamp: string; readonly counts: MoveCounts }> {
  const { database, home, workspace } = move;
  await refuseRunsElsewhere(move);
  const stamp = await stampRows(database.read, workspace);
  const counts = await countRows(database.read, workspace);
  // Of a move that was cut off.
  await removeRecordFiles(home.stateDir);
  for (const kind of FILE_KINDS) await copyKind(move, kind);
  await copySlots(move);
  await copyUsage(move);
  await copyRunsElsewhere(move);
  return { stamp, counts };
}

/** Throws `refused`, and removes nothing, where the rows are no longer what was copied. */
export async function dropRows({ database, workspace }: ToFiles, stamp: string): Promise<void> {
  await database.transaction(async (ask) => {
    // Who writes a new row waits, and finds the workspace gone.
    await ask('select from roundsman.workspaces where id = $1 for update', [workspace]);
    if ((await stampRows(ask, workspace)) !== stamp)
      throw new AppError('refused', {
        code: 'changed-meanwhile',
        message: 'records changed in the database while they were copied: they stay there',
        hint: 'Stop what works with them on other machines, and give the command again.',
      });
    await ask('delete from roundsman.workspaces where id = $1', [workspace]);
  });
}

const AT_ONCE = 500;

async function copyKind({ database, home, workspace }: ToFiles, kind: FileKind): Promise<void> {
  for (let last = ''; ;) {
    const rows = await database.read<{ name: string; body: string; at: Date }>(
      `select name, body, written_at as at from roundsman.records
       where workspace = $1 and kind = $2 and name > $3 order by name limit ${AT_ONCE}`,
      [workspace, kind, last],
    );
    await writeRecordFiles(
      recordFolder(home.stateDir, kind),
      rows.map(({ name, body, at }) => ({
        name,
        content: kind === 'events' ? Buffer.from(body, 'base64') : body,
        writtenAt: at,
      })),
    );
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.name ?? last;
  }
}

async function copySlots({ database, home, workspace }: ToFiles): Promise<void> {
  const paths = slotPaths(home.stateDir);
  const [live, folded] = [liveSlots(paths), foldedSlots(paths.months)];
  for (let last = ['', '']; ;) {
    const rows = await database.read<{
      routine: string;
      key: string;
      month: string | null;
      body: string;
    }>(
      `select routine, key, month, body from roundsman.slots
       where workspace = $1 and (routine, key) > ($2, $3) order by routine, key limit ${AT_ONCE}`,
      [workspace, ...last],
    );
    const read = rows.map(({ month, body }) => ({ month, record: slotIn(body) }));
    const isFolded = read.filter(({ month }) => month !== null);
    const isLive = read.filter(({ month }) => month === null);
    if (isFolded.length > 0) {
      await makeFolder(paths.months, 0o700);
      await folded.append(isFolded.map(({ record }) => record));
    }
    if (isLive.length > 0) await live.create(isLive.map(({ record }) => record));
    if (rows.length < AT_ONCE) return;
    last = [rows.at(-1)?.routine ?? '', rows.at(-1)?.key ?? ''];
  }
}

function slotIn(body: string): SlotRecord {
  const value = tryParseJson(body);
  if (isSlotRecord(value)) return value;
  throw new AppError('refused', {
    code: 'unreadable-record',
    message: 'a row of roundsman.slots is not the record of a slot: nothing was moved',
    hint: 'A newer Roundsman may have written it: update this one.',
  });
}

async function copyUsage({ database, home, workspace }: ToFiles): Promise<void> {
  const days = await database.read<{ day: string; lines: readonly string[] }>(
    `select day, array_agg(body order by line) as lines from roundsman.usage
     where workspace = $1 group by day order by day`,
    [workspace],
  );
  const folder = workspacePaths(home.stateDir).usage;
  if (days.length > 0) await makeFolder(folder, 0o700);
  for (const { day, lines } of days) await appendLinesDurably(join(folder, `${day}.jsonl`), lines);
}

async function refuseRunsElsewhere({ database, workspace, place }: ToFiles): Promise<void> {
  const [row] = await database.read<{ count: number }>(
    `select count(*)::integer as count from roundsman.runs
     where workspace = $1 and place <> $2 and not is_ended`,
    [workspace, place],
  );
  if ((row?.count ?? 0) === 0) return;
  throw new AppError('refused', {
    code: 'runs-elsewhere',
    message: `${row?.count ?? 0} runs of other machines have not ended`,
    hint: 'Wait for them, or end them there, and give the command again.',
  });
}

/** What is known of them: whole logs and worktrees stay where they are. */
async function copyRunsElsewhere({ database, home, workspace, place }: ToFiles): Promise<void> {
  for (let last = ''; ;) {
    const rows = await database.read<RunRow>(
      `select id, place, spec, record from roundsman.runs
       where workspace = $1 and place <> $2 and id > $3 order by id limit ${AT_ONCE}`,
      [workspace, place, last],
    );
    for (const row of rows) {
      const [run] = runIn(row, home);
      if (run === undefined) continue;
      const { spec, record } = run;
      const paths = runPaths(home.stateDir, spec.id);
      await makeFolder(paths.folder, 0o700);
      for (const { name, body } of await filesOf({ database, workspace }, spec.id))
        await writeDurably(paths[name], body);
      if (record !== null) await writeDurably(paths.state, JSON.stringify(record));
      await writeDurably(paths.spec, JSON.stringify(spec));
    }
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function filesOf(
  { database, workspace }: Pick<ToFiles, 'database' | 'workspace'>,
  run: RunId,
): Promise<readonly { readonly name: RunFileName; readonly body: Buffer }[]> {
  const rows = await database.read<{ name: string; body: Buffer }>(
    'select name, body from roundsman.run_files where workspace = $1 and run = $2',
    [workspace, run],
  );
  return rows.flatMap(({ name, body }) => {
    const known = RUN_FILES.find((one) => one === name);
    return known === undefined ? [] : [{ name: known, body }];
  });
}
