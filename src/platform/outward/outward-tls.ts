/** TLS settings of every connection: certificates are always checked, whatever the environment says; a CA can be added. */
import type { Reach } from './contract.ts';

export interface OutwardTls {
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
