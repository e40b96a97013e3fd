import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ServedTools } from '../../../src/engines/launch-plan.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { dialPath } from '../../../src/platform/sockets.ts';
import { withAgentTools } from '../../../src/runtime/supervisor/agent-process.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

/** Says which process it is, and gives back what it is sent, in capitals. */
const ECHO =
  'process.stdout.write(`${process.pid}\\n`); process.stdin.on("data", (d) => process.stdout.write(String(d).toUpperCase()));';

function planOf(program: string, change: Partial<ServedTools> = {}): ServedTools {
  const folder = temporaryFolder();
  const file = join(folder, 'server.mjs');
  writeFileSync(file, program);
  return {
    kind: 'served',
    // The path of a socket is short.
    socketFolder: join(mkdtempSync(join(tmpdir(), 'rm-t-')), 'tools'),
    argv: [process.execPath, file],
    env: {},
    log: join(folder, 'tools.log'),
    ...change,
  };
}

interface Client {
  readonly read: (enough: (text: string) => boolean) => Promise<string>;
  readonly send: (text: string) => void;
  readonly closed: Promise<void>;
  readonly leave: () => void;
}

async function connect({ socketFolder }: ServedTools): Promise<Client> {
  const connection = await dialPath(join(socketFolder, 'tools.sock'));
  let text = '';
  let look = (): void => undefined;
  connection.once('end', () => connection.end());
  connection.on('data', (piece) => {
    text += String(piece);
    look();
  });
  return {
    read: (enough) =>
      new Promise((resolve) => {
        look = () => {
          if (enough(text)) resolve(text);
        };
        look();
      }),
    send: (words) => void connection.write(words),
    closed: new Promise((resolve) => connection.once('close', () => resolve())),
    leave: () => connection.destroy(),
  };
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

async function serving<T>(
  plan: ServedTools,
  work: (notices: string[]) => Promise<T>,
): Promise<{ readonly result: T; readonly notices: readonly string[] }> {
  const notices: string[] = [];
  const watch = {
    plan: { tools: plan },
    clock: systemClock,
    onNotice: (text: string) => void notices.push(text),
  };
  const result = await withAgentTools(watch, () => work(notices));
  return { result, notices };
}

describe('the socket of a run’s tools', () => {
  it('gives each connection a process of its own, all of them gone with the agent', async () => {
    const plan = planOf(ECHO);
    const { result: pids, notices } = await serving(plan, async () => {
      const clients = [await connect(plan), await connect(plan)];
      const seen: number[] = [];
      for (const client of clients) {
        const first = await client.read((text) => text.includes('\n'));
        client.send('hello');
        await client.read((text) => text.includes('HELLO'));
        seen.push(Number(first.split('\n')[0]));
      }
      expect(seen.every(isAlive)).toBe(true);
      expect(statSync(plan.socketFolder).mode & 0o777).toBe(0o700);
      expect(statSync(join(plan.socketFolder, 'tools.sock')).mode & 0o777).toBe(0o600);
      return seen;
    });
    expect(new Set(pids).size).toBe(2);
    expect(pids.some(isAlive)).toBe(false);
    expect(existsSync(plan.socketFolder)).toBe(false);
    expect(notices).toEqual([]);
  });

  it('has four connections at most', async () => {
    const plan = planOf(ECHO);
    const { notices } = await serving(plan, async () => {
      const clients = [1, 2, 3, 4].map(() => connect(plan));
      const [first] = await Promise.all(clients);
      await Promise.all((await Promise.all(clients)).map((one) => one.read((text) => text !== '')));
      const fifth = await connect(plan);
      await fifth.closed;
      first?.send('still here');
      await first?.read((text) => text.includes('STILL HERE'));
    });
    expect(notices).toEqual([]);
  });

  it('ends the process of an agent that went away', async () => {
    const plan = planOf(`${ECHO} process.stdin.on("end", () => process.exit());`);
    const { result: ended } = await serving(plan, async () => {
      const client = await connect(plan);
      const pid = Number((await client.read((text) => text.includes('\n'))).split('\n')[0]);
      client.leave();
      while (isAlive(pid)) await new Promise(setImmediate);
      return pid;
    });
    expect(isAlive(ended)).toBe(false);
  });

  it('answers in its place that there are no tools, says so once, and where it says why', async () => {
    const plan = planOf('console.error("no such thing"); process.exit(3);');
    const { notices, result } = await serving(plan, async () => {
      (await connect(plan)).leave();
      const client = await connect(plan);
      client.send(
        '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"7"}}\n',
      );
      await client.read((text) => text.includes('"id":0'));
      client.send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      client.send('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
      const said = await client.read((text) => text.includes('"id":1'));
      return said.trim().split('\n');
    });
    expect(result.map((line) => JSON.parse(line))).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        result: {
          protocolVersion: '7',
          capabilities: { tools: {} },
          serverInfo: { name: 'roundsman', version: 'none' },
        },
      },
      { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    ]);
    expect(notices).toEqual([
      `the agent's tools could not be served, only files: it ended with 3 before it said anything (${plan.log})`,
    ]);
    expect(readFileSync(plan.log, 'utf8')).toContain('no such thing');
  });

  it('says of a program that is not there that it is not', async () => {
    const plan = planOf('', { argv: ['/none/such'] });
    const { notices } = await serving(plan, async () => {
      const client = await connect(plan);
      client.send('{"jsonrpc":"2.0","id":"a","method":"tools/call"}\n');
      await client.read((text) => text.includes('could not be served'));
    });
    expect(notices.join('\n')).toContain('there is no program /none/such');
  });

  it('lets the agent work without, and says so, where no socket can be had', async () => {
    const plan = planOf(ECHO, { socketFolder: join('/dev/null', 'tools') });
    const { result, notices } = await serving(plan, () => Promise.resolve('worked'));
    expect(result).toBe('worked');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^the agent had no tools of Roundsman, only files: /);
  });

  it('is not there for an agent that has none, and why is said where some were wanted', async () => {
    const notices: string[] = [];
    const watch = { clock: systemClock, onNotice: (text: string) => void notices.push(text) };
    expect(await withAgentTools({ ...watch, plan: {} }, () => Promise.resolve(1))).toBe(1);
    const tools = { kind: 'unavailable', why: 'the folder is not yours' } as const;
    expect(await withAgentTools({ ...watch, plan: { tools } }, () => Promise.resolve(2))).toBe(2);
    expect(notices).toEqual([
      'the agent had no tools of Roundsman, only files: the folder is not yours',
    ]);
  });
});
