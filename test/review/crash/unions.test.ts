import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { unionWork, unionWorkspace } from '../../kit/union-history.ts';
import { waitUntil } from '../../kit/wait-until.ts';
import type { TestWorkspace } from '../../kit/workspace.ts';

/** One whose check continues until somebody ends it, but the second time. */
function slowWorkspace(): TestWorkspace {
  return unionWorkspace({
    checks: ['test -e quick.txt || sleep 600'],
    files: { 'a.txt': 'a\n' },
    branches: { 'fix/slow': { 'b.txt': 'b\n' } },
  });
}

function leftIn(workspace: TestWorkspace): readonly string[] {
  const work = unionWork(workspace);
  if (!existsSync(work)) return [];
  const runs = join(work, 'runs');
  return [
    ...readdirSync(work).filter((name) => name !== 'runs'),
    ...(existsSync(runs) ? readdirSync(runs) : []),
  ];
}

/** Until its check runs. */
async function underWay(workspace: TestWorkspace): Promise<string> {
  return waitUntil(() => {
    const runs = join(unionWork(workspace), 'runs');
    const [id] = existsSync(runs) ? readdirSync(runs) : [];
    return id !== undefined && existsSync(join(runs, id, 'commands.log')) ? id : null;
  });
}

function refs(workspace: TestWorkspace): string {
  return workspace.repo.git('for-each-ref', '--format=%(refname)', 'refs/roundsman/');
}

describe('a union that is cut off', { timeout: 540_000 }, () => {
  it('by kill -9 stands in nobody’s way: the next one clears it and is built', async () => {
    const workspace = slowWorkspace();
    const child = workspace.start('review', 'union', 'fix/slow');
    const id = await underWay(workspace);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(leftIn(workspace)).toContain(id);
    const found = workspace.roundsman('gc', '--dry-run', '--json');
    expect(found.stdout).toContain(id);
    workspace.repo.git('checkout', '--quiet', 'fix/slow');
    workspace.repo.commit({ files: { 'quick.txt': 'quick\n' } });
    workspace.repo.git('checkout', '--quiet', 'main');
    const ran = workspace.roundsman('review', 'union', 'fix/slow', '--json');
    expect(ran.exitCode).toBe(0);
    const built = JSON.parse(ran.stdout);
    expect(built.state).toEqual({ kind: 'passed' });
    expect(leftIn(workspace)).toEqual([]);
    expect(refs(workspace)).toBe(`refs/roundsman/unions/${built.id}`);
  });

  it('by kill -9 is cleared by gc as well', async () => {
    const workspace = slowWorkspace();
    const child = workspace.start('review', 'union', 'fix/slow');
    await underWay(workspace);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(workspace.roundsman('gc').exitCode).toBe(0);
    expect(leftIn(workspace)).toEqual([]);
  });

  it('by Ctrl-C leaves nothing but its record', async () => {
    const workspace = slowWorkspace();
    const child = workspace.start('review', 'union', 'fix/slow');
    await underWay(workspace);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await gone).toBe(1);
    expect(leftIn(workspace)).toEqual([]);
    expect(refs(workspace)).toBe('');
    expect(existsSync(join(workspace.stateDir, 'union.lock'))).toBe(false);
  });

  it('has the place to itself while it continues: a second one is refused', async () => {
    const workspace = slowWorkspace();
    const child = workspace.start('review', 'union', 'fix/slow');
    await underWay(workspace);
    const second = workspace.roundsman('review', 'union', 'fix/slow');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await gone;
    expect(second.exitCode).toBe(4);
    expect(second.stderr).toMatch(/branches are being tested together already, by process \d+/);
  });
});
