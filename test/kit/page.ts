/** The page of a workspace on a free port of this machine, asked as a browser would, or as an attacker. */
import { connect } from 'node:net';

import { onTestFinished } from 'vitest';

import type { PageListener } from '../../src/daemon/listener-door.ts';
import { startPage } from '../../src/page/start-page.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import type { HttpLimits } from '../../src/platform/http-server.ts';
import type { PageSettings } from '../../src/routines/definition-context.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';

export interface PageAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface TestPage {
  readonly workspace: Workspace;
  readonly listener: PageListener;
  readonly log: readonly string[];
  /** `127.0.0.1:20417`. */
  readonly host: string;
  /** Of a browser that logged in. */
  readonly cookie: string;
  /** As that browser asks: with cookie, and of a POST with Origin and the form's token. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** Whatever one likes to say; only Host stands there by itself. */
  ask(request: Asked): Promise<PageAnswer>;
  /** Bytes as they are; all that came until the other side closed. */
  say(bytes: string): Promise<string>;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  /** `null` leaves one out that would stand there by itself. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
}

export interface PageOptions {
  readonly settings?: Partial<PageSettings>;
  readonly limits?: Partial<HttpLimits>;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Default: one of those files. */
  readonly repo?: GitRepo;
  /** Default: the one of this machine. */
  readonly clock?: Clock;
}

export async function openTestPage(options: PageOptions = {}): Promise<TestPage> {
  const home = temporaryFolder('rm-home-');
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ROUNDSMAN_STATE_DIR: `${home}/state`,
    ROUNDSMAN_USER: 'ada',
    TZ: 'UTC',
    ...options.env,
  };
  const repo = options.repo ?? gitRepo(options.files ?? { 'README.md': 'A repository.\n' });
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: options.clock ?? systemClock,
  });
  const log: string[] = [];
  const settings = {
    listen: '127.0.0.1:0',
    hosts: [],
    token: null,
    people: null,
    ...options.settings,
  };
  const listener = await startPage({
    workspace,
    settings,
    log: (line) => log.push(line),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  onTestFinished(() => listener.close());
  const host = listener.address;
  const say = (bytes: string): Promise<string> => sayTo(host, bytes);
  const ask = async (asked: Asked): Promise<PageAnswer> =>
    readAnswer(await say(write(host, asked)));
  const login = await ask({
    path: new URL(listener.link()).pathname + new URL(listener.link()).search,
  });
  const cookie = (login.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const get: TestPage['get'] = (path, headers = {}) =>
    ask({ path, headers: { cookie, ...headers } });
  const post: TestPage['post'] = async (path, fields) => {
    const csrf = csrfOf((await get('/status')).body);
    return ask({
      method: 'POST',
      path,
      headers: { cookie, origin: `http://${host}`, 'content-type': FORM },
      body: new URLSearchParams({ _csrf: csrf, _back: '/', ...fields }).toString(),
    });
  };
  return { workspace, listener, log, host, cookie, get, post, ask, say };
}

export const FORM = 'application/x-www-form-urlencoded';

/** The token that stands in every page of a session. */
export function csrfOf(body: string): string {
  return /data-csrf="([^"]+)"/.exec(body)?.[1] ?? '';
}

function write(host: string, { method = 'GET', path, headers = {}, body }: Asked): string {
  const given: Readonly<Record<string, string | null>> = {
    host,
    connection: 'close',
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

function sayTo(address: string, bytes: string): Promise<string> {
  const [host = '', port = ''] = address.split(/:(?=\d+$)/);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), host);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (thrown: NodeJS.ErrnoException) =>
      thrown.code === 'ECONNRESET' || thrown.code === 'EPIPE' ? undefined : reject(thrown),
    );
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('connect', () => socket.write(bytes));
  });
}

function readAnswer(text: string): PageAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
