/**
 * The guard for what is not an HTTP: a mail server is looked up and judged here, and its client dials the address that comes
 * back. Its certificate is still held against the name.
 */
import { connect } from 'node:net';

import { oneLine } from '../../words/text.ts';
import { type OutwardFailure, type Reach, formatFailure } from './contract.ts';
import {
  lookupOf,
  reachableAddresses,
  systemNames,
  type NameService,
} from './reachable-addresses.ts';

export interface GuardedHost {
  readonly kind: 'host';
  /** What is to be dialled, and nothing else: never the name again. */
  readonly address: string;
  /** Whom its certificate has to name; `null`: the address itself. */
  readonly servername: string | null;
  /** For `tls.connect`, with `servername` where there is one. */
  readonly tls: OutwardTls & { readonly servername?: string };
}

export interface WantedHost {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly reach: Reach;
  /** What goes in the clear stays on this machine. */
  readonly loopbackOnly?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 20_000;

/**
 * Never throws. Where a name has several addresses, the one that takes a connection first is chosen: that connection is
 * closed again at once.
 */
export async function guardedHost(
  { host, port, reach, loopbackOnly = false, timeoutMs = TIMEOUT_MS, signal: given }: WantedHost,
  names: NameService = systemNames,
): Promise<GuardedHost | OutwardFailure> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = given === undefined ? limit : AbortSignal.any([limit, given]);
  const bare = host.replace(/^\[|\]$/g, '');
  const rules = { private: reach.private, loopbackOnly, signal };
  const reachable = await reachableAddresses(bare, rules, names);
  if (reachable.kind !== 'addresses') return reachable;
  const { addresses } = reachable;
  const chosen = await firstThatAnswers(addresses, port, signal);
  if (chosen.kind !== 'chosen') {
    return { kind: 'no-answer', why: `${oneLine(bare, 100)}:${port}: ${chosen.why}` };
  }
  const servername = addresses.includes(bare) ? null : bare.replace(/\.$/, '');
  const tls = await outwardTls(reach);
  return {
    kind: 'host',
    address: chosen.address,
    servername,
    tls: servername === null ? tls : { ...tls, servername },
  };
}

type Chosen =
  | { readonly kind: 'chosen'; readonly address: string }
  | { readonly kind: 'none'; readonly why: string };

async function firstThatAnswers(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Chosen> {
  const [only] = addresses;
  if (only !== undefined && addresses.length === 1) return { kind: 'chosen', address: only };
  return new Promise((resolve) => {
    const socket = connect({
      host: 'several.invalid',
      port,
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 2_000,
      signal,
    });
    socket.once('connect', () => {
      const { remoteAddress } = socket;
      socket.destroy();
      resolve(
        remoteAddress === undefined
          ? { kind: 'none', why: 'it broke the connection off' }
          : { kind: 'chosen', address: remoteAddress },
      );
    });
    socket.once('error', (thrown) => {
      resolve({
        kind: 'none',
        why: signal.aborted ? 'it does not answer in time' : formatFailure(thrown),
      });
    });
  });
}

// TLS settings of every connection: certificates are always checked, whatever the environment says; a CA can be added.
interface OutwardTls {
  readonly rejectUnauthorized: true;
  readonly minVersion: 'TLSv1.2';
  readonly ca?: string[];
}

export async function outwardTls({ ca }: Pick<Reach, 'ca'>): Promise<OutwardTls> {
  const base = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
  if (ca === null) return base;
  const tls = await import('node:tls');
  return { ...base, ca: [...(trustedByDefault(tls) ?? tls.rootCertificates), ca] };
}

/** From Node 22.15 on there is a word for all of them, those of NODE_EXTRA_CA_CERTS too. */
function trustedByDefault(tls: object): readonly string[] | null {
  const ask: unknown = Reflect.get(tls, 'getCACertificates');
  const list: unknown = typeof ask === 'function' ? Reflect.apply(ask, tls, ['default']) : null;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : null;
}
