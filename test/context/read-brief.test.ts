import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { NOTHING_TOLD } from '../../src/context/brief-context.ts';
import { readBrief } from '../../src/context/read-brief.ts';
import { findRun } from '../../src/routines/find-run.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { brief } from '../kit/briefs.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';
import { toldSession } from '../kit/told-context.ts';

/** @param change laid over the context as it was written */
async function stored(change: Readonly<Record<string, unknown>>) {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const here = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ a: 'a' }).path,
    env,
    clock: stillClock(),
  });
  const { id } = await storeEndedRun(here);
  const { brief: folder } = runPaths(here.location.stateDir, id);
  mkdirSync(folder, { recursive: true });
  const { context, ...rest } = brief({});
  const { reports, findings, branches, reservedItems } = context;
  const written = { ...rest, context: { reports, findings, branches, reservedItems, ...change } };
  writeFileSync(join(folder, 'brief.json'), JSON.stringify(written));
  return (await readBrief(here, await findRun(here, id))).content.context;
}

test('a brief that told of less is told whole, with nothing where there was nothing', async () => {
  expect(await stored({})).toMatchObject({ ...NOTHING_TOLD, otherReports: [] });
});

test('what is there stays, and what is not a list counts as nothing', async () => {
  const context = await stored({ sessions: [toldSession()], items: 'x', size: 3, handover: [] });
  expect(context.sessions).toEqual([toldSession()]);
  expect(context.items).toEqual([]);
  expect(context.size).toEqual(NOTHING_TOLD.size);
  expect(context.handover).toBeNull();
});
