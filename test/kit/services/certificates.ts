/** An authority of our own and a certificate by it, for servers on loopback. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** PEM file of the authority: what a connection gives as `ca`. */
  readonly ca: string;
  /** PEM files of the server. */
  readonly key: string;
  readonly certificate: string;
}

/** For these names and 127.0.0.1; made in `folder`, which must exist. */
export function makeCertificates(
  folder: string,
  names: readonly string[] = ['localhost'],
): Certificates {
  const ca = join(folder, 'ca.pem');
  const caKey = join(folder, 'ca.key');
  const key = join(folder, 'server.key');
  const request = join(folder, 'server.csr');
  const certificate = join(folder, 'server.pem');
  const extensions = join(folder, 'server.ext');
  const hosts = names.map((name) => `DNS:${name}`).join(',');
  writeFileSync(
    extensions,
    `subjectAltName=${hosts},IP:127.0.0.1,IP:::1\nbasicConstraints=CA:FALSE\n`,
  );
  const fresh = ['-newkey', 'rsa:2048', '-nodes'];
  const authority = [
    '-addext',
    'basicConstraints=critical,CA:TRUE',
    '-addext',
    'keyUsage=keyCertSign',
  ];
  openssl([
    'req',
    '-x509',
    ...fresh,
    '-keyout',
    caKey,
    '-out',
    ca,
    '-days',
    '30',
    '-subj',
    '/CN=Test authority',
    ...authority,
  ]);
  openssl(['req', ...fresh, '-keyout', key, '-out', request, '-subj', '/CN=localhost']);
  openssl([
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    ca,
    '-CAkey',
    caKey,
    '-CAcreateserial',
    '-out',
    certificate,
    '-days',
    '30',
    '-extfile',
    extensions,
  ]);
  return { ca, key, certificate };
}

/** Their texts, for servers within the test. */
export function readCertificates({ ca, key, certificate }: Certificates): {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
} {
  return {
    ca: readFileSync(ca, 'utf8'),
    key: readFileSync(key, 'utf8'),
    cert: readFileSync(certificate, 'utf8'),
  };
}

function openssl(argv: readonly string[]): void {
  const { status, stderr, error } = spawnSync('openssl', argv, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`openssl ${argv[0]} ended with ${status}: ${stderr}`);
}
