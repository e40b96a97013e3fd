/**
 * A use whole, through the program as it ships: a deployment is told by a signed delivery, release-check answers it with a
 * branch, a person approves, the branch and a draft pull request stand outside, a check fails, and the same session goes on.
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { githubConnection, githubEnv } from '../kit/github/github-connection.ts';
import { githubServer } from '../kit/github/github-server.ts';
import { githubState } from '../kit/github/github-state.ts';
import { openApiCheck } from '../kit/github/openapi.ts';
import { githubPulls } from '../kit/github/pull-routes.ts';
import { sendHook } from '../kit/hook-listener.ts';
import { github as signed, GITHUB_SECRET, hookFixture } from '../kit/hook-senders.ts';
import { connectionsText } from '../kit/services/forge-world.ts';
import { gitHttpServer } from '../kit/services/git-http.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n\n### Added\n\n- Lamps.\n';

// The recipe that ships reads no remarks: whoever follows them is another engine, here a script.
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

/** The routine that ships, with another trigger, another engine, and leave to ask for pull requests. */
function routineText(): string {
  const shipped = readFileSync(
    new URL('../../routines/release-check.yaml', import.meta.url),
    'utf8',
  );
  const text = shipped
    .replace(
      /^on:\n(?:  .*\n)+/m,
      'on: { webhook: { scheme: github, secret: "env:DEPLOY_HOOK" }, deployment: production }\n',
    )
    .replace(
      /  engine: builtin.*\n  builtin: .*\n/,
      '  engine: command\n  command: [sh, tools/agent.sh]\n',
    )
    .replace(
      /^outputs:\n  mode: review\n/m,
      'outputs:\n  mode: review\n  pull-request: { labels: [release-notes], follow: { max: 2 } }\n',
    );
  for (const part of ['webhook', 'tools/agent.sh', 'pull-request'])
    if (!text.includes(part)) throw new Error(`the routine that ships has changed: ${part}`);
  return text;
}

async function rounds(
  workspace: TestWorkspace,
  ...args: readonly string[]
): Promise<number | null> {
  const child = workspace.start(...args);
  await once(child, 'exit');
  return child.exitCode;
}

test(
  'a deployment becomes a pull request, and a failed check of it one further run',
  { timeout: 300_000 },
  async () => {
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
      state: githubState(),
      routes: pulls.routes,
      check: openApiCheck(),
    });
    onTestFinished(() => forge.close());
    expect(githubConnection(forge).repository).toBe('harbour/lamps');
    const repo = gitRepo({
      'CHANGELOG.md': CHANGELOG,
      'lamp.js': 'export const lamp = 1;\n',
      'tools/agent.sh': AGENT,
      'routines/release-check.yaml': routineText(),
      'roundsman.yaml': `timezone: UTC\nhooks: { listen: "127.0.0.1:0" }\n${connectionsText(forge.api)}`,
    });
    repo.git('tag', 'v1.0.0');
    repo.commit({
      files: { 'lamp.js': 'export const lamp = 2;\n' },
      message: 'feat: brighter lamps',
    });
    repo.git('push', '--quiet', server.remote.path, 'main');
    repo.git('remote', 'add', 'origin', server.url);
    const env = { ...githubEnv, DEPLOY_HOOK: GITHUB_SECRET };
    const workspace = workspaceOf(repo, { env });
    writeFileSync(join(workspace.home, '.gitconfig'), '[credential]\n\thelper = store\n');
    writeFileSync(
      join(workspace.home, '.git-credentials'),
      `http://ada:push-secret@127.0.0.1:${server.port}\n`,
    );
    const daemon = workspace.start('start');
    const ended = once(daemon, 'exit');
    onTestFinished(async () => {
      workspace.roundsman('stop');
      await ended;
    });
    const port = await waitUntil(() => {
      const found = /"hooks": "127\.0\.0\.1:(\d+)"/.exec(
        workspace.roundsman('status', '--json').stdout,
      );
      return found === null ? null : Number(found[1]);
    });

    // The same delivery twice: one run.
    const body = hookFixture('github-deployment-status').replaceAll(
      '3f0c2b9a7d1e4c58b6a9012f7e3d5c4b1a089e76',
      repo.git('rev-parse', 'main'),
    );
    const delivery = signed('release-check', body, { event: 'deployment_status' });
    expect((await sendHook(port, delivery)).status).toBe(202);
    expect((await sendHook(port, delivery)).status).toBeLessThan(300);
    const held = await waitUntil(() => {
      const [one] = JSON.parse(workspace.roundsman('outbox', '--json').stdout);
      if (one === undefined)
        throw new Error(
          workspace.roundsman('slots', '--json').stdout +
            workspace.roundsman('runs', '--json').stdout,
        );
      return one;
    });
    expect(held).toMatchObject({
      type: 'pull-request',
      state: 'held',
      payload: { base: 'main', draft: true },
    });
    expect(pulls.pulls).toHaveLength(0);
    expect(server.remote.git('branch', '--list')).toBe('* main');
    const branch: string = held.payload.ref;

    // Its first check has failed before anybody looks.
    pulls.checks.push({
      id: 1,
      sha: held.payload.tip,
      name: 'notes',
      status: 'completed',
      conclusion: 'failure',
      summary: 'An entry is missing still.',
    });
    expect(await rounds(workspace, 'outbox', 'approve', held.id)).toBe(0);
    const [pull] = pulls.pulls;
    expect(pull).toMatchObject({
      head: branch,
      base: 'main',
      draft: true,
      issue: { labels: ['release-notes'] },
    });
    expect(tipOf(branch)).toBe(held.payload.tip);

    const after = await new Promise<string>((resolve, reject) => {
      const deadline = Date.now() + 150_000;
      const look = setInterval(() => {
        const tip = tipOf(branch);
        if (tip !== null && tip !== held.payload.tip) resolve(tip);
        else if (Date.now() < deadline) return;
        else reject(new Error(readLog(workspace)));
        clearInterval(look);
      }, 500);
    });
    // On from what stood there, in one further run, and the same pull request.
    expect(server.remote.git('merge-base', held.payload.tip, after)).toBe(held.payload.tip);
    expect(server.remote.git('show', `${after}:CHANGELOG.md`)).toContain(
      'that the check asked for',
    );
    expect(pulls.pulls).toHaveLength(1);
    const runs = JSON.parse(workspace.roundsman('runs', '--json').stdout);
    expect(runs.map(({ attempt }: { attempt: number }) => attempt)).toEqual([2, 1]);
    // The token went nowhere but to the forge, and the log-in of the remote to nobody else.
    expect(server.logins.filter((login) => login !== '' && login !== 'ada:push-secret')).toEqual(
      [],
    );
    expect(forge.problems).toEqual([]);
  },
);

function readLog({ stateDir }: TestWorkspace): string {
  return readFileSync(join(stateDir, 'daemon.log'), 'utf8').slice(-3_000);
}
