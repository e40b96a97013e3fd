/** Every recipe of the cookbook, served in a repository that has what it looks for. */
import { spawnSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { kitchen, recipeFile, recipeNames, serve } from '../kit/cookbook.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

test('all recipes are valid side by side, without a warning', () => {
  const routines = recipeNames().map(
    (name) => [`routines/${name}.yaml`, recipeFile(name, 'yaml')] as const,
  );
  const { stdout } = kitchen('coverage', Object.fromEntries(routines)).roundsman('validate');
  expect(stdout).toBe('11 files: no problems\n');
});

test('dependency-check finds what is unused, undeclared and loose, and is quiet the next night', () => {
  const workspace = kitchen('dependency-check', {
    'package.json': json({
      name: 'shop',
      scripts: { build: 'tidy-tool src' },
      dependencies: { kept: '^1.0.0', dropped: '^2.0.0', loose: '*', 'tidy-tool': '^1.0.0' },
    }),
    'src/main.js':
      "import { a } from 'kept';\nimport {\n  b,\n} from '@scope/extra/deep';\nconst c = require('loose');\nimport fs from 'node:fs';\n",
    'README.md': 'Taken from "nowhere".\n',
  });
  const { report, findings } = serve(workspace, 'dependency-check');
  expect(findings.new).toBe(4);
  expect(report).toContain('- dropped is declared and nothing uses it (`package.json:8`), new\n');
  expect(report).toContain('- @scope/extra is used and not declared (`src/main.js`), new\n');
  expect(report).toContain('- loose is at "\\*": any version may come (`package.json:9`), new\n');
  expect(report).toContain('- No lockfile: each install may bring other versions');
  expect(report).toContain('that needs the network');
  expect(serve(workspace, 'dependency-check').report).toContain(
    '**Quiet.** Nothing new. 1 manifest',
  );
});

test('flaky-tests tells a test that comes and goes from one that is broken', () => {
  const workspace = kitchen('flaky-tests', {});
  const run = (retry: string): string =>
    `<testsuite><testcase classname="queue" name="retries &lt; 3"${retry}<testcase name="sums"/><testcase name="old"><error/></testcase></testsuite>`;
  const failed = '><failure message="late">at x</failure></testcase>';
  expect(serve(workspace, 'flaky-tests').report).toContain(
    'Nothing was looked at. results of two or more test runs in test-results/ is missing: 0 JUnit files there; put one file a run there.',
  );
  workspace.repo.write('test-results/1.xml', run('/>'));
  workspace.repo.write('test-results/2.xml', run(failed));
  workspace.repo.write('test-results/deep/3.xml', run('/>'));
  const { report, findings } = serve(workspace, 'flaky-tests');
  expect(findings.new).toBe(2);
  expect(report).toContain('3 tests in 3 runs: 1 flaky, 1 broken.');
  expect(report).toContain('- queue > retries &lt; 3 failed in 1 of 3 runs, new\n');
  expect(report).toContain('- old failed in all of 3 runs: broken, not flaky, new\n');
});

test('docs-drift finds links, scripts and paths that are gone', () => {
  const workspace = kitchen('docs-drift', {
    'package.json': json({ scripts: { build: 'true' } }),
    'src/main.js': '',
    'docs/guide.md':
      '# Guide\n\nSee [the start](start.md), [home](../README.md#top) and [out](https://example.com/x.md).\n\n```sh\nnpm run build\nnpm run deploy\n```\n\nRead `src/main.js` and `src/gone.js`; `[x](y.md)` is an example.\n',
    'README.md': '# Shop\n\n[docs](docs/)\n',
  });
  const { report, findings } = serve(workspace, 'docs-drift');
  expect(findings.new).toBe(3);
  expect(report).toContain('- the link to start.md leads nowhere (`docs/guide.md:3`), new\n');
  expect(report).toContain(
    '- npm run deploy is not a script of package.json (`docs/guide.md:7`), new\n',
  );
  expect(report).toContain('- the path src/gone.js is not there (`docs/guide.md:10`), new\n');
});

test('stale-branches names old branches and whether they are merged, and leaves them', () => {
  const workspace = kitchen('stale-branches', {});
  const { repo } = workspace;
  const old = '2020-01-02T12:00:00Z';
  repo.git('switch', '--quiet', '--create', 'half-done');
  repo.commit({ files: { 'half.txt': 'x' }, date: old, author: 'Grace <grace@example.com>' });
  repo.git('switch', '--quiet', '--create', 'landed', 'main');
  repo.commit({ files: { 'done.txt': 'x' }, date: old });
  repo.git('switch', '--quiet', 'main');
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Land it', 'landed');
  repo.git('branch', 'fresh', 'HEAD^');
  const { report, findings } = serve(workspace, 'stale-branches');
  expect(findings.new).toBe(2);
  expect(report).toContain('2 of 3 branches without a commit for 60 days; 1 of these is merged.');
  expect(report).toContain('- half-done: last commit 2020-01-02 by Grace, not merged, new\n');
  expect(report).toContain('- landed: last commit 2020-01-02 by Ada Example, merged, new\n');
  expect(repo.git('branch', '--list', 'half-done', 'landed')).toMatch(/half-done\n.*landed/);
});

test('licence-check names packages outside of the list, also those that name none', () => {
  const workspace = kitchen('licence-check', {
    'package-lock.json': json({
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', license: 'UNLICENSED' },
        'node_modules/fine': { version: '1.0.0', license: 'MIT' },
        'node_modules/either': { version: '1.0.0', license: '(GPL-3.0 OR Apache-2.0)' },
        'node_modules/strict': { version: '2.1.0', license: 'AGPL-3.0-only' },
        'node_modules/fine/node_modules/@a/mute': { version: '0.1.0', dev: true },
      },
    }),
  });
  const { report, findings } = serve(workspace, 'licence-check');
  expect(findings.new).toBe(2);
  expect(report).toContain('4 packages, 2 outside of the allowed licences.');
  expect(report).toContain('- strict 2.1.0 is under AGPL-3.0-only (`package-lock.json`), new\n');
  expect(report).toContain('- @a/mute 0.1.0 names no licence (development only)');
});

test('dead-code names exports that nothing or only tests use', () => {
  const workspace = kitchen('dead-code', {
    'package.json': json({ main: 'src/index.js' }),
    'src/index.js':
      "import { used } from './parts.js';\nexport function entry() {\n  return used();\n}\n",
    'src/parts.js':
      'export function used() {}\nexport const forsaken = 1;\nexport function tested() {}\nexport class Own {}\nnew Own();\n',
    'test/parts.test.js': "import { tested } from '../src/parts.js';\ntested();\n",
  });
  const { report, findings } = serve(workspace, 'dead-code');
  expect(findings.new).toBe(2);
  expect(report).toContain('- forsaken is used nowhere (`src/parts.js:2`), new\n');
  expect(report).toContain('- tested is used by tests only (`src/parts.js:3`), new\n');
});

test('error-triage counts causes, not lines, and names the code behind them', () => {
  const workspace = kitchen('error-triage', { 'src/pay.js': 'throw new Error();\n' });
  const line = (id: number): string =>
    `${JSON.stringify({ level: 'error', time: `2026-11-20T0${id}:00:00Z`, msg: `order ${id} of "ada-${id}" not found`, stack: 'Error\n    at pay (/srv/app/src/pay.js:12:3)' })}\n`;
  workspace.repo.write(
    'errors/app.jsonl',
    `${line(1)}${line(2)}{"level":"info","msg":"fine"}\n${line(3)}{torn`,
  );
  workspace.repo.write(
    'errors/web.log',
    '2026-11-20 08:00:00 TypeError: x is not a function\n    at load (src/pay.js:1:7)\n2026-11-20 08:00:01 GET /ok\n',
  );
  const { report, findings } = serve(workspace, 'error-triage');
  expect(findings.new).toBe(2);
  expect(report).toContain('4 errors of 2 kinds in 2 files.');
  expect(report).toContain('- order 1 of "ada-1" not found (3 times) (`src/pay.js:12`), new\n');
  expect(report).toContain('- TypeError: x is not a function (once) (`src/pay.js:1`), new\n');
  workspace.repo.write('errors/app.jsonl', line(4));
  expect(serve(workspace, 'error-triage').findings).toMatchObject({ new: 0, resolved: 0 });
});

describe('coverage', () => {
  const lcov = (path: string, hit: number): string =>
    `TN:\nSF:${path}\nLF:20\nLH:${hit}\nend_of_record\n`;

  test('names files below the limit, and knows them again when they rise', () => {
    const workspace = kitchen('coverage', { 'src/a.js': '', 'src/b.js': '' });
    workspace.repo.write(
      'coverage/lcov.info',
      lcov('/ci/build/src/a.js', 6) + lcov('src/b.js', 19),
    );
    const { report, findings } = serve(workspace, 'coverage');
    expect(findings.new).toBe(1);
    expect(report).toContain('62.5 % of 40 lines in 2 files; 1 below 80 %.');
    expect(report).toContain(
      '- 30 % of the lines of src/a.js are covered (14 are not) (`src/a.js`), new\n',
    );
    workspace.repo.write('coverage/lcov.info', lcov('src/a.js', 18) + lcov('src/b.js', 19));
    expect(serve(workspace, 'coverage').findings).toMatchObject({ new: 0, resolved: 1 });
  });

  test('says that nothing was looked at, and takes nothing for mended', () => {
    const workspace = kitchen('coverage', { 'src/a.js': '' });
    workspace.repo.write(
      'coverage/coverage-summary.json',
      json({ total: {}, 'src/a.js': { lines: { total: 10, covered: 1 } } }),
    );
    expect(serve(workspace, 'coverage').findings.new).toBe(1);
    workspace.repo.write('coverage/coverage-summary.json', json({ total: {} }));
    const { report, findings } = serve(workspace, 'coverage');
    expect(report).toContain(
      'Nothing was looked at. coverage/coverage-summary.json or coverage/lcov.info is missing',
    );
    expect(report).toContain(
      '- 10 % of the lines of src/a.js are covered (9 are not) (`src/a.js:1`)\n',
    );
    expect(findings).toMatchObject({ new: 0, known: 1, resolved: 0 });
  });
});

test('on-call-summary lists open incidents, the most severe first, and what changed', () => {
  const workspace = kitchen('on-call-summary', {
    'incidents/2026-11-01-slow.md': '# Slow search\n\nseverity: sev3\nstatus: open\n',
    'incidents/2026-11-20-down.md':
      '# Checkout is down\n\n- **Severity:** sev1\n- **Status:** open\n- **Opened:** 2026-11-20\n',
    'incidents/2019-05-01-done.md': '# Long gone\n\nseverity: sev1\nstatus: closed\n',
  });
  workspace.repo.commit({ files: { 'src/pay.js': '' }, message: 'fix(pay): round to cents' });
  const { report } = serve(workspace, 'on-call-summary');
  expect(report).toContain(
    'sev1 open 2026-11-20: Checkout is down (incidents/2026-11-20-down.md)\nsev3 open 2026-11-01: Slow search (incidents/2026-11-01-slow.md)\n',
  );
  expect(report).toContain('fix(pay): round to cents');
  expect(report).not.toContain('Long gone');
});

test('security-advisories reports what the audit found, by its number, and says when there was none', () => {
  const workspace = kitchen('security-advisories', {});
  expect(serve(workspace, 'security-advisories').report).toContain(
    'Nothing was looked at. audit.json is missing: there is no package-lock.json to ask npm about either.',
  );
  const hole = {
    source: 1,
    name: 'left',
    title: 'Runs what it should print',
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    severity: 'critical',
    range: '<1.2.3',
  };
  workspace.repo.write(
    'audit.json',
    json({
      vulnerabilities: {
        left: { via: [hole], fixAvailable: { name: 'top', version: '3.0.0', isSemVerMajor: true } },
        top: { via: ['left'], fixAvailable: true },
      },
    }),
  );
  const { report, findings } = serve(workspace, 'security-advisories');
  expect(findings.new).toBe(1);
  expect(report).toContain('1 known hole in dependencies.');
  expect(report).toContain(
    '- left &lt;1.2.3: Runs what it should print (critical, GHSA-aaaa-bbbb-cccc) (`package-lock.json`), new\n',
  );
});

test('a program that is called by hand prints its findings as JSON lines', () => {
  const { repo } = kitchen('dead-code', { 'src/a.js': 'export const forsaken = 1;\n' });
  const ran = spawnSync(process.execPath, ['tools/dead-code.mjs', 'src'], {
    cwd: repo.path,
    encoding: 'utf8',
  });
  expect(JSON.parse(ran.stdout)).toEqual({
    title: 'forsaken is used nowhere',
    severity: 'low',
    path: 'src/a.js',
    line: 1,
  });
  expect(ran.stderr).toMatch(/^1 file, 1 export that nothing uses\./);
});
