import { X509Certificate } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Connection } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';
import type { Environment } from '../environment.ts';
import type { Reach } from './contract.ts';
import { readBounded } from './read-credential.ts';

const MAX_BYTES = 2_000_000;

/** Throws `missing` when its file of authorities is not there. */
export async function reachOf(
  { name, private: isPrivate, ca }: Pick<Connection, 'name' | 'private' | 'ca'>,
  env: Environment,
): Promise<Reach> {
  if (ca === null) return { private: isPrivate, ca: null };
  const path = ca.startsWith('~/') ? join(env['HOME'] ?? homedir(), ca.slice(2)) : ca;
  const text = (await readBounded(path, MAX_BYTES))?.toString('utf8') ?? null;
  if (text !== null && holdsCertificate(text)) return { private: isPrivate, ca: text };
  throw new AppError('missing', {
    code: 'no-authority',
    message: `connections.${name}.ca: ${text === null ? 'there is no file' : 'no certificate in PEM form is in'} ${path}`,
    hint: 'Put the PEM file there, or leave the key out.',
  });
}

function holdsCertificate(text: string): boolean {
  const [pem] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text) ?? [];
  if (pem === undefined) return false;
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}
