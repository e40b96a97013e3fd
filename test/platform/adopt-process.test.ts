import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { handOver, startProcess, type StartedProcess } from '../../src/platform/start-process.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const ADOPT = fileURLToPath(
  new URL('../../.build/modules/platform/start-process.js', import.meta.url),
);
const env = { PATH: process.env['PATH'] };

function piped(argv: readonly string[]): StartedProcess {
  return startProcess({
    argv,
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
}

/** Hands the process to one that runs `script` with `adopted` at hand, and gives what that one wrote. */
async function handedTo(script: string, child: StartedProcess): Promise<string> {
  const folder = temporaryFolder();
  const program = join(folder, 'heir.mjs');
  const told = join(folder, 'told');
  writeFileSync(
    program,
    [
      `import { adoptProcess } from ${JSON.stringify(ADOPT)};`,
      `import { writeFileSync } from 'node:fs';`,
      `const adopted = adoptProcess(JSON.parse(process.argv[2]));`,
      `const tell = (text) => writeFileSync(${JSON.stringify(told)}, text);`,
      script,
    ].join('\n'),
  );
  const rules = { cwd: '/', env, stdin: 'empty', stdout: 'ignore', stderr: 'ignore' } as const;
  const heir = handOver(child, { ...rules, ownSession: false }, (identity) => [
    process.execPath,
    program,
    JSON.stringify(identity),
  ]);
  await heir.ended;
  return readFileSync(told, 'utf8');
}

test('an heir talks to a process that it did not start, and sees its end', async () => {
  const child = piped(['cat']);
  const told = await handedTo(
    `let text = '';
     adopted.stdout.on('data', (chunk) => { text += chunk; adopted.stdin.end(); });
     adopted.stdin.write('good morning');
     tell(JSON.stringify({ end: await adopted.ended, text }));`,
    child,
  );
  const end = { exitCode: null, signal: null, startError: null };
  expect(JSON.parse(told)).toEqual({ end, text: 'good morning' });
  expect(await child.ended).toEqual({ ...end, exitCode: 0 });
});

test('an heir ends a process that it did not start', async () => {
  const child = piped(['sleep', '600']);
  const script = `adopted.stdout.resume(); adopted.kill('SIGKILL'); await adopted.ended; tell('gone');`;
  expect(await handedTo(script, child)).toBe('gone');
  expect((await child.ended).signal).toBe('SIGKILL');
});

test('a process whose heir never came up sees the end of its stdin', async () => {
  const child = piped(['cat']);
  const rules = { cwd: '/', env, stdin: 'empty', stdout: 'ignore', stderr: 'ignore' } as const;
  const heir = handOver(child, { ...rules, ownSession: false }, () => ['/nowhere/program']);
  expect((await heir.ended).startError).toBe('there is no program /nowhere/program');
  expect((await child.ended).exitCode).toBe(0);
});
