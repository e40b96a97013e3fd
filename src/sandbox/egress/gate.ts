/**
 * Decides whether something may be reached, and at which addresses. The name is resolved here, once; who connects
 * uses the addresses that were judged and looks nothing up again, so that a name cannot answer differently later.
 */
import type { Duplex } from 'node:stream';

import type { Clock } from '../../platform/clock.ts';
import { isSameAddress, LOOPBACK, parseAddress, whyNotPublic } from '../../platform/ip-address.ts';
import type { Denial } from '../../words/agent-exit.ts';
import type { NetworkPlan, UpstreamProxy } from '../../words/network-plan.ts';
import { oneLine } from '../../words/text.ts';
import type { Outside } from './contract.ts';
import { type Target, targetText, readHead } from './request-head.ts';

/** Of http and https. */
const DEFAULT_PORTS = [80, 443];

export type Decision =
  /** In the order in which they are to be tried; never empty. */
  | { readonly kind: 'open'; readonly addresses: readonly string[] }
  /** The user's own proxy resolves the name, so that its addresses are not known here. */
  | { readonly kind: 'via'; readonly proxy: UpstreamProxy }
  /** Words that follow the target. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unresolved'; readonly why: string };

export type Gate = (target: Target) => Promise<Decision>;

export function gateOf(
  plan: Pick<NetworkPlan, 'allow' | 'trusted' | 'upstream'>,
  outside: Outside,
): Gate {
  const rules = plan.allow.flatMap((text) => parseHostRule(text) ?? []);
  return async (target) => {
    const trusted = isTrusted(plan.trusted, target);
    const allowed = trusted || rules.some((rule) => allows(rule, target));
    if (!allowed) return { kind: 'refused', why: 'is not in permissions.network' };
    if (plan.upstream !== null && !isExcepted(plan.upstream, target)) {
      const literal = parseAddress(target.host) === null ? [] : [target.host];
      const why = trusted ? null : whyRefused(literal, outside);
      return why === null ? { kind: 'via', proxy: plan.upstream } : { kind: 'refused', why };
    }
    let addresses: readonly string[];
    try {
      addresses = await addressesOf(target.host, outside);
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      return { kind: 'unresolved', why: `cannot be resolved: ${oneLine(text, 100)}` };
    }
    const why = trusted ? null : whyRefused(addresses, outside);
    return why === null ? { kind: 'open', addresses } : { kind: 'refused', why };
  };
}

async function addressesOf(host: string, outside: Outside): Promise<readonly string[]> {
  if (parseAddress(host) !== null) return [host];
  const addresses = await outside.resolve(host);
  if (addresses.length === 0) throw new Error('it has no address');
  return addresses;
}

/** One address that may not be reached is enough: a name that has such a one is not what it seems. */
function whyRefused(addresses: readonly string[], outside: Outside): string | null {
  const own = outside.ownAddresses().flatMap((text) => [parseAddress(text) ?? []]);
  for (const text of addresses) {
    const address = parseAddress(text);
    if (address === null) return 'resolves to no plain address';
    const why = whyNotPublic(address);
    if (why !== null) return `is at ${text}, ${why}`;
    if (own.some((one) => isSameAddress(one, address)))
      return `is at ${text}, an address of this machine`;
  }
  return null;
}

/** As curl reads NO_PROXY: a name with all below it, or `*`. This machine itself is never behind a proxy. */
export function isExcepted({ except }: UpstreamProxy, { host, port }: Target): boolean {
  const address = parseAddress(host);
  if (host === 'localhost' || (address !== null && whyNotPublic(address) === LOOPBACK)) return true;
  return except.some((text) => {
    const [, name = '', digits] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
    if (digits !== undefined && Number(digits) !== port) return false;
    return text === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });
}

/** The rules of `permissions.network`: `example.com`, `*.example.com`, either with `:port`. Pure. */
interface HostRule {
  readonly host: string;
  /** Whether everything below the host is meant; then not the host itself. */
  readonly below: boolean;
  readonly ports: readonly number[];
}

/** `null` for what is not a rule; `validate` refuses it before a run. */
export function parseHostRule(text: string): HostRule | null {
  const parts = /^(\*\.)?([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/.exec(text);
  if (parts === null) return null;
  const [, star, host = '', digits] = parts;
  const below = star !== undefined;
  const bare = host.replace(/^\[|\]$/g, '');
  // Nothing is below an address.
  if (below && parseAddress(bare) !== null) return null;
  const port = Number(digits);
  if (digits !== undefined && (port < 1 || port > 65_535)) return null;
  return { host: bare, below, ports: digits === undefined ? DEFAULT_PORTS : [port] };
}

export function allows(rule: HostRule, { host, port }: Target): boolean {
  if (!rule.ports.includes(port)) return false;
  if (!rule.below) return rule.host === host;
  return host.endsWith(`.${rule.host}`) && parseAddress(host) === null;
}

/** `trusted` holds exact `host:port`. */
export function isTrusted(trusted: readonly string[], target: Target): boolean {
  return trusted.includes(targetText(target));
}

// What was refused, by target. Bounded: a program in a loop must not fill the memory of its supervisor.
const MAX_TARGETS = 100;
const MAX_TARGET_LENGTH = 300;

export interface DenialCount {
  add(target: string, reason: string): void;
  all(): readonly Denial[];
}

/** Of many for one target the first reason stays. Targets beyond the hundredth are counted as one. */
export function countDenials(): DenialCount {
  const byTarget = new Map<string, { reason: string; count: number }>();
  let beyond = 0;
  return {
    add: (asked, reason) => {
      const target = oneLine(asked, MAX_TARGET_LENGTH);
      const known = byTarget.get(target);
      if (known !== undefined) known.count += 1;
      else if (byTarget.size < MAX_TARGETS - 1) byTarget.set(target, { reason, count: 1 });
      else beyond += 1;
    },
    all: () => [
      ...[...byTarget].map(([target, { reason, count }]) => ({
        kind: 'network' as const,
        target,
        reason,
        count,
      })),
      ...(beyond === 0
        ? []
        : [
            {
              kind: 'network' as const,
              target: 'further targets',
              reason: `more than ${MAX_TARGETS - 1} were refused`,
              count: beyond,
            },
          ]),
    ],
  };
}

// From what the gate decided to a connection; addresses are tried one after the other.

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
