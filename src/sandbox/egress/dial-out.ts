/** From what the gate decided to a connection; addresses are tried one after the other. */
import type { Duplex } from 'node:stream';

import type { Clock } from '../../platform/clock.ts';
import type { UpstreamProxy } from '../../words/network-plan.ts';
import { oneLine } from '../../words/text.ts';
import type { Outside } from './contract.ts';
import { readHead } from './request-head.ts';
import { targetText, type Target } from './targets.ts';

/** For one address. Names with many of them are tried three times. */
const DIAL_MS = 10_000;
const MAX_TRIES = 3;

export interface Dialler {
  /** To addresses that were judged. Rejects with the reason of the last. */
  direct(addresses: readonly string[], port: number): Promise<Duplex>;
  /** To the user's own proxy itself. */
  proxy(proxy: UpstreamProxy): Promise<Duplex>;
  /** Through that proxy to the target. */
  through(proxy: UpstreamProxy, target: Target): Promise<Duplex>;
}

export function dialler(outside: Outside, clock: Clock): Dialler {
  const direct: Dialler['direct'] = async (addresses, port) => {
    let last: unknown = null;
    for (const address of addresses.slice(0, MAX_TRIES)) {
      try {
        return await inTime(outside.dial(address, port), clock);
      } catch (thrown) {
        last = thrown;
      }
    }
    throw last;
  };
  const proxy: Dialler['proxy'] = async ({ host, port }) =>
    direct(await outside.resolve(host), port);
  return {
    direct,
    proxy,
    through: async (upstream, target) => openTunnel(await proxy(upstream), upstream, target),
  };
}

async function inTime(dialled: Promise<Duplex>, clock: Clock): Promise<Duplex> {
  const stop = new AbortController();
  try {
    const first = await Promise.race([dialled, clock.sleep(DIAL_MS, stop.signal)]);
    if (first !== undefined) return first;
    // A connection that opens after that is closed.
    dialled.then(
      (late) => late.destroy(),
      () => undefined,
    );
    throw new Error('no answer in time');
  } finally {
    stop.abort();
  }
}

async function openTunnel(
  connection: Duplex,
  { authorization }: UpstreamProxy,
  target: Target,
): Promise<Duplex> {
  const name = targetText(target);
  const lines = [
    `CONNECT ${name} HTTP/1.1`,
    `Host: ${name}`,
    ...(authorization === null ? [] : [`Proxy-Authorization: ${authorization}`]),
  ];
  connection.write(`${lines.join('\r\n')}\r\n\r\n`);
  const answer = await readHead(connection);
  const status = answer.kind === 'head' ? (answer.text.split('\r\n')[0] ?? '') : 'nothing';
  if (/^HTTP\/1\.[01] 2\d\d\b/.test(status)) return connection;
  connection.destroy();
  throw new Error(`the proxy of this machine answered ${oneLine(status, 80)}`);
}
