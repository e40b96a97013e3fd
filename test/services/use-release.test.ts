/**
 * A use whole, through the program as it ships: a deployment is told by a signed delivery in GitHub's form, release-check
 * answers it with a branch, a person approves, the branch and a draft pull request stand outside. Then a check fails, and the
 * same session continues: the recipe that ships reads no remarks, so in that test alone the engine is a script.
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { githubConnection, githubEnv } from '../kit/github/github-connection.ts';
import { githubServer, type GithubServer } from '../kit/github/github-server.ts';
import { githubState } from '../kit/github/github-state.ts';
import { openApiCheck } from '../kit/github/openapi.ts';
import { githubPulls, type GithubPulls } from '../kit/github/pull-routes.ts';
import { sendHook } from '../kit/hook-listener.ts';
import { github as signed, GITHUB_SECRET, hookFixture } from '../kit/hook-senders.ts';
import { connectionsText } from '../kit/services/forge-world.ts';
import { gitHttpServer, type GitHttpServer } from '../kit/services/git-http.ts';
import { shiftedClock, type ShiftedClock } from '../kit/shifted-clock.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n\n### Added\n\n- Lamps.\n';

// Another engine, which follows remarks.
const AGENT = `#!/bin/sh
if grep -rq "A check failed" "$ROUNDSMAN_BRIEF"; then
  printf '%s\\n' '- Lamps that the check asked for.' >> CHANGELOG.md
else
  printf '%s\\n' '- Brighter lamps.' >> CHANGELOG.md
  printf '%s\\n' '{"type":"pull-request","title":"Add a missing entry","body":"One entry was missing."}' > "$ROUNDSMAN_OUT/proposals.jsonl"
fi
git -c user.name=Agent -c user.email=agent@example.com commit --quiet -am 'Add a missing entry'
printf '## Summary\\n\\nOne entry was missing.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"
`;

const SCRIPT = [
  /  engine: builtin.*\n  builtin: .*\n/,
  '  engine: command\n  command: [sh, tools/agent.sh]\n',
] as const;

/** The routine that ships, with another trigger, leave to ask for pull requests, and what else is to be changed. */
function routineText(more: readonly (readonly [RegExp, string])[]): string {
  const shipped = readFileSync(
    new URL('../../routines/release-check.yaml', import.meta.url),
    'utf8',
  );
  const changes = [
    [
      /^on:\n(?:  .*\n)+/m,
      'on: { webhook: { scheme: github, secret: "env:DEPLOY_HOOK" }, deployment: production }\n',
    ],
    [
      /^outputs:\n  mode: review\n/m,
      'outputs:\n  mode: review\n  pull-request: { labels: [release-notes], follow: { max: 2 } }\n',
    ],
    ...more,
  ] as const;
  return changes.reduce((text, [at, by]) => {
    if (!at.test(text)) throw new Error(`the routine that ships has nothing like ${at.source}`);
    return text.replace(at, by);
  }, shipped);
}

async function rounds(
  workspace: TestWorkspace,
  ...args: readonly string[]
): Promise<number | null> {
  const child = workspace.start(...args);
  await once(child, 'exit');
  return child.exitCode;
}

interface Release {
  readonly workspace: TestWorkspace;
  readonly repo: GitRepo;
  readonly server: GitHttpServer;
  readonly forge: GithubServer;
  readonly pulls: GithubPulls;
  readonly clock: ShiftedClock;
  readonly tipOf: (branch: string) => string | null;
  /** The delivery, always the same; the status of the answer. */
  tell(): Promise<number>;
  /** The proposal that is held, once there is one. */
  held(): Promise<{
    readonly id: string;
    readonly payload: { readonly ref: string; readonly tip: string };
  }>;
  runs(): readonly RunView[];
}

/** A repository with something unannounced, its remote, its forge, and a daemon that waits for deliveries. */
async function release(more: readonly (readonly [RegExp, string])[] = []): Promise<Release> {
  const clock = shiftedClock('2026-11-20T22:14:10Z');
  const server = await gitHttpServer({ login: { user: 'ada', password: 'push-secret' } });
  const tipOf = (branch: string): string | null => {
    try {
      return server.remote.git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
    } catch {
      return null;
    }
  };
  const pulls = githubPulls(tipOf);
  const forge = await githubServer({
    state: githubState({ now: clock.now }),
    routes: pulls.routes,
    check: openApiCheck(),
  });
  onTestFinished(() => forge.close());
  expect(githubConnection(forge).repository).toBe('harbour/lamps');
  const repo = releaseRepo(forge.api, more);
  repo.git('push', '--quiet', server.remote.path, 'main');
  repo.git('remote', 'add', 'origin', server.url);
  const workspace = workspaceOf(repo, {
    env: { ...clock.env, ...githubEnv, DEPLOY_HOOK: GITHUB_SECRET },
  });
  writeFileSync(join(workspace.home, '.gitconfig'), '[credential]\n\thelper = store\n');
  writeFileSync(
    join(workspace.home, '.git-credentials'),
    `http://ada:push-secret@127.0.0.1:${server.port}\n`,
  );
  const port = await startDaemon(workspace);
  const body = hookFixture('github-deployment-status').replaceAll(
    '3f0c2b9a7d1e4c58b6a9012f7e3d5c4b1a089e76',
    repo.git('rev-parse', 'main'),
  );
  const delivery = signed('release-check', body, { event: 'deployment_status' });
  return {
    workspace,
    repo,
    server,
    forge,
    pulls,
    clock,
    tipOf,
    tell: async () => (await sendHook(port, delivery)).status,
    held: () =>
      waitUntil(() => {
        const [one] = JSON.parse(workspace.roundsman('outbox', '--json').stdout);
        if (one === undefined) throw new Error(workspace.roundsman('runs', '--json').stdout);
        return one;
      }),
    runs: () => JSON.parse(workspace.roundsman('runs', '--json').stdout),
  };
}

function releaseRepo(api: string, more: readonly (readonly [RegExp, string])[]): GitRepo {
  const repo = gitRepo();
  repo.commit({
    files: {
      'CHANGELOG.md': CHANGELOG,
      'lamp.js': 'export const lamp = 1;\n',
      'tools/agent.sh': AGENT,
      'routines/release-check.yaml': routineText(more),
      'roundsman.yaml': `timezone: UTC\nhooks: { listen: "127.0.0.1:0" }\n${connectionsText(api)}`,
    },
    message: 'chore: begin',
    date: '2026-01-02T09:00:00Z',
  });
  repo.git('tag', 'v1.0.0');
  repo.commit({
    files: { 'lamp.js': 'export const lamp = 2;\n' },
    message: 'feat: brighter lamps',
    date: '2026-11-19T09:00:00Z',
  });
  return repo;
}

/** Gives the port of deliveries. */
async function startDaemon(workspace: TestWorkspace): Promise<number> {
  const daemon = workspace.start('start');
  const ended = once(daemon, 'exit');
  onTestFinished(async () => {
    workspace.roundsman('stop');
    await ended;
  });
  return waitUntil(() => {
    const { stdout } = workspace.roundsman('status', '--json');
    const found = /"hooks": "127\.0\.0\.1:(\d+)"/.exec(stdout);
    return found === null ? null : Number(found[1]);
  });
}

test(
  'a deployment becomes a draft pull request that adds the missing entry, once for a delivery that comes again',
  { timeout: 600_000 },
  async () => {
    const made = await release();
    const { workspace, repo, server, forge, pulls, tipOf } = made;
    expect(await made.tell()).toBe(202);
    expect(await made.tell()).toBeLessThan(300);
    const held = await made.held();
    expect(held).toMatchObject({
      type: 'pull-request',
      state: 'held',
      payload: { base: 'main', draft: true },
    });
    const { ref, tip } = held.payload;
    expect(repo.git('diff', '--numstat', 'main', ref)).toBe('4\t0\tCHANGELOG.md');
    expect(repo.git('show', `${ref}:CHANGELOG.md`)).toMatch(
      /## \[Unreleased\]\n\n### Added\n\n- Brighter lamps\.\n\n## \[1\.0\.0\]/i,
    );
    expect(pulls.pulls).toHaveLength(0);
    expect(server.remote.git('branch', '--list')).toBe('* main');

    expect(await rounds(workspace, 'outbox', 'approve', held.id)).toBe(0);
    expect(pulls.pulls).toMatchObject([
      { head: ref, base: 'main', draft: true, issue: { labels: ['release-notes'] } },
    ]);
    expect(tipOf(ref)).toBe(tip);

    // Again when all is done, and again when it was approved: nothing twice.
    expect(await made.tell()).toBeLessThan(300);
    expect(await rounds(workspace, 'outbox', 'approve', held.id)).not.toBeNull();
    expect(made.runs()).toMatchObject([
      { attempt: 1, result: { execution: 'succeeded', report: 'valid' } },
    ]);
    expect(pulls.pulls).toHaveLength(1);
    expect(forge.asked('POST', /\/pulls$/)).toHaveLength(1);
    expect(forge.problems).toEqual([]);
  },
);

test(
  'a failed check of it becomes one further run of the same session, and the pull request moves on',
  { timeout: 600_000 },
  async () => {
    const made = await release([SCRIPT]);
    const { workspace, server, forge, pulls, clock, tipOf } = made;
    expect(await made.tell()).toBe(202);
    const held = await made.held();
    const { ref, tip } = held.payload;
    // Its first check has failed before anybody looks.
    pulls.checks.push({
      id: 1,
      sha: tip,
      name: 'notes',
      status: 'completed',
      conclusion: 'failure',
      summary: 'An entry is missing still.',
    });
    expect(await rounds(workspace, 'outbox', 'approve', held.id)).toBe(0);
    expect(pulls.pulls).toMatchObject([{ head: ref, draft: true }]);
    expect(tipOf(ref)).toBe(tip);
    // Two looks at it: one that starts the run, one that pushes its tip.
    const run = await waitUntil(() => made.runs().find(({ attempt }) => attempt === 2) ?? null);
    await waitUntil(() =>
      made.runs().find(({ id }) => id === run.id)?.state === 'ended' ? true : null,
    );
    clock.set('2026-11-20T22:30:00Z');
    const after = await waitUntil(() => {
      const now = tipOf(ref);
      if (now === tip) throw new Error(readLog(workspace));
      return now;
    });
    // On from what stood there, in one further run, and the same pull request.
    expect(server.remote.git('merge-base', tip, after)).toBe(tip);
    expect(server.remote.git('show', `${after}:CHANGELOG.md`)).toContain(
      'that the check asked for',
    );
    expect(pulls.pulls).toHaveLength(1);
    expect(made.runs().map(({ attempt }) => attempt)).toEqual([2, 1]);
    // The token went nowhere but to the forge, and the log-in of the remote to nobody else.
    const foreign = server.logins.filter((login) => login !== '' && login !== 'ada:push-secret');
    expect(foreign).toEqual([]);
    expect(forge.problems).toEqual([]);
  },
);

function readLog({ stateDir }: TestWorkspace): string {
  return readFileSync(join(stateDir, 'daemon.log'), 'utf8').slice(-3_000);
}
