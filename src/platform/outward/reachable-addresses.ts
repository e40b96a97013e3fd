/** Which addresses of a host a connection may dial: looked up once, judged, and those alone are dialled then. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

import { isSameAddress, LOOPBACK, parseAddress, whyNotPublic } from '../../domain/ip-address.ts';
import { oneLine } from '../../domain/text.ts';
import { systemErrorCode } from '../system-error.ts';
import type { OutwardFailure, Reach } from './contract.ts';

export type Reachable =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | OutwardFailure;

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

/** @param host a name or an address, without brackets */
export async function reachableAddresses(
  host: string,
  reach: Pick<Reach, 'private'>,
  names: NameService = systemNames,
): Promise<Reachable> {
  const shown = oneLine(host, 100);
  let found: readonly string[];
  try {
    found = parseAddress(host) === null ? await names.resolve(host) : [host];
  } catch (thrown) {
    const why =
      systemErrorCode(thrown) === 'ENOTFOUND'
        ? 'there is no such host'
        : 'its name could not be looked up';
    return { kind: 'no-answer', why: `${shown}: ${why}` };
  }
  let refusal: string | null = null;
  const addresses: string[] = [];
  for (const address of found) {
    const why = whyNot(address, reach, names);
    if (why === null) addresses.push(address);
    else refusal ??= why;
  }
  if (addresses.length > 0) return { kind: 'addresses', addresses };
  return { kind: 'refused', why: `${shown} is ${refusal ?? 'nowhere'}, which is not asked for` };
}

function whyNot(text: string, reach: Pick<Reach, 'private'>, names: NameService): string | null {
  const address = parseAddress(text);
  if (address === null) return 'at an odd address';
  const why = whyNotPublic(address);
  if (reach.private) return isNear(why) ? null : why;
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
