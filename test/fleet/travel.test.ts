/** What another machine sees of a run: report, result, logs; and that no path and no secret comes with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { agentProgram } from '../kit/agent-program.ts';
import { twoMachines } from '../kit/two-machines.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
});

afterAll(() => server.remove());

describe('a run of another machine', () => {
  it('is answered on its own machine only', async () => {
    const { alder, birch } = twoMachines(server, 'asks', ['question']);
    const { view } = alder.run('look');
    expect(view.state).toBe('waiting');
    const short = view.id.slice(-6);
    const refused = birch.roundsman('answer', view.id, 'red');
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      `error: run ${short} of look is on alder, and goes on there only\nhint: Give the same command on alder.\n`,
    ]);
    expect(birch.roundsman('cancel', view.id)).toMatchObject({
      exitCode: 4,
      stderr: `error: run ${short} of look is on alder, where no worker is up\nhint: Give the same command on alder, or start a worker there: roundsman work\n`,
    });
    expect(JSON.parse(alder.roundsman('runs', '--json').stdout)[0].state).toBe('waiting');
  });

  it('that ended is tried again and replayed here', () => {
    const { alder, birch } = twoMachines(server, 'again', ['exits-3']);
    const { view } = alder.run('look');
    for (const command of ['retry', 'replay']) birch.roundsman(command, view.id);
    expect(JSON.parse(alder.roundsman('runs', '--json').stdout)).toMatchObject([
      { attempt: 1, state: 'ended', slot: { key: expect.stringMatching(/^replay:/) } },
      { attempt: 2, state: 'ended', slot: view.slot },
      { attempt: 1, state: 'ended', id: view.id },
    ]);
  });

  it('is shown with its report, its result and the end of its log, and is told of in the next brief', () => {
    const { alder, birch } = twoMachines(server, 'seen', ['floods-stdout']);
    const { view } = alder.run('look');
    const [here] = JSON.parse(alder.roundsman('runs', '--json').stdout);
    const [there] = JSON.parse(birch.roundsman('runs', '--json').stdout);
    const inside = (path: string, root: string): string => path.slice(root.length);
    expect({ ...there, reportPath: null, definition: null }).toEqual({
      ...here,
      reportPath: null,
      definition: null,
    });
    expect(inside(there.definition.path, birch.repo.path)).toBe('/routines/look.yaml');
    expect(inside(there.reportPath, birch.repo.path)).toBe(
      inside(here.reportPath, alder.repo.path),
    );

    const report = readFileSync(join(alder.runFolder(view.id), 'report.md'), 'utf8');
    expect(birch.roundsman('reports', 'show', view.id, '--raw').stdout).toBe(report);
    expect(birch.roundsman('show', view.id).stdout).toContain('machine     alder\n');

    const log = readFileSync(join(alder.runFolder(view.id), 'agent.log'), 'latin1');
    const seen = birch.roundsman('logs', view.id);
    expect(seen.stderr).toBe(
      `Run ${view.id.slice(-6)} was on alder; here is the end of its log.\n`,
    );
    expect(log.length).toBeGreaterThan(64_000);
    const [cut = '', ...rest] = seen.stdout.split('\n');
    expect(cut).toMatch(/^\[the first \d+ bytes are left out\]$/);
    expect(log.endsWith(rest.join('\n'))).toBe(true);
    const followed = birch.roundsman('logs', view.id, '--follow');
    expect([followed.exitCode, followed.stderr]).toEqual([
      4,
      expect.stringContaining('is on alder: its log can be followed there only'),
    ]);

    const { stdout } = birch.roundsman('brief', birch.run('look').view.id, '--json');
    expect(stdout).toContain(`context/reports/${view.id}.md`);
  });

  it('comes with its files when the records become files, byte by byte', () => {
    const { alder, birch, refs } = twoMachines(server, 'back', ['ok']);
    const { view } = alder.run('look');
    alder.roundsman('runs');
    const { branch } = view;
    const before = birch.roundsman('runs', '--json').stdout;
    expect(birch.roundsman('fleet', 'move', '--to', 'files').stderr).toBe('');
    expect(birch.roundsman('runs', '--json').stdout).toBe(before);
    expect([birch.repo.git('rev-parse', branch ?? ''), refs()]).toEqual([view.head, []]);
    for (const name of ['report.md', 'agent.log']) {
      const path = join(alder.runFolder(view.id), name);
      const copy = join(birch.runFolder(view.id), name);
      expect(readFileSync(copy)).toEqual(readFileSync(path));
    }
    const spec = readFileSync(join(birch.runFolder(view.id), 'spec.json'), 'utf8');
    expect(JSON.parse(spec).workspace).toMatchObject({
      root: birch.repo.path,
      stateDir: birch.stateDir,
    });
  });
});

describe('rows of runs', () => {
  it('hold no folder of the machine, and no value of a variable or a secret file', () => {
    const { alder } = twoMachines(server, 'clean', ['ok']);
    const command = ['sh', '-c', `echo "it is $TEAM_STORE"; exec ${agentProgram('ok').join(' ')}`];
    alder.repo.write(
      'routines/tell.yaml',
      `on: manual\nagent: { engine: command, command: ${JSON.stringify(command)}, prompt: Look. }
permissions: { env: [TEAM_STORE] }\nworkspace: { isolation: private }\n`,
    );
    alder.repo.commit({ message: 'Add a routine that tells' });
    const { view } = alder.run('tell');
    alder.roundsman('runs');
    const rows = server.sql(
      'clean',
      `select spec, record from roundsman.runs
       union all select name, convert_from(body, 'UTF8') from roundsman.run_files
       union all select kind, body from roundsman.records`,
    );
    expect(rows).toContain(view.id);
    expect(rows).toContain('it is ');
    for (const hidden of [server.address('clean'), alder.stateDir])
      expect(rows).not.toContain(hidden);
  });
});
