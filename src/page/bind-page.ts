/** Where the page listens: where the workspace says, or at a port of its own that stays the same from day to day. */
import { sha256 } from '../platform/hash.ts';
import type { HttpServer } from '../platform/http-server.ts';
import { parseListen } from '../scheduler/hooks/listen-address.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

export interface BoundPage {
  readonly server: HttpServer;
  readonly host: string;
}

/** @param listen `null`: the port of this workspace, or any that is free */
export async function bindPage(
  listen: string | null,
  stateDir: string,
  serve: (at: Place) => Promise<HttpServer>,
): Promise<BoundPage> {
  if (listen === null) {
    const host = '127.0.0.1';
    const server = await serve({ host, port: ownPort(stateDir) }).catch(() =>
      serve({ host, port: 0 }),
    );
    return { server, host };
  }
  const at = parseListen(listen, 'page');
  try {
    return { server: await serve(at), host: at.host };
  } catch (thrown) {
    throw addressTaken(listen, thrown);
  }
}

const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** Below the ports that systems assign to processes that ask for any port. */
export function ownPort(stateDir: string): number {
  return FIRST_PORT + (Number.parseInt(sha256(stateDir).slice(0, 8), 16) % PORTS);
}

/** `127.0.0.1:20417`, `[::1]:20417`. */
export function shownAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function addressTaken(listen: string, thrown: unknown): AppError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError(
    'missing',
    {
      code: 'page-listen',
      message: `the page cannot be served at ${listen}: ${oneLine(reason)}`,
      hint: 'Name another port in `page.listen` of roundsman.yaml, leave it out, or end what listens there.',
    },
    { cause: thrown },
  );
}
