/**
 * Two endpoints that note which key they are sent: one that a user's settings name, and one that stands for every vendor's own.
 * The second is reached as vendors are, by name and over TLS, through the proxy that the environment names.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { temporaryFolder } from './git-repo.ts';
import { makePrivateAuthority } from './private-authority.ts';

export interface SentKey {
  /** `named`, or the name of the vendor's host. */
  readonly to: string;
  readonly path: string;
  readonly key: string;
}

export interface KeyWitness {
  /** Base URL of the endpoint for settings, without a path. */
  readonly named: string;
  /** How the vendors are reached. */
  readonly env: Readonly<Record<string, string>>;
  /** All that came since the last time. */
  taken(): readonly SentKey[];
  close(): Promise<void>;
}

const VENDORS = [
  'api.anthropic.com',
  'api.openai.com',
  'generativelanguage.googleapis.com',
  'openrouter.ai',
  'dashscope.aliyuncs.com',
  'chatgpt.com',
];

export async function openKeyWitness(): Promise<KeyWitness> {
  let seen: SentKey[] = [];
  const noting =
    (to?: string) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      const { headers, url = '' } = request;
      seen.push({ to: to ?? headers.host ?? '', path: url, key: keyIn(headers) });
      request.resume().on('end', () => {
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{}}');
      });
    };
  const authority = makePrivateAuthority();
  const certificate = authority.certify(VENDORS.map((host) => `DNS:${host}`));
  const named = createServer(noting('named'));
  const vendors = createTlsServer(certificate, noting());
  const [namedPort, vendorPort] = [await listen(named), await listen(vendors)];
  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (_request, client) => {
    const server = connect(vendorPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy());
  });
  const proxyPort = await listen(proxy);
  return {
    named: `http://127.0.0.1:${namedPort}`,
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
      NO_PROXY: '127.0.0.1,localhost',
      NODE_EXTRA_CA_CERTS: authority.caFile,
    },
    taken: () => {
      const all = seen;
      seen = [];
      return all;
    },
    close: async () => {
      for (const server of [proxy, named, vendors]) {
        server.closeAllConnections();
        server.close();
      }
      authority.remove();
      await Promise.resolve();
    },
  };
}

function keyIn(headers: IncomingHttpHeaders): string {
  const { authorization, 'x-api-key': apiKey, 'x-goog-api-key': googleKey } = headers;
  return [authorization?.replace(/^Bearer /, ''), apiKey, googleKey]
    .flat()
    .filter((key) => key !== undefined)
    .join(' ');
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const ASKING = fileURLToPath(new URL('../fixtures/asking-agent/ask.mjs', import.meta.url));

/** A folder with a program that stands for that engine and asks its model once. For PATH. */
export function askingProgram(engine: string): string {
  const folder = temporaryFolder('rm-asking-');
  const program = join(folder, engine);
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${ASKING} ${engine}\n`);
  chmodSync(program, 0o755);
  return folder;
}

/** Writes settings files below a folder, by their paths. */
export function writeSettings(home: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}
