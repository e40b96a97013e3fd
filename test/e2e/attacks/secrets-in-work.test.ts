/** Whole runs in which an agent hides a value that it was given in its branch: every way there ends in a refusal. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import { usersHere, type TestUser } from '../../kit/probed-person.ts';
import { workspaceOf, type TestWorkspace } from '../../kit/workspace.ts';

const TOKEN = 'q7WmXv02Ls+Tz/94Kd&Rb';

/** What `$1` says, with the value in `LEAK_TOKEN`. */
const AGENT = `
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
const token = process.env.LEAK_TOKEN;
const git = (args, input) => execFileSync('git', args, { input, encoding: 'utf8' }).trim();
const commit = (message) => { git(['add', '-A']); git(['commit', '-q', '--allow-empty', '-F', '-'], message); };
const raw = (change) => {
  writeFileSync('b.txt', 'b');
  commit('plain');
  const text = execFileSync('git', ['cat-file', 'commit', 'HEAD'], { encoding: 'latin1' });
  const id = git(['hash-object', '-t', 'commit', '-w', '--stdin'], Buffer.from(change(text), 'latin1'));
  git(['reset', '-q', '--hard', id]);
};
const letters = (form) => Array.from(token, form).join('');
const hex = (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0');
const lines = (text, width, start) => text.replaceAll(new RegExp('.{1,' + width + '}', 'g'), (line) => start + line + '\\n');
const flood = Array.from({ length: 60 }, (_, n) => 'ghp_' + String(n).padStart(4, '0') + 'a1B2'.repeat(8)).join('\\n');
const ways = {
  flood: () => { writeFileSync('b.txt', token); commit(flood); },
  'flood and message': () => { writeFileSync('b.txt', 'b'); commit(flood + '\\n\\n' + token); },
  'flood of files': () => { for (let n = 0; n < 60; n += 1) writeFileSync('a' + n, flood.split('\\n')[n]); writeFileSync('b.txt', token); },
  header: () => raw((text) => text.replace('\\n\\n', '\\nnote ' + token + '\\n\\n')),
  signature: () => raw((text) => text.replace('\\n\\n', '\\ngpgsig -----BEGIN PGP SIGNATURE-----\\n \\n' + lines(Buffer.from('xx' + token).toString('base64'), 12, ' ') + ' -----END PGP SIGNATURE-----\\n\\n')),
  alphabet: () => raw((text) => text.replaceAll(/ [+-]\\d{4}$/gm, ' -0100').replace('\\n\\nplain', '\\nencoding UTF-7\\n\\n' + letters((letter) => /[A-Za-z0-9]/.test(letter) ? letter : '+' + Buffer.from([0, letter.charCodeAt(0)]).toString('base64').replace(/=+$/, '') + '-'))),
  'UTF-16': () => writeFileSync('b.txt', Buffer.from('\\ufeff' + token, 'utf16le')),
  'UTF-16, the other way round': () => writeFileSync('b.txt', Buffer.from(token, 'utf16le').swap16()),
  'base64 of UTF-16': () => writeFileSync('b.txt', Buffer.from('echo ' + token, 'utf16le').toString('base64')),
  'indented base64': () => writeFileSync('b.yaml', 'a: |\\n' + lines(Buffer.from('ab' + token).toString('base64'), 14, '    ')),
  'base64 in lines of JSON': () => writeFileSync('b.json', JSON.stringify({ a: lines(Buffer.from('a' + token).toString('base64'), 14, '') })),
  'JSON escapes': () => writeFileSync('b.json', '"' + letters((letter) => '\\\\u00' + hex(letter)) + '"'),
  'JSON in JSON': () => writeFileSync('b.json', JSON.stringify('"' + letters((letter) => '\\\\u00' + hex(letter)) + '"')),
  'percent, some letters': () => writeFileSync('b.txt', Array.from(token, (letter, at) => at % 3 === 1 ? '%' + hex(letter).toUpperCase() : letter).join('')),
  'percent, twice': () => writeFileSync('b.txt', letters((letter) => '%25' + hex(letter))),
  'escapes of C': () => writeFileSync('b.c', letters((letter) => '\\\\x' + hex(letter))),
  reversed: () => writeFileSync('b.txt', Array.from(token).reverse().join('')),
  'a folder, taken away again': () => { mkdirSync('x-' + encodeURIComponent(token)); writeFileSync('x-' + encodeURIComponent(token) + '/a', 'a'); commit('one'); rmSync('x-' + encodeURIComponent(token), { recursive: true }); writeFileSync('c', 'c'); commit('two'); },
  'a link': () => symlinkSync('/nowhere/' + token, 'link'),
  'the middle of a large file': () => writeFileSync('b.bin', Buffer.concat([Buffer.alloc(9_000_000, 'x'), Buffer.from(token), Buffer.alloc(3_000_000, 'y')])),
};
ways[process.argv[2]]();
`;

const ROUTINE = `on: manual
agent: { engine: command, command: [node, tools/leak.mjs, "WAY"], prompt: Work. }
workspace: { isolation: private }
outputs: { branch: { max-bytes: 50MB, max-files: 100 } }
permissions: { env: [LEAK_TOKEN] }
`;

function leakingWorkspace({ user }: TestUser, way: string): TestWorkspace {
  const repo = gitRepo({ 'a.txt': 'one\n', 'tools/leak.mjs': AGENT });
  const env = { LEAK_TOKEN: TOKEN };
  const workspace = workspaceOf(repo, { env, ...(user === null ? {} : { user }) });
  repo.write('routines/leak.yaml', ROUTINE.replace('WAY', way));
  if (user !== null)
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  return workspace;
}

const WAYS: readonly (readonly [way: string, where: string])[] = [
  ['flood', '`b.txt`'],
  ['flood and message', 'the message of a commit'],
  ['flood of files', '`b.txt`'],
  ['header', 'the header of a commit'],
  ['signature', 'the header of a commit'],
  ['alphabet', 'the message of a commit'],
  ['UTF-16', '`b.txt`'],
  ['UTF-16, the other way round', '`b.txt`'],
  ['base64 of UTF-16', '`b.txt`'],
  ['indented base64', '`b.yaml`'],
  ['base64 in lines of JSON', '`b.json`'],
  ['JSON escapes', '`b.json`'],
  ['JSON in JSON', '`b.json`'],
  ['percent, some letters', '`b.txt`'],
  ['percent, twice', '`b.txt`'],
  ['escapes of C', '`b.c`'],
  ['reversed', '`b.txt`'],
  ['a folder, taken away again', 'the name of a file'],
  ['a link', '`link`'],
  ['the middle of a large file', '`b.bin`'],
];

describe.each(usersHere())('as $name', (user) => {
  it.each(WAYS)('a value in %s makes no branch', (way, where) => {
    const workspace = leakingWorkspace(user, way);
    const { view } = workspace.run('leak');
    expect([view.failure, view.result?.execution, view.result?.changes]).toEqual([
      null,
      'succeeded',
      `refused(${where} holds the value of \`LEAK_TOKEN\`)`,
    ]);
    expect(existsSync(join(workspace.repo.path, '.git/refs/heads/roundsman'))).toBe(false);
  });
});
