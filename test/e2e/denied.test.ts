/** What a run was denied, from the sandbox to the report, `show` and the exit code. */
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

const ASKS = `const { HTTP_PROXY, ROUNDSMAN_OUT } = process.env;
const { hostname, port } = new URL(HTTP_PROXY);
const ask = (path) => new Promise((resolve) => require('node:http').get({ hostname, port, path }, (answer) => answer.resume().on('end', resolve)));
(async () => {
  for (let at = 0; at < 3; at += 1) await ask('http://169.254.169.254/latest/meta-data');
  await ask('http://a|b.example/');
  require('node:fs').writeFileSync(ROUNDSMAN_OUT + '/report.md', '## Summary\\n\\nDone.\\n');
  require('node:fs').writeFileSync(ROUNDSMAN_OUT + '/missing.jsonl', JSON.stringify({ kind: 'permission', what: 'to push', why: 'no credentials' }) + '\\n');
})();`;

function asking(yaml: string, isolation = 'sandbox'): TestWorkspace {
  const workspace = smallWorkspace();
  workspace.repo.commit({ files: { 'ask.cjs': ASKS } });
  workspace.agentRoutine(
    'ask',
    [process.execPath, 'ask.cjs'],
    `report: { require: [summary] }\nworkspace: { isolation: ${isolation} }\n${yaml}`,
  );
  return workspace;
}

it('is told, and fails nothing unless the routine says so', () => {
  const workspace = asking('permissions: { network: { allow: [ok.example] } }\n');
  const { view, exitCode } = workspace.run('ask');
  expect([exitCode, view.failure, view.result?.execution]).toEqual([0, null, 'succeeded']);
  expect(view.denied).toEqual([
    {
      kind: 'network',
      during: 'agent',
      target: '169.254.169.254:80',
      reason: 'is not in permissions.network',
      count: 3,
    },
    {
      kind: 'network',
      during: 'agent',
      target: 'http://a|b.example/',
      reason: 'is not a valid name',
      count: 1,
    },
    {
      kind: 'permission',
      during: 'agent',
      target: 'to push',
      reason: 'no credentials',
      count: 1,
    },
  ]);
  const report = readFileSync(view.reportPath ?? '', 'utf8');
  expect(report).toContain(
    '- 169.254.169.254:80 is not in permissions.network (3 times, by the agent)',
  );
  expect(workspace.roundsman('show').stdout).toContain(
    'denied  169.254.169.254:80 is not in permissions.network (3 times, by the agent)',
  );
});

it('fails a run that went well in everything else, when the routine says so', () => {
  const permissions = 'permissions: { network: { allow: [ok.example] }, on-denied: fail }\n';
  const { view, exitCode } = asking(permissions).run('ask');
  expect(exitCode).toBe(1);
  expect(view.failure).toEqual({
    code: 'denied',
    message:
      'the run was denied 169.254.169.254:80 and 2 other things, and permissions.on-denied is fail',
    hint: 'Allow it under permissions, or see to it that it is not wanted.',
  });
  expect(view.result).toMatchObject({ execution: 'failed', report: 'valid' });
  expect(readFileSync(view.reportPath ?? '', 'utf8')).toContain('**Failed.** The run was denied');
});

it('is nothing below that level, where the network is open, and that is said', () => {
  const workspace = smallWorkspace();
  workspace.agentRoutine(
    'ask',
    ['/bin/sh', '-c', 'printf "## Summary\\n\\nDone.\\n" > "$ROUNDSMAN_OUT/report.md"'],
    'report: { require: [summary] }\nworkspace: { isolation: private }\npermissions: { network: { allow: [ok.example] }, on-denied: fail }\n',
  );
  const { view, exitCode } = workspace.run('ask');
  expect([exitCode, view.denied]).toEqual([0, []]);
  expect(view.notices).toContain(
    'at isolation private the network is open: permissions.network.allow closed nothing',
  );
});
