/** What went wrong on the way, for people: without addresses, paths or anything of what was sent. */
import { systemErrorCode } from '../system-error.ts';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it takes no connections there',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  EADDRNOTAVAIL: 'no way leads there',
  HPE_HEADER_OVERFLOW: 'its answer begins with too many headers',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by an unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  EPROTO: 'it does not speak TLS there',
};

export function formatFailure(thrown: unknown): string {
  const code = systemErrorCode(thrown);
  if (code === null) return 'it does not answer as it should';
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (code.startsWith('HPE_')) return `it does not speak HTTP there (${code})`;
  return /^[A-Z0-9_]{1,60}$/.test(code)
    ? `it does not answer (${code})`
    : 'it does not answer as it should';
}
