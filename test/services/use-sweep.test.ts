/** The nightly sweep whole, unattended: notes become items and issues, a person closes one, and the next night knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openWorkspace } from '../../src/app/open-workspace.ts';
import type { RunView } from '../../src/domain/run.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { githubEnv } from '../kit/github/github-connection.ts';
import { githubServer } from '../kit/github/github-server.ts';
import { closeIssue, commentOn } from '../kit/github/issue-acts.ts';
import { openApiCheck } from '../kit/github/openapi.ts';
import { routineNamed } from '../kit/routine.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { readReport, workspaceOf } from '../kit/workspace.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

it(
  'files what it finds, is quiet the second night, and learns what a person closed',
  async () => {
    const server = await githubServer({ check: openApiCheck() });
    onTestFinished(() => server.close());
    const repo = gitRepo();
    repo.commit({
      files: {
        'src/pay.ts': 'export function pay(): void {\n  // TODO: handle refunds\n}\n',
        'src/cart.ts': 'export const limit = 10; // FIXME: read it from the settings\n',
      },
      message: 'Add payments',
      date: daysAgo(90),
    });
    const sweep = workspaceOf(repo, { env: { ...githubEnv } });
    expect(sweep.roundsman('init').exitCode).toBe(0);
    const change = (file: string, edit: (text: string) => string): void =>
      repo.write(file, edit(readFileSync(join(repo.path, file), 'utf8')));
    change(
      'roundsman.yaml',
      (text) =>
        `${text}\nconnections:\n  github:\n    kind: github\n    repository: harbour/lamps\n    api: ${server.api}\n    token: env:GITHUB_TOKEN\n    private: true\n`,
    );
    change('routines/todo-sweep.yaml', (text) =>
      text
        .replace(/schedule: "[^"]*"/, 'schedule: "*/5 * * * * *"')
        .replace(
          /file-item: \{[^}]*\}/,
          'file-item: { tracker: github, mode: auto, max: 50, max-open: 200, labels: [roundsman] }',
        ),
    );
    repo.commit({ message: 'Sweep to GitHub' });
    const env = { ...process.env, ROUNDSMAN_STATE_DIR: sweep.stateDir };
    const workspace = await openWorkspace({ folder: repo.path, env, clock: systemClock });
    const { id: routine } = routineNamed('todo-sweep');
    const nights = async (): Promise<readonly RunView[]> =>
      (await workspace.runs.listViews({ routine })).views
        .filter(({ state }) => state === 'ended')
        .toReversed();
    const after = (count: number) =>
      waitUntil(async () => {
        const ended = await nights();
        return ended.length > count ? ended : null;
      });

    const daemon = sweep.start('start', '--no-doctor');
    onTestFinished(() => void daemon.kill('SIGTERM'));
    const [first] = await after(0);
    expect(first?.result).toMatchObject({ execution: 'succeeded', proposals: 'applied' });
    const titles = (): readonly string[] => server.state.issues.map(({ title }) => title);
    expect(titles()).toHaveLength(2);
    expect(
      (await workspace.items.list()).map(({ state, tracker }) => [state, tracker?.number]),
    ).toEqual([
      ['open', 1],
      ['open', 2],
    ]);

    const second = (await after(1)).at(1);
    expect(second).toMatchObject({ result: { proposals: 'none' }, findings: { new: 0, known: 2 } });
    expect(titles()).toHaveLength(2);

    const [issue] = server.state.issues;
    if (issue === undefined) throw new TypeError('no issue was made');
    commentOn(server.state, issue, { by: 'ada', body: 'We do not take refunds.' });
    closeIssue(server.state, issue, { by: 'ada', reason: 'not_planned' });
    const words = 'closed as not planned by ada in harbour/lamps#1: “We do not take refunds.”';
    const third = await waitUntil(
      async () =>
        (await nights()).find(({ notices }) => notices.some((one) => one.includes(words))) ?? null,
    );
    expect(readReport(third)).toContain('closed as not planned by ada in harbour/lamps');
    const later = await after((await nights()).length);
    expect(later.at(-1)).toMatchObject({ result: { proposals: 'none' } });
    const { findings } = await workspace.findings.read(routine);
    expect(findings.filter(({ verdict }) => verdict?.reason === words)).toHaveLength(1);
    expect(server.asked('POST', /\/issues$/)).toHaveLength(2);
    expect(later.filter(({ notices }) => notices.some((one) => one.includes(words)))).toHaveLength(
      1,
    );
    expect(server.problems).toEqual([]);
  },
  4 * MINUTE,
);
