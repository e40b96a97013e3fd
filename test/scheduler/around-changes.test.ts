import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const HOST_ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];

test('around each change of the clocks the next instant is later, never earlier than before, and the same in every host zone', async () => {
  const answers = await Promise.all(
    HOST_ZONES.map(async (TZ) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['test/fixtures/around-changes.mjs'],
        { env: { ...process.env, TZ } },
      );
      return stdout;
    }),
  );
  const { changes, problems } = JSON.parse(answers[0] ?? '');
  expect(problems).toEqual([]);
  // Two a year in each of nine zones, or a few more, as the platform's database has it.
  expect(changes).toBeGreaterThan(60);
  expect(new Set(answers).size).toBe(1);
});
