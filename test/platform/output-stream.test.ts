import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import { temporaryFolder } from '../kit/git-repo.ts';

const MODULE = pathToFileURL(resolve('.build/modules/platform/terminal.js')).href;
const LINES = 2_000;

/** Lines of a kilobyte, numbered. */
function writer(): string {
  const path = join(temporaryFolder(), 'writer.mjs');
  writeFileSync(
    path,
    `import { openTerminal } from '${MODULE}';
const { out } = openTerminal();
for (let at = 0; at < ${LINES}; at += 1) out(\`\${String(at).padEnd(1_023, '.')}\\n\`);
`,
  );
  return path;
}

it('loses and swaps nothing where the reader is slower than we write', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const accepted = once(server, 'connection');
  // A connection of Node never waits: writing to one that is full fails at once.
  const end = connect(address.port, '127.0.0.1');
  const [reader] = await accepted;
  reader.pause();
  const node = spawn(process.execPath, [writer()], { stdio: ['ignore', end, 'inherit'] });
  end.destroy();
  await pause(500);
  const chunks: Buffer[] = [];
  reader.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
  await once(reader, 'end');
  server.close();
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
  expect(lines.map(Number.parseFloat)).toEqual(Array.from({ length: LINES }, (_, at) => at));
  expect(node.exitCode ?? (await once(node, 'exit'))[0]).toBe(0);
});

it('ends quietly when the reader goes', async () => {
  const node = spawn(process.execPath, [writer()], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  node.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  await once(node.stdout, 'data');
  node.stdout.destroy();
  const [code] = await once(node, 'close');
  expect(Buffer.concat(said).toString()).toBe('');
  expect(code).toBe(0);
});
