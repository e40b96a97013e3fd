/**
 * Certificates that this machine trusts besides the usual ones. The variables that name them are handed on with a copy
 * of each file, since the files themselves may lie where nothing inside can see.
 */
import { join } from 'node:path';

import type { Environment } from '../../platform/environment.ts';
import type { PlannedFile } from '../../words/network-plan.ts';

const VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PIP_CERT',
  'CARGO_HTTP_CAINFO',
  'GIT_SSL_CAINFO',
  'NIX_SSL_CERT_FILE',
  'AWS_CA_BUNDLE',
  'DENO_CERT',
  'YARN_HTTPS_CA_FILE_PATH',
];

export interface Certificates {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly PlannedFile[];
}

/** @param folder where the files will lie. Pure. */
export function certificatesOf(env: Environment, folder: string): Certificates {
  const names = new Map<string, string>();
  const handed: Record<string, string> = {};
  for (const variable of VARIABLES) {
    const from = env[variable];
    if (from === undefined || !from.startsWith('/')) continue;
    const name = names.get(from) ?? `certificates-${names.size + 1}.pem`;
    names.set(from, name);
    handed[variable] = join(folder, name);
  }
  return {
    env: handed,
    files: [...names].map(([from, name]) => ({ kind: 'copy', name, from })),
  };
}
