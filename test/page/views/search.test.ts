import { writeFileSync } from 'node:fs';

import { expect, it, onTestFinished } from 'vitest';

import { openControlSocket } from '../../../src/daemon/serve-questions.ts';
import { takeDaemonLock } from '../../../src/scheduler/ask-daemon.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { messageTo } from '../../kit/messages.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const AT = '2026-11-21T02:03:00.000Z';

it('says how far the index is while the daemon makes it, and what was found after that', async () => {
  const page = await openTestPage();
  const { location, env, clock } = page.workspace;
  const runtime = { ...env, XDG_RUNTIME_DIR: temporaryFolder('rt-') };
  const lock = await takeDaemonLock({ stateDir: location.stateDir, env: runtime, clock });
  const found = { hits: [], missing: [], total: 0, documents: 60, suggestion: null };
  let answer: object = { building: true, documents: 41 };
  const none = async (): Promise<object> => ({});
  const socket = await openControlSocket(lock.socket, {
    status: none,
    wake: none,
    stop: none,
    page: none,
    search: async () => answer,
  });
  onTestFinished(async () => {
    await socket.close();
    await lock.release();
  });
  const early = (await page.get('/search?q=parcel')).body;
  expect(early).toContain('41 documents so far');
  expect(early).not.toContain('Nothing has those words');
  answer = found;
  expect((await page.get('/search?q=parcel')).body).toContain('0 hits in 60 documents');
});

it('finds no report by the words of its front matter', async () => {
  const page = await openTestPage();
  const report = '---\nroutine: tidy\nwindow: yesterday\n---\n# Tidy\n\nOne parcel was late.\n';
  const { id } = await storeEndedRun(page.workspace);
  writeFileSync(runPaths(page.workspace.location.stateDir, id).report, report);
  expect((await page.get('/search?q=parcel')).body).toContain('1 hit in 1 document');
  expect((await page.get('/search?q=window')).body).toContain('0 hits in 1 document');
});

it('folds what needs a look, and counts messages that were given up', async () => {
  const page = await openTestPage();
  for (let at = 10; at < 14; at += 1)
    await page.workspace.messages.create(
      messageTo(
        { kind: 'desktop' },
        {
          id: `M-0000000000${at}`,
          state: { kind: 'given-up', at: AT, failure: 'no desktop' },
          createdAt: `2026-11-21T02:${at}:00.000Z`,
        },
      ),
    );
  const { body } = await page.get('/status');
  expect(body).toContain('4 messages were given up. The newest: message M-000000000013');
  expect(body).not.toContain('M-000000000012');
});
