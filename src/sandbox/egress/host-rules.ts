/** The rules of `permissions.network`: `example.com`, `*.example.com`, either with `:port`. Pure. */
import { parseAddress } from '../../platform/ip-address.ts';
import { targetText, type Target } from './targets.ts';

export interface HostRule {
  readonly host: string;
  /** Whether everything below the host is meant; then not the host itself. */
  readonly below: boolean;
  readonly ports: readonly number[];
}

/** Of http and https. */
const DEFAULT_PORTS = [80, 443];

/** `null` for what is no rule; `validate` refuses it before a run. */
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
