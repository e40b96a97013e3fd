/** Whether a server answers: opens a connection, with TLS for https, and closes it at once. */
import { connect, type Socket } from 'node:net';

import { type OutwardFailure, type Reach, formatFailure } from './contract.ts';
import { guardedHost } from './outward-connect.ts';
import { systemNames, type NameService } from './reachable-addresses.ts';

const TIMEOUT_MS = 15_000;

interface Dial {
  /** http or https. Its path and query are not used. */
  readonly url: string;
  readonly reach: Reach;
  readonly signal?: AbortSignal;
}

/** Never throws. */
export async function outwardDial(
  { url: text, reach, signal: given }: Dial,
  names: NameService = systemNames,
): Promise<{ readonly kind: 'there' } | OutwardFailure> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { kind: 'refused', why: 'it is not an http or https address' };
  if (url.username !== '' || url.password !== '')
    return { kind: 'refused', why: `${url.host}: an address carries no log-in` };
  const isTls = url.protocol === 'https:';
  const port = Number(url.port === '' ? (isTls ? 443 : 80) : url.port);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = given === undefined ? limit : AbortSignal.any([limit, given]);
  const host = await guardedHost({ host: url.hostname, port, reach, signal }, names);
  if (host.kind !== 'host') return host;
  const tls = isTls ? await import('node:tls') : null;
  // A listener that is added after the abort is never called.
  if (signal.aborted) return { kind: 'no-answer', why: `${url.host}: no answer in time` };
  return new Promise((resolve) => {
    const end = (socket: Socket, result: { readonly kind: 'there' } | OutwardFailure): void => {
      socket.destroy();
      resolve(result);
    };
    const target = { host: host.address, port };
    const socket = tls === null ? connect(target) : tls.connect({ ...target, ...host.tls });
    socket.once(isTls ? 'secureConnect' : 'connect', () => end(socket, { kind: 'there' }));
    socket.once('error', (thrown) =>
      end(socket, { kind: 'no-answer', why: `${url.host}: ${formatFailure(thrown)}` }),
    );
    signal.addEventListener(
      'abort',
      () => end(socket, { kind: 'no-answer', why: `${url.host}: no answer in time` }),
      { once: true },
    );
  });
}
