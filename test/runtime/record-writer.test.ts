import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { appendText, makeFolder, writeDurably } from '../../src/platform/files.ts';
import {
  openRecordWriter,
  type RecordFiles,
  type RecordWriter,
} from '../../src/runtime/supervisor/record-writer.ts';
import { readRunFolder } from '../../src/store/run-folder/read-run-folder.ts';
import { runPaths, type RunPaths } from '../../src/store/run-folder/run-paths.ts';
import { isRunId } from '../../src/words/ids.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import type { RunRecord } from '../../src/words/run.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { storedRun } from '../kit/stored-run-data.ts';

interface FullDisk {
  readonly paths: RunPaths;
  readonly writer: RecordWriter;
  readonly disk: { full: boolean };
  /** As whoever looks later finds it. */
  readonly read: () => Promise<RunRecord | null>;
}

function noSpace(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

/** A run that is at work, on a disk that can be filled. */
async function runOnDisk(): Promise<FullDisk> {
  const stateDir = temporaryFolder();
  const stored = storedRun({ routine: 'sweep', at: '2026-11-21T02:00:00.000Z' });
  const { id } = stored.spec;
  if (!isRunId(id) || stored.record === null) throw new TypeError(id);
  const paths = runPaths(stateDir, id);
  await makeFolder(paths.folder);
  writeFileSync(
    paths.spec,
    JSON.stringify({ ...stored.spec, workspace: { ...stored.spec.workspace, stateDir } }),
  );
  const disk = { full: false };
  const guarded =
    (write: RecordFiles['store']): RecordFiles['store'] =>
    async (path, text) => {
      if (disk.full) throw noSpace();
      await write(path, text);
    };
  const files = { store: guarded(writeDurably), append: guarded(appendText) };
  const supervisor = { pid: 1, startTime: '1', bootId: 'b' };
  const phase = {
    kind: 'running',
    cursor: { step: 'work', at: 'begun' },
    supervisor,
    agent: null,
  } as const;
  const first: RunRecord = { ...stored.record, phase, sequence: 0 };
  const writer = await openRecordWriter({ paths, first, redactor: makeRedactor([]), files });
  const read = async (): Promise<RunRecord | null> => {
    const found = await readRunFolder(stateDir, id);
    return found.kind === 'run' ? found.run.record : null;
  };
  return { paths, writer, disk, read };
}

const END = { kind: 'ended', result: null, endedAt: '2026-11-21T03:00:00.000Z' } as const;
const NOTICE =
  'the disk did not take the record of this run (ENOSPC) at times: what it told then stands in the space that was kept for it';

describe('the record of a run', () => {
  it('keeps the end of the run when the disk is full, for whoever looks', async () => {
    const { writer, disk, read } = await runOnDisk();
    disk.full = true;
    expect(await writer.update((record) => ({ ...record, phase: END, skipped: 'x' }))).toBe(true);
    expect(await read()).toMatchObject({
      phase: END,
      skipped: 'x',
      progress: { notices: [NOTICE] },
    });
  });

  it('stands in its own file again as soon as there is room', async () => {
    const { writer, disk, read, paths } = await runOnDisk();
    disk.full = true;
    await writer.update((record) => ({ ...record, skipped: 'while it was full' }));
    disk.full = false;
    await writer.update((record) => ({ ...record, phase: END }));
    const own: RunRecord = JSON.parse(readFileSync(paths.state, 'utf8'));
    expect(own).toMatchObject({ phase: END, skipped: 'while it was full' });
    expect(await read()).toEqual(own);
  });

  it('can be stored nowhere when even the space that was kept for it takes nothing', async () => {
    const { writer, disk } = await runOnDisk();
    disk.full = true;
    await writer.close();
    expect(await writer.update((record) => ({ ...record, skipped: 'x' }))).toBe(false);
    expect(writer.current().skipped).toBe('x');
  });

  it('counts the progress lines that the disk did not take', async () => {
    const { writer, disk, paths } = await runOnDisk();
    const at = '2026-11-21T02:30:00.000Z';
    const say = (text: string): void => writer.event({ kind: 'progress', at, text });
    say('one');
    await writer.flush();
    disk.full = true;
    for (const text of ['two', 'three']) say(text);
    await writer.flush();
    disk.full = false;
    say('four');
    await writer.flush();
    const lines = readFileSync(paths.events, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line).text)).toEqual([
      'one',
      '2 progress lines were not kept: the disk did not take them',
      'four',
    ]);
  });

  it('that was torn is told from the slot only if that says how the run came out', async () => {
    const { writer, disk, read, paths } = await runOnDisk();
    disk.full = true;
    await writer.update((record) => record);
    writeFileSync(paths.state, '{"protocol":2,');
    expect(await read()).toBe(null);
    await writer.update((record) => ({ ...record, phase: END }));
    expect(await read()).toMatchObject({ phase: END });
    rmSync(paths.resultSlot);
    expect(await read()).toBe(null);
    expect(join(paths.folder, 'result.slot')).toBe(paths.resultSlot);
  });
});
