import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  newestRecord,
  openResultSlot,
  readResultSlot,
  SLOT_BYTES,
} from '../../src/store/run-folder/result-slot.ts';
import type { RunRecord } from '../../src/words/run.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { storedRun } from '../kit/stored-run-data.ts';

function recordOf(change: Partial<RunRecord> = {}): RunRecord {
  const { record } = storedRun({ routine: 'sweep', at: '2026-11-21T02:00:00.000Z' });
  if (record === null) throw new TypeError('it has ended');
  return { ...record, ...change };
}

async function slotWith(...records: readonly RunRecord[]): Promise<string> {
  const path = join(temporaryFolder(), 'result.slot');
  const slot = await openResultSlot(path);
  for (const record of records) await slot.write(record);
  await slot.close();
  return path;
}

describe('the result slot', () => {
  it('has all its space from the beginning, and says nothing until it is written', async () => {
    const path = await slotWith();
    expect(statSync(path).size).toBe(SLOT_BYTES);
    expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(SLOT_BYTES);
    expect(readResultSlot(readFileSync(path))).toBe(null);
  });

  it('gives the newest of what was written, also by the next one that opens it', async () => {
    const path = await slotWith(recordOf({ sequence: 1 }), recordOf({ sequence: 2 }));
    const again = await openResultSlot(path);
    await again.write(recordOf({ sequence: 3, skipped: 'disk' }));
    await again.close();
    const content = readResultSlot(readFileSync(path));
    expect(content?.sequence).toBe(3);
    expect(newestRecord(recordOf({ sequence: 2 }), content)).toMatchObject({ skipped: 'disk' });
    expect(newestRecord(recordOf({ sequence: 4 }), content)).toMatchObject({ skipped: null });
    expect(statSync(path).size).toBe(SLOT_BYTES);
  });

  it('gives the one before when a write was cut off anywhere', async () => {
    const before = readFileSync(await slotWith(recordOf({ sequence: 7 })));
    const after = readFileSync(
      await slotWith(recordOf({ sequence: 7 }), recordOf({ sequence: 8 })),
    );
    fc.assert(
      fc.property(fc.nat(SLOT_BYTES / 2), (written) => {
        const torn = new Uint8Array(after);
        torn.set(before.subarray(SLOT_BYTES / 2 + written), SLOT_BYTES / 2 + written);
        const found = readResultSlot(torn)?.sequence;
        expect(written < 200 ? [7] : [7, 8]).toContain(found);
      }),
    );
  });

  it('keeps how a run came out, however many words its record has', async () => {
    const plain = recordOf();
    const many = Array.from({ length: 200 }, (_, number) => `notice ${number} ü `.repeat(20));
    const record = recordOf({
      sequence: 9,
      failure: { code: 'x', message: 'm'.repeat(5_000), hint: 'h'.repeat(5_000) },
      progress: { ...plain.progress, notices: many, report: { kind: 'invalid', problems: many } },
    });
    const content = readResultSlot(readFileSync(await slotWith(record)));
    const read = newestRecord(plain, content);
    expect(read?.phase).toEqual(record.phase);
    expect(read?.failure?.code).toBe('x');
    expect(read?.progress.report?.kind).toBe('invalid');
    expect(read?.progress.notices).toEqual([
      'some notices of this run are not kept: its disk was full',
    ]);
  });

  it('says nothing when something else stands there', async () => {
    const path = await slotWith(recordOf());
    for (const text of ['', 'x', 'roundsman-result 5 abc\nhello', '\n'.repeat(SLOT_BYTES)]) {
      writeFileSync(path, text);
      expect(readResultSlot(readFileSync(path))).toBe(null);
    }
  });
});
