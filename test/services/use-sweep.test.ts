/**
 * The nightly sweep whole, by the program as it ships, night after night at two: notes become items and issues, the second
 * night is quiet, a person closes one, and the next night knows. Nobody does anything in between but wait and close it.
 */
import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import type { RunView } from '../../src/words/run.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { githubEnv } from '../kit/github/github-connection.ts';
import { githubServer } from '../kit/github/github-server.ts';
import { githubState } from '../kit/github/github-state.ts';
import { closeIssue, commentOn } from '../kit/github/issue-acts.ts';
import { openApiCheck } from '../kit/github/openapi.ts';
import { routineNamed } from '../kit/routine.ts';
import { shiftedClock } from '../kit/shifted-clock.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { readReport, workspaceOf } from '../kit/workspace.ts';

const MINUTE = 60_000;
/** Monday to Thursday, as the routine that ships has it: on weekdays. */
const NIGHTS = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'] as const;
const LONG_AGO = '2026-08-20T09:00:00Z';
const WORDS = 'closed as not planned by ada in harbour/lamps#1: “We do not take refunds.”';

/** The routine that ships, changed where a team changes it: its items go to the tracker, and nobody has to approve them. */
function sweepRepo(api: string): GitRepo {
  const repo = gitRepo();
  repo.commit({
    files: {
      'src/pay.ts': 'export function pay(): void {\n  // TODO: handle refunds\n}\n',
      'src/cart.ts': 'export const limit = 10; // FIXME: read it from the settings\n',
    },
    message: 'Add payments',
    date: LONG_AGO,
  });
  const shipped = readFileSync(new URL('../../routines/todo-sweep.yaml', import.meta.url), 'utf8');
  const routine = shipped.replace(
    /file-item: \{[^}]*\}/,
    'file-item: { tracker: github, mode: auto, max: 50, max-open: 200, labels: [roundsman] }',
  );
  expect(routine).toContain('schedule: "0 2 * * 1-5"');
  expect(routine).toContain('tracker: github');
  repo.commit({
    files: {
      'routines/todo-sweep.yaml': routine,
      'roundsman.yaml': `timezone: UTC\nconnections:\n  github:\n    kind: github\n    repository: harbour/lamps\n    api: ${api}\n    token: env:GITHUB_TOKEN\n    private: true\n`,
    },
    message: 'Sweep to GitHub',
    date: LONG_AGO,
  });
  return repo;
}

test(
  'files what it finds at two, is quiet the second night, and learns what a person closed',
  { timeout: 4 * MINUTE },
  async () => {
    const clock = shiftedClock(`${NIGHTS[0]}T01:58:00Z`);
    const server = await githubServer({
      state: githubState({ now: clock.now }),
      check: openApiCheck(),
    });
    onTestFinished(() => server.close());
    const repo = sweepRepo(server.api);
    const sweep = workspaceOf(repo, { env: { ...clock.env, ...githubEnv } });
    expect(sweep.roundsman('validate')).toMatchObject({ exitCode: 0 });
    const env = { ...process.env, ROUNDSMAN_STATE_DIR: sweep.stateDir };
    const workspace = await openWorkspace({
      actor: 'ada',
      folder: repo.path,
      env,
      clock: systemClock,
    });
    const { id: routine } = routineNamed('todo-sweep');
    /** Sleeps until two, and gives the run of that night when it has ended. */
    const night = async (at: number): Promise<RunView> => {
      clock.set(`${NIGHTS[at]}T01:59:58Z`);
      const run = await waitUntil(async () => {
        const { views } = await workspace.runs.listViews({ routine });
        const ended = views.filter(({ state }) => state === 'ended');
        return ended.length > at ? (ended[0] ?? null) : null;
      });
      expect(run).toMatchObject({
        slot: { trigger: 'schedule', scheduledFor: `${NIGHTS[at]}T02:00:00.000Z` },
        result: { execution: 'succeeded', report: 'valid' },
      });
      return run;
    };
    const issues = (): readonly string[] => server.state.issues.map(({ title }) => title);

    onTestFinished(() => void sweep.roundsman('stop'));
    expect(sweep.roundsman('start', '--detach', '--no-doctor')).toMatchObject({ exitCode: 0 });
    expect(await night(0)).toMatchObject({
      result: { proposals: 'applied' },
      findings: { new: 2, known: 0 },
    });
    expect(issues()).toHaveLength(2);
    const items = (await workspace.items.list()).map(({ state, tracker }) => [
      state,
      tracker?.number,
    ]);
    expect(items).toEqual([
      ['open', 1],
      ['open', 2],
    ]);

    expect(await night(1)).toMatchObject({
      result: { proposals: 'none' },
      findings: { new: 0, known: 2 },
    });
    expect(issues()).toHaveLength(2);
    expect(server.asked('POST', /./)).toHaveLength(2);

    clock.set(`${NIGHTS[1]}T10:15:00Z`);
    const [issue] = server.state.issues;
    if (issue === undefined) throw new TypeError('no issue was made');
    commentOn(server.state, issue, { by: 'ada', body: 'We do not take refunds.' });
    closeIssue(server.state, issue, { by: 'ada', reason: 'not_planned' });
    const third = await night(2);
    expect(third).toMatchObject({ result: { proposals: 'none' } });
    expect(third.notices).toContainEqual(expect.stringContaining(WORDS));
    expect(readReport(third)).toContain('closed as not planned by ada in harbour/lamps');
    const { findings } = await workspace.findings.read(routine);
    expect(findings.filter(({ verdict }) => verdict?.reason === WORDS)).toHaveLength(1);

    // Said once, and never filed again.
    const fourth = await night(3);
    expect(fourth).toMatchObject({ result: { proposals: 'none' } });
    expect(fourth.notices.filter((notice) => notice.includes(WORDS))).toEqual([]);
    expect(issues()).toHaveLength(2);
    expect(server.asked('POST', /\/issues$/)).toHaveLength(2);
    expect(server.problems).toEqual([]);
  },
);
