/** Addresses of registries as tools write them. Pure. */
import type { RegistryCredential } from '../../../words/network-plan.ts';
import type { Registry } from './contract.ts';

/** `null` for what is not reached by http. `sparse+https://…` is how cargo writes it. */
export function registryUrl(text: string): URL | null {
  try {
    const url = new URL(text.replace(/^(sparse|git)\+/, ''));
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

/** As in `NetworkPlan.trusted`. */
export function hostAndPort(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return `${url.hostname}:${port}`;
}

export function registriesOf(
  texts: readonly (string | undefined)[],
  namedBy: Registry['namedBy'],
): readonly Registry[] {
  return texts.flatMap((text) => {
    const url = text === undefined ? null : registryUrl(text);
    return url === null ? [] : [{ url, namedBy }];
  });
}

/**
 * Addresses within a text, without user names and passwords: `https://me:word@host` is `https://host`. Also where there are
 * fewer slashes than there should be, which programs read all the same.
 */
export function withoutLogins(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:[/\\]*)[^/\\?#\s]*@/gi, '$1');
}

/** Passwords that stand in the addresses themselves. */
export function passwordsIn(registries: readonly Registry[]): readonly RegistryCredential[] {
  return registries.flatMap(({ url }) =>
    url.password === '' ? [] : [{ host: url.host, value: percentDecoded(url.password) }],
  );
}

/** As it stands, when it is not well written. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
