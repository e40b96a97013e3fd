/** What a hostile agent, or anybody else on the machine, may try at the socket of a run's tools. */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import type { ServedTools } from '../../../../src/engines/launch-plan.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { dialPath } from '../../../../src/platform/sockets.ts';
import { withAgentTools } from '../../../../src/runtime/supervisor/agent-process.ts';
import { runPaths } from '../../../../src/store/run-folder/run-paths.ts';
import { openWorkspace } from '../../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../../kit/git-repo.ts';
import { storeWorkingRun } from '../../../kit/mcp-desk.ts';
import { waitUntil } from '../../../kit/wait-until.ts';

const PROGRAM = resolve('dist/cli/main.js');
const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
})}\n`;

interface Served {
  readonly plan: ServedTools;
  readonly told: string;
}

/** The real server of a run whose agent works now. */
async function servedRun(): Promise<Served> {
  const repo = gitRepo({ 'a.ts': 'a' });
  const stateDir = temporaryFolder();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: temporaryFolder(),
    ROUNDSMAN_STATE_DIR: stateDir,
  };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  const { id } = await storeWorkingRun(workspace);
  const paths = runPaths(workspace.location.stateDir, id);
  mkdirSync(paths.folder, { recursive: true });
  const plan: ServedTools = {
    kind: 'served',
    socketFolder: join(mkdtempSync(join(tmpdir(), 'rm-t-')), 'tools'),
    argv: [process.execPath, PROGRAM, 'mcp', '--run', id, '-C', repo.path],
    env: { HOME: env.HOME, ROUNDSMAN_STATE_DIR: stateDir },
    log: join(paths.folder, 'tools.log'),
  };
  return { plan, told: paths.told };
}

interface Client {
  readonly send: (text: string | Buffer) => Promise<void>;
  /** Resolves with the next line that holds these words. */
  readonly line: (words: string) => Promise<string>;
  readonly closed: Promise<void>;
  readonly leave: () => void;
}

async function connect({ socketFolder }: ServedTools): Promise<Client> {
  const connection = await dialPath(join(socketFolder, 'tools.sock'));
  let text = '';
  connection.on('data', (piece) => (text += String(piece)));
  connection.once('end', () => connection.end());
  return {
    send: (words) =>
      new Promise((done) => {
        if (connection.write(words)) done();
        else connection.once('drain', () => done());
      }),
    line: (words) => waitUntil(() => text.split('\n').find((one) => one.includes(words)) ?? null),
    closed: new Promise((done) => connection.once('close', () => done())),
    leave: () => connection.destroy(),
  };
}

async function serving(plan: ServedTools, work: () => Promise<void>): Promise<readonly string[]> {
  const notices: string[] = [];
  const onNotice = (text: string): void => void notices.push(text);
  await withAgentTools({ plan: { tools: plan }, clock: systemClock, onNotice }, work);
  return notices;
}

/** Of this process and its children, by what stands in their words. */
function serversOf(plan: ServedTools): readonly number[] {
  const id = plan.argv[4] ?? '';
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`mcp\0--run\0${id}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const FOUND = (id: number, title: string): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'report_finding', arguments: { title } } })}\n`;

test('a hundred megabytes without a newline are refused, held by nobody, and the next call is served', async () => {
  const { plan, told } = await servedRun();
  await serving(plan, async () => {
    const client = await connect(plan);
    await client.send(HELLO);
    await client.line('"serverInfo"');
    const before = process.memoryUsage.rss();
    const piece = Buffer.alloc(1_000_000, 'x');
    for (let sent = 0; sent < 100; sent += 1) await client.send(piece);
    await client.send('\n');
    expect(await client.line('-32600')).toContain('say it shorter');
    expect(process.memoryUsage.rss() - before).toBeLessThan(80_000_000);
    await client.send(FOUND(2, 'after it'));
    await client.line('"id":2');
  });
  expect(readFileSync(join(told, 'findings.jsonl'), 'utf8')).toContain('after it');
  expect(serversOf(plan)).toEqual([]);
});

test('a flood of connections and calls nobody reads the answers of takes no more than four processes', async () => {
  const { plan } = await servedRun();
  await serving(plan, async () => {
    const clients = await Promise.all(Array.from({ length: 200 }, () => connect(plan)));
    await waitUntil(() => (serversOf(plan).length >= 4 ? true : null));
    expect(serversOf(plan)).toHaveLength(4);
    // Half-open: never a word more; and calls by the thousand.
    for (const client of clients.slice(4)) await client.closed;
    for (const client of clients.slice(0, 4)) {
      await client.send(HELLO);
      for (let call = 2; call < 300; call += 1) await client.send(FOUND(call, `finding ${call}`));
    }
  });
  expect(serversOf(plan)).toEqual([]);
  expect(existsSync(plan.socketFolder)).toBe(false);
}, 120_000);

test('the processes that serve end with a supervisor that is killed', async () => {
  const { plan } = await servedRun();
  const file = join(temporaryFolder(), 'supervisor.mjs');
  const source = (path: string): string => JSON.stringify(resolve('.build/modules', path));
  writeFileSync(
    file,
    `import { serveTools } from ${source('runtime/supervisor/serve-tools.js')};
import { systemClock } from ${source('platform/clock.js')};
await serveTools(${JSON.stringify(plan)}, { clock: systemClock, onNotice: () => undefined });
console.log('ready');
setInterval(() => undefined, 1000);
`,
  );
  const supervisor = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((done) => supervisor.stdout.once('data', done));
  const client = await connect(plan);
  await client.send(HELLO);
  await client.line('"serverInfo"');
  // In the midst of many calls.
  for (let call = 2; call < 200; call += 1) await client.send(FOUND(call, `finding ${call}`));
  const [pid] = serversOf(plan);
  expect(pid).toBeGreaterThan(1);
  supervisor.kill('SIGKILL');
  await waitUntil(() => (serversOf(plan).length === 0 ? true : null));
  client.leave();
});

test('nobody else on the machine can connect', async () => {
  const { plan } = await servedRun();
  await serving(plan, async () => {
    expect(statSync(plan.socketFolder).mode & 0o777).toBe(0o700);
    // Only the administrator can be somebody else.
    if (process.getuid?.() !== 0) return;
    const script = `require('node:net').connect(${JSON.stringify(join(plan.socketFolder, 'tools.sock'))}).on('error', (e) => console.log(e.code)).on('connect', () => { console.log('in'); process.exit(); })`;
    const other = spawnSync(process.execPath, ['-e', script], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
    });
    expect(other.stdout.trim()).toBe('EACCES');
  });
});

test('a run that ended serves nobody', async () => {
  const { plan } = await servedRun();
  const elsewhere: ServedTools = {
    ...plan,
    env: { ...plan.env, ROUNDSMAN_STATE_DIR: temporaryFolder() },
  };
  const notices = await serving(elsewhere, async () => {
    const client = await connect(elsewhere);
    await client.send('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    await client.line('"tools":[]');
    client.leave();
  });
  expect(notices).toEqual([
    expect.stringContaining("the agent's tools could not be served, only files: it ended with"),
  ]);
});

/** Says again and again which process it is, whether or not the agent is still there. */
const BUSY = 'setInterval(() => process.stdout.write(`pid ${process.pid}\\n`), 20);';

test('connections that are broken off in the midst of calls leave no more than four processes, and those end', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'busy.mjs'), BUSY);
  const plan: ServedTools = {
    kind: 'served',
    socketFolder: join(mkdtempSync(join(tmpdir(), 'rm-t-')), 'tools'),
    argv: [process.execPath, join(folder, 'busy.mjs')],
    env: {},
    log: join(folder, 'tools.log'),
  };
  const pids = new Set<number>();
  const alive = (): readonly number[] => [...pids].filter((pid) => existsSync(`/proc/${pid}`));
  await serving(plan, async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const client = await connect(plan);
      const pid = await Promise.race([client.line('pid '), client.closed]);
      if (pid !== undefined) pids.add(Number(pid.slice(4)));
      expect(alive().length).toBeLessThanOrEqual(4);
      client.leave();
    }
    expect(pids.size).toBeGreaterThanOrEqual(4);
    await waitUntil(() => (alive().length === 0 ? true : null));
  });
}, 60_000);
