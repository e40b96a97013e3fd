/** Addresses of registries as tools write them. Pure. */
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

/** Hosts of addresses that carry a password. */
export function hostsWithPassword(registries: readonly Registry[]): readonly string[] {
  return registries.flatMap(({ url }) => (url.password === '' ? [] : [url.host]));
}
