/** What a process was started with and would hand on: tried in processes of their own, which bash starts with descriptors open. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { furtherDescriptors } from '../../src/platform/inherited-descriptors.ts';
import { runProcess } from '../../src/platform/process.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const DIST = fileURLToPath(new URL('../../.build/modules/', import.meta.url));
const LIST = `for f in /proc/self/fd/*; do [ -e "$f" ] && printf '%s ' "\${f##*/}=$(readlink /proc/$$/fd/\${f##*/})"; done`;

interface Opened {
  /** As bash reads them: `60</some/where`. */
  readonly open: string;
  readonly words?: readonly string[];
}

/** Runs a script of ours with `ours` at hand, started with these open; gives what it printed. */
function printed(script: string, { open, words = [] }: Opened): string {
  const program = join(temporaryFolder(), 'program.mjs');
  writeFileSync(
    program,
    [
      `import * as ours from ${JSON.stringify(join(DIST, 'platform/inherited-descriptors.js'))};`,
      `import { startProcess } from ${JSON.stringify(join(DIST, 'platform/start-process.js'))};`,
      `import { runProcess } from ${JSON.stringify(join(DIST, 'platform/process.js'))};`,
      `import * as fs from 'node:fs';`,
      `import { spawnSync } from 'node:child_process';`,
      `const list = ${JSON.stringify(LIST)};`,
      script,
    ].join('\n'),
  );
  const shell = `exec ${open}; exec "$@"`;
  const ran = spawnSync('bash', ['-c', shell, 'bash', process.execPath, program, ...words], {
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran.stdout.trim();
}

/** Above stderr, of a program that the script starts. */
function further(text: string): readonly string[] {
  return text
    .split(' ')
    .filter((one) => Number.parseInt(one, 10) > 2)
    .toSorted((left, right) => Number.parseInt(left, 10) - Number.parseInt(right, 10));
}

const SPAWN_LIST = `process.stdout.write(spawnSync('sh', ['-c', list], { encoding: 'utf8' }).stdout);`;

describe('dropping what was inherited', () => {
  it('leaves nothing to hand on, however high', () => {
    const open = '60</ 77</etc 251</usr';
    // The ones of whoever runs the tests are among them.
    expect(further(printed(SPAWN_LIST, { open }))).toEqual(
      expect.arrayContaining(['60=/', '77=/etc', '251=/usr']),
    );
    expect(further(printed(`ours.dropInherited(); ${SPAWN_LIST}`, { open }))).toEqual([]);
  });

  it('keeps each number taken, so that what a library still writes goes nowhere', () => {
    const script = `ours.dropInherited(); console.log(fs.readlinkSync('/proc/self/fd/60'), fs.readlinkSync('/proc/self/fd/251'));`;
    expect(printed(script, { open: '60</ 251</etc' })).toBe('/dev/null /dev/null');
  });

  it('opens no more than it was handed', () => {
    const script = `const before = fs.readdirSync('/proc/self/fd').length; ours.dropInherited(); console.log(fs.readdirSync('/proc/self/fd').length - before);`;
    expect(printed(script, { open: '60</ 251</etc' })).toBe('0');
  });

  it('keeps one that a word names, as a shell does for <(…)', () => {
    const file = join(temporaryFolder(), 'payload');
    writeFileSync(file, 'handed');
    const script = `ours.dropInherited(process.argv); console.log(fs.readFileSync('/dev/fd/63', 'utf8'), fs.readlinkSync('/proc/self/fd/64'));`;
    for (const word of ['/dev/fd/63', '--payload=@/dev/fd/63', '/proc/self/fd/63'])
      expect(printed(script, { open: `63<'${file}' 64</`, words: [word] })).toBe(
        'handed /dev/null',
      );
  });

  it('leaves the channel of a process that was forked, and pipes that were handed on', () => {
    const script = `
      if (process.send) { ours.dropInherited(); process.send('still here'); process.disconnect(); }
      else {
        const { fork } = await import('node:child_process');
        fork(process.argv[1]).on('message', (text) => console.log(text));
      }`;
    expect(printed(script, { open: '60</' })).toBe('still here');
  });
});

describe('a program that is started', () => {
  const start = (files: string): string =>
    `const started = startProcess({ argv: ['sh', '-c', list], cwd: '/', env: process.env, stdin: 'empty', stdout: 'pipe', stderr: 'ignore', ownSession: false, handedFiles: ${files} });
     started.stdout.on('data', (text) => process.stdout.write(text)); await started.ended;`;
  const run = (files: string): string =>
    `const ran = await runProcess({ argv: ['sh', '-c', list], cwd: '/', env: process.env, handedFiles: ${files} }); process.stdout.write(ran.stdout);`;

  it.each([
    ['startProcess', start],
    ['runProcess', run],
  ])('%s: inherits nothing that this process did not drop', (_, script) => {
    const open = '60</ 251</etc';
    expect(
      new Set(further(printed(script('[]'), { open })).map((one) => one.split('=')[1])),
    ).toEqual(new Set(['/dev/null']));
    expect(further(printed(`ours.dropInherited(); ${script('[]')}`, { open }))).toEqual([]);
  });

  it.each([
    ['startProcess', start],
    ['runProcess', run],
  ])('%s: has the files that it is handed, in order, from 3 on', (_, script) => {
    const handed = script(`['/etc/passwd', '/etc/hostname']`);
    expect(further(printed(`ours.dropInherited(); ${handed}`, { open: '60</' }))).toEqual([
      '3=/etc/passwd',
      '4=/etc/hostname',
    ]);
    expect(further(printed(handed, { open: '4</ 60</' })).slice(0, 3)).toEqual([
      '3=/etc/passwd',
      '4=/etc/hostname',
      '60=/dev/null',
    ]);
  });

  it('is not started without a file that it was to have', () => {
    const missing = `handedFiles: ['/nowhere/filter']`;
    const script = `
      const options = { argv: ['true'], cwd: '/', env: {}, ${missing} };
      const ran = await runProcess(options);
      const started = startProcess({ ...options, stdin: 'empty', stdout: 'ignore', stderr: 'ignore', ownSession: false });
      console.log(JSON.stringify([ran.startError, (await started.ended).startError]));`;
    const reason = "ENOENT: no such file or directory, open '/nowhere/filter'";
    expect(JSON.parse(printed(script, { open: '60</' }))).toEqual([reason, reason]);
  });
});

it('what was opened for a program is closed again when the request is refused at once', async () => {
  const request = { cwd: '/', env: {} };
  await runProcess({ ...request, argv: ['true'] });
  const before = readdirSync('/proc/self/fd').length;
  const refused = runProcess({
    ...request,
    argv: ['true'],
    handedFiles: ['/etc/passwd'],
    timeoutMs: -1,
  });
  await expect(refused).rejects.toThrow('timeout');
  expect(readdirSync('/proc/self/fd').length).toBe(before);
});

it('what was opened for a program is closed again', () => {
  const before = readdirSync('/proc/self/fd').length;
  const opened = furtherDescriptors(['/etc/passwd'], 3);
  expect(readFileSync(Number(opened.stdio[0]), 'utf8')).toContain('root');
  opened.close();
  expect(() => furtherDescriptors(['/etc/passwd', '/nowhere'], 3)).toThrow('ENOENT');
  expect(readdirSync('/proc/self/fd').length).toBe(before);
});
