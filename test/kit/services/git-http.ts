/** A server of repositories over http: git's own `http-backend` as CGI behind a small server on loopback. */
import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openRepo, temporaryFolder, type GitRepo } from '../git-repo.ts';

export interface GitHttpOptions {
  /** Log-in that it wants; default: none. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Default: `shop.git`. */
  readonly repository?: string;
}

export interface GitHttpServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT/shop.git`, without a log-in. */
  readonly url: string;
  readonly remote: GitRepo;
  /** `METHOD path?query` of each request. */
  readonly asked: string[];
  /** What each was told of a log-in; empty: nothing. */
  readonly logins: string[];
  hook(name: string, script: string): void;
  /** What to do with a request in place of serving it; true: it is dealt with. */
  meddle: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Serves it, and drops its answer: the connection is cut when the work is done. */
  dropAnswers: ((request: IncomingMessage) => boolean) | null;
}

export async function gitHttpServer(options: GitHttpOptions = {}): Promise<GitHttpServer> {
  const root = temporaryFolder('rm-git-http-');
  const name = options.repository ?? 'shop.git';
  const path = join(root, name);
  openRepo(root).git('init', '--quiet', '--bare', '--initial-branch=main', name);
  const remote = openRepo(path);
  remote.git('config', 'http.receivepack', 'true');
  const http = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const made: GitHttpServer = {
    port,
    url: `http://127.0.0.1:${port}/${name}`,
    remote,
    asked: [],
    logins: [],
    meddle: null,
    dropAnswers: null,
    hook: (hook, script) => {
      const file = join(path, 'hooks', hook);
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
  };
  function serve(request: IncomingMessage, response: ServerResponse): void {
    made.asked.push(`${request.method} ${request.url}`);
    const given = request.headers.authorization ?? '';
    made.logins.push(
      given.startsWith('Basic ') ? Buffer.from(given.slice(6), 'base64').toString() : given,
    );
    if (made.meddle?.(request, response) === true) return;
    const { login } = options;
    if (login !== undefined && made.logins.at(-1) !== `${login.user}:${login.password}`) {
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    backend(root, request, { response, drop: made.dropAnswers?.(request) === true });
  }
  return made;
}

function backend(
  root: string,
  request: IncomingMessage,
  { response, drop }: { readonly response: ServerResponse; readonly drop: boolean },
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: header('content-length'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      GIT_PROTOCOL: header('git-protocol'),
      REMOTE_USER: 'pusher',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.on('close', () => {
    if (drop) return void request.socket.destroy();
    const all = Buffer.concat(pieces);
    const end = all.indexOf('\r\n\r\n');
    let status = 200;
    for (const line of all.subarray(0, end).toString().split('\r\n')) {
      const [name = '', ...rest] = line.split(':');
      const value = rest.join(':').trim();
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else if (name !== '') response.setHeader(name, value);
    }
    response.writeHead(status).end(all.subarray(end + 4));
  });
}
