/** The proxy through which this machine gets out, as its variables say it. Pure. */
import { Buffer } from 'node:buffer';

import type { Environment } from '../../platform/environment.ts';
import type { UpstreamProxy } from '../../words/network-plan.ts';
import { percentDecoded } from './registries/registry-url.ts';

/** In the order in which they count: most of what goes out is https. */
const VARIABLES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'all_proxy',
];

/** `null`: there is none, or one that is not spoken to by plain http. */
export function upstreamProxyOf(env: Environment): UpstreamProxy | null {
  const text = VARIABLES.map((name) => env[name]).find(
    (value) => value !== undefined && value !== '',
  );
  if (text === undefined) return null;
  const url = urlOf(text.includes('://') ? text : `http://${text}`);
  if (url?.protocol !== 'http:') return null;
  const { username, password } = url;
  const login = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
    authorization: username === '' ? null : `Basic ${Buffer.from(login).toString('base64')}`,
    except: (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(/[\s,]+/).filter((one) => one !== ''),
  };
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
