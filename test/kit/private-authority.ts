/** A certificate authority of a test, and what it signs; made by the openssl of this machine. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PrivateAuthority {
  /** PEM. */
  readonly ca: string;
  readonly caFile: string;
  /** @param names as in a certificate: `DNS:localhost`, `IP:127.0.0.1` */
  certify(names: readonly string[]): { readonly key: string; readonly cert: string };
  remove(): void;
}

export function makePrivateAuthority(): PrivateAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { stdio: 'pipe' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
  );
  let made = 0;
  return {
    ca: readFileSync(at('ca.pem'), 'utf8'),
    caFile: at('ca.pem'),
    certify: (names) => {
      made += 1;
      const [key, request, cert, extensions] = ['key', 'csr', 'pem', 'ext'].map((end) =>
        at(`leaf-${made}.${end}`),
      );
      if (!key || !request || !cert || !extensions) throw new TypeError('four names were made');
      writeFileSync(extensions, `subjectAltName=${names.join(',')}\n`);
      openssl('req', ...newKey, '-keyout', key, '-out', request, '-subj', '/CN=leaf');
      openssl(
        'x509',
        '-req',
        '-in',
        request,
        '-CA',
        at('ca.pem'),
        '-CAkey',
        at('ca.key'),
        '-CAcreateserial',
        '-out',
        cert,
        '-days',
        '2',
        '-extfile',
        extensions,
      );
      return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
