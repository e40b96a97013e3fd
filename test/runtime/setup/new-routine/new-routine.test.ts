import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../../../src/platform/clock.ts';
import {
  newRoutine,
  type NewRoutineRequest,
} from '../../../../src/runtime/setup/new-routine/new-routine.ts';
import { openWorkspace } from '../../../../src/workspace/open-workspace.ts';
import { routineOf } from '../../../kit/definitions.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../../kit/git-repo.ts';
import { readReport, smallWorkspace, workspaceOf } from '../../../kit/workspace.ts';

const PLAIN: NewRoutineRequest = {
  name: 'look',
  from: null,
  engine: null,
  program: [],
  prompt: null,
  schedule: null,
  timezone: null,
  printOnly: false,
};

async function make(
  repo: GitRepo,
  asked: Partial<NewRoutineRequest> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: join(repo.path, '.git/state'), ...more };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  return newRoutine(workspace, { ...PLAIN, ...asked });
}

const textOf = async (asked: Partial<NewRoutineRequest>) =>
  (await make(gitRepo({ a: 'a' }), { ...asked, printOnly: true })).text;

describe('newRoutine', () => {
  it.each(['blank', 'sweep', 'digest', 'check'])('writes a valid routine from %s', async (from) => {
    const repo = gitRepo({ a: 'a' });
    const made = await make(repo, { name: 'mine', from });
    expect(made).toMatchObject({
      id: 'mine',
      file: 'routines/mine.yaml',
      template: from,
      written: true,
    });
    expect(readFileSync(join(repo.path, made.file), 'utf8')).toBe(made.text);
    expect(routineOf(made.text, { file: made.file })).toMatchObject({
      id: 'mine',
      name: 'Mine',
      agent: { engine: 'builtin' },
    });
    expect(made.text).toContain('roundsman run mine');
  });

  it.each(['blank', 'sweep', 'check'])('writes from %s what runs at once', (from) => {
    const workspace = smallWorkspace();
    expect(workspace.roundsman('new', 'mine', '--from', from).exitCode).toBe(0);
    const { view, exitCode } = workspace.run('mine');
    expect(exitCode).toBe(0);
    expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
  });

  it.each(readdirSync('docs/cookbook').filter((name) => !name.endsWith('.md')))(
    'writes the recipe %s with its program',
    async (from) => {
      const repo = gitRepo({ a: 'a' });
      const made = await make(repo, { name: 'mine', from, schedule: 'daily at 3' });
      const program = `tools/${from}.mjs`;
      expect(made).toMatchObject({ program: { file: program, isNew: true }, template: from });
      expect(made.text).toContain(program);
      expect(routineOf(made.text, { file: made.file })).toMatchObject({ id: 'mine', name: 'Mine' });
      expect(readFileSync(join(repo.path, program), 'utf8')).toBe(
        readFileSync(`docs/cookbook/${from}/${from}.mjs`, 'utf8'),
      );
    },
  );

  it('leaves a program that is there, and runs a recipe once it is committed', () => {
    const workspace = smallWorkspace();
    const first = workspace.roundsman('new', 'mine', '--from', 'stale-branches');
    expect(first.stdout).toContain('wrote routines/mine.yaml and tools/stale-branches.mjs');
    expect(first.stdout).toContain('git add routines/mine.yaml tools/stale-branches.mjs');
    const second = workspace.roundsman('new', 'other', '--from', 'stale-branches');
    expect(second.stdout).toContain('tools/stale-branches.mjs was there already');
    workspace.repo.commit();
    expect(workspace.run('mine').view.result).toMatchObject({ report: 'valid' });
  });

  it('takes the name of what ships for that', async () => {
    expect(await make(gitRepo({ a: 'a' }), { name: 'dependency-check' })).toMatchObject({
      template: 'dependency-check',
      program: { isNew: true },
    });
    expect(await make(gitRepo({ a: 'a' }), { name: 'todo-sweep' })).toMatchObject({
      template: 'sweep',
    });
    const blank = await make(gitRepo({ a: 'a' }), { name: 'coverage', from: 'blank' });
    expect(blank).toMatchObject({ template: 'blank', program: null });
    const own = await make(gitRepo({ a: 'a' }), {
      name: 'coverage',
      engine: 'command',
      program: ['sh'],
    });
    expect(own).toMatchObject({ template: 'blank', program: null });
  });

  it('takes no other program with a recipe', async () => {
    await expect(
      make(gitRepo({ a: 'a' }), { from: 'coverage', engine: 'command', program: ['sh'] }),
    ).rejects.toThrow('--from coverage brings a program of its own');
  });

  it('writes a digest that runs at once on the tickets that are there', () => {
    const line = JSON.stringify({
      id: 'T-1',
      title: 'No refund after the update',
      body: 'I wait for my money.',
      created_at: new Date(Date.now() - 3_600_000).toISOString(),
    });
    const workspace = workspaceOf(gitRepo({ 'exports/helpdesk/today.jsonl': `${line}\n` }));
    workspace.roundsman('new', 'mine', '--from', 'digest');
    const { view } = workspace.run('mine');
    expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
    expect(readReport(view)).toContain('T-1');
  });

  it('lists the commits of the last week from the blank one', () => {
    const workspace = smallWorkspace();
    workspace.repo.commit({ message: 'Add the cart' });
    workspace.roundsman('new', 'look');
    expect(readReport(workspace.run('look').view)).toContain('Add the cart');
  });

  it('says where the agent that was asked for is not installed', () => {
    const workspace = workspaceOf(gitRepo({ a: 'a' }), { env: { PATH: '/usr/bin:/bin' } });
    const said = (engine: string): string =>
      workspace.roundsman('new', engine, '--engine', engine, '--prompt', 'Look').stdout;
    expect(said('copilot')).toContain(
      'note: copilot is not installed here: install it before you run this (roundsman agents)\n',
    );
    expect(said('builtin')).not.toContain('installed');
  });

  it('takes the name of a shipped routine for its template too', async () => {
    expect((await make(gitRepo({ a: 'a' }), { from: 'todo-sweep' })).template).toBe('sweep');
  });

  it('writes just the program, the prompt and the schedule that were given', async () => {
    const program = ['node', 'tools/my agent.mjs'];
    expect(await textOf({ engine: 'command', program })).toBe(`# Run it now: roundsman run look
name: Look
on: manual
agent:
  engine: command
  command: [node, tools/my agent.mjs]
`);
    const prompt = 'Report dead links.\n\nChange: nothing.';
    expect(await textOf({ engine: 'claude', prompt, schedule: 'weekdays at 7' }))
      .toBe(`# Run it now: roundsman run look
name: Look
on: { schedule: "weekdays at 7", manual: true }
agent:
  engine: claude
  prompt: |
    Report dead links.

    Change: nothing.
`);
  });

  it('takes the engine of roundsman.yaml for a prompt, and refuses one that reads none', async () => {
    const repo = gitRepo({ a: 'a', 'roundsman.yaml': 'engine: claude\n' });
    const { text } = await make(repo, { prompt: 'Report dead links.', printOnly: true });
    expect(text).not.toContain('engine:');
    await expect(textOf({ engine: 'builtin', prompt: 'x' })).rejects.toThrow(
      'the built-in engine follows no prose',
    );
    await expect(textOf({ from: 'sweep', prompt: 'x' })).rejects.toThrow(
      '--prompt and --from exclude each other',
    );
    await expect(textOf({ prompt: ' ' })).rejects.toThrow('--prompt is blank');
  });

  it('gives a prompt to the first agent that is ready here, and says where none is', async () => {
    const bin = temporaryFolder();
    for (const name of ['claude', 'codex'])
      writeFileSync(join(bin, name), '#!/bin/sh\necho "9.8.7 (An agent)"\n', { mode: 0o755 });
    const HOME = temporaryFolder();
    const env = { HOME, PATH: `${bin}:/usr/bin:/bin`, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' };
    const repo = gitRepo({ a: 'a' });
    const prompt = 'Report dead links.';
    await expect(make(repo, { prompt }, env)).rejects.toMatchObject({
      message: '--prompt needs an agent, and none is ready here',
      hint: expect.stringContaining('roundsman new look --engine claude'),
    });
    const made = await make(repo, { prompt }, { ...env, CODEX_API_KEY: 'k', OPENAI_API_KEY: 'k' });
    expect(routineOf(made.text, { file: made.file }).agent.engine).toBe('codex');
  });

  it('takes a program behind the dashes without naming an engine', () => {
    const workspace = workspaceOf(gitRepo({ 'count.sh': 'echo "Lines: 1"\n' }));
    const made = workspace.roundsman('new', 'line-count', '--', 'sh', 'count.sh');
    expect([made.exitCode, made.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const { view } = workspace.run('line-count');
    expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
    expect(readReport(view)).toContain('Lines: 1');
    const other = workspace.roundsman('new', 'other', '--print', '--', 'tool', '--engine', 'x');
    expect(other.stdout).toContain('engine: command\n  command: [tool, "--engine", x]\n');
  });

  it('turns a shipped routine over to a program of yours', async () => {
    const text = await textOf({ from: 'sweep', engine: 'command', program: ['./sweep'] });
    expect(routineOf(text, { file: 'routines/look.yaml' }).agent).toMatchObject({
      engine: 'command',
      command: ['./sweep'],
    });
  });

  it.each(['blank', 'sweep', 'digest', 'check'])(
    'puts a schedule with its zone into %s',
    async (from) => {
      const text = await textOf({ from, schedule: '5 4 * * *', timezone: 'Asia/Tokyo' });
      expect(routineOf(text, { file: 'routines/look.yaml' }).triggers[0]).toMatchObject({
        kind: 'schedule',
        when: { kind: 'cron', expression: '5 4 * * *' },
        timezone: 'Asia/Tokyo',
      });
      expect(text).toMatch(/schedule: \[\{ cron: "5 4 \* \* \*", timezone: Asia\/Tokyo \}\]\n/);
    },
  );

  it('has the project checked where an agent changes code', async () => {
    const repo = gitRepo({ 'Cargo.toml': '' });
    const { text } = await make(repo, { engine: 'claude', printOnly: true });
    expect(text).toContain('checks: [cargo test]');
  });

  it('only prints when that is asked, also when the file is there', async () => {
    const repo = gitRepo({ 'routines/look.yaml': 'mine\n' });
    const made = await make(repo, { printOnly: true });
    expect(made.written).toBe(false);
    expect(readFileSync(join(repo.path, 'routines/look.yaml'), 'utf8')).toBe('mine\n');
  });

  it.each(['yaml', 'yml'])('leaves a file alone that ends in .%s', async (ending) => {
    const repo = gitRepo({ [`routines/look.${ending}`]: 'mine\n' });
    await expect(make(repo)).rejects.toMatchObject({
      code: 'refused',
      message: `routines/look.${ending} is there already`,
      hint: 'Take another name (roundsman new look-2), or run the one that is there: roundsman run look',
    });
  });

  it('writes nothing when what was asked cannot hold', async () => {
    const repo = gitRepo({ a: 'a' });
    await expect(make(repo, { engine: 'acp' })).rejects.toMatchObject({
      code: 'usage',
      message:
        'nothing was written, because the routine would not hold with --engine acp:\n  `engine: acp` needs `agent.command`',
    });
    expect(existsSync(join(repo.path, 'routines'))).toBe(false);
  });

  it('works in a repository that nobody set up, and before the first commit', async () => {
    const made = await make(gitRepo());
    expect(made).toMatchObject({ written: true, hasSettings: false });
  });

  it('refuses a bare repository', async () => {
    const folder = temporaryFolder();
    const repo = openRepo(folder);
    repo.git('init', '--quiet', '--bare', '.');
    await expect(make(repo)).rejects.toMatchObject({ code: 'refused', reason: 'bare-repository' });
  });
});
