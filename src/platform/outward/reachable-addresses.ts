/** Which addresses of a host a connection may dial: looked up once, judged, and those alone are dialled then. */
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

import { oneLine } from '../../words/text.ts';
import { isSameAddress, LOOPBACK, parseAddress, whyNotPublic } from '../ip-address.ts';
import { systemErrorCode } from '../system-error.ts';
import type { OutwardFailure, Reach } from './contract.ts';

export type Reachable =
  /** At least one. */
  { readonly kind: 'addresses'; readonly addresses: readonly string[] } | OutwardFailure;

/** For tests of names that lead astray. */
export interface NameService {
  /** Every address of a name. Rejects when there is none. */
  resolve(host: string): Promise<readonly string[]>;
  /** Of this machine. */
  ownAddresses(): readonly string[];
}

export const systemNames: NameService = {
  resolve: async (host) =>
    (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  ownAddresses: () =>
    Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).map(({ address }) => address),
    ),
};

/** What a connection lets through, and until when it is waited for a name service. */
export interface AddressRules extends Pick<Reach, 'private'> {
  /** Nothing but this machine, whatever `private` says. */
  readonly loopbackOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** @param host a name or an address, without brackets */
export async function reachableAddresses(
  host: string,
  rules: AddressRules,
  names: NameService = systemNames,
): Promise<Reachable> {
  const shown = oneLine(host, 100);
  const isAddress = parseAddress(host) !== null;
  if (!isAddress && !isHostName(host)) {
    return { kind: 'refused', why: `${shown === '' ? 'it' : shown} is not a name of a host` };
  }
  let found: readonly string[];
  try {
    found = isAddress
      ? [host]
      : await unlessAborted(names.resolve(host.replace(/\.$/, '')), rules.signal);
  } catch (thrown) {
    return { kind: 'no-answer', why: `${shown}: ${lookupWords(thrown, rules.signal)}` };
  }
  let refusal: string | null = null;
  const addresses: string[] = [];
  for (const address of found) {
    const why = whyNot(address, rules, names);
    if (why === null) addresses.push(address);
    else refusal ??= why;
  }
  if (addresses.length > 0) return { kind: 'addresses', addresses };
  return { kind: 'refused', why: `${shown} is ${refusal ?? 'nowhere'}, which is not asked for` };
}

/** For `connect`: gives the judged addresses, whatever it is asked for. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, give) => {
    const [first] = all;
    if (options.all === true) give(null, all);
    else if (first === undefined) give(new Error('no address'), '', 4);
    else give(null, first.address, first.family);
  };
}

/**
 * Forms of IPv4 that only old parsers read (`0x7f.1`, `017700000001`, `127.1`) end in a number: no name does. What is left
 * cannot be taken for anything but a name, also with a dot at its end.
 */
function isHostName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return (
    host.length <= 253 &&
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label)) &&
    !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
  );
}

/** A lookup by the system's name service cannot be cancelled: after an abort the caller no longer waits for it. */
async function unlessAborted<Value>(wanted: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return wanted;
  wanted.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('aborted'));
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    wanted.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function lookupWords(thrown: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted === true) return 'its name was not looked up in time';
  return systemErrorCode(thrown) === 'ENOTFOUND'
    ? 'there is no such host'
    : 'its name could not be looked up';
}

function whyNot(text: string, rules: AddressRules, names: NameService): string | null {
  const address = parseAddress(text);
  if (address === null) return 'at an odd address';
  const why = whyNotPublic(address);
  if (rules.loopbackOnly === true && why !== LOOPBACK) return 'at an address of another machine';
  if (rules.private) return isNear(why) ? null : why;
  if (why !== null) return why;
  const own = names.ownAddresses().some((one) => {
    const mine = parseAddress(one);
    return mine !== null && isSameAddress(mine, address);
  });
  return own ? 'an address of this machine' : null;
}

/** What `private: true` lets through; links and metadata services stay out. */
function isNear(why: string | null): boolean {
  return why === null || why === LOOPBACK || why === 'a private address';
}
