import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Connection } from '../../domain/connection.ts';
import { AppError } from '../../domain/errors.ts';
import type { Environment } from '../environment.ts';
import { readTextIfThere } from '../files.ts';
import type { Reach } from './contract.ts';

/** Throws `missing` when its file of authorities is not there. */
export async function reachOf(
  { name, private: isPrivate, ca }: Pick<Connection, 'name' | 'private' | 'ca'>,
  env: Environment,
): Promise<Reach> {
  if (ca === null) return { private: isPrivate, ca: null };
  const path = ca.startsWith('~/') ? join(env['HOME'] ?? homedir(), ca.slice(2)) : ca;
  const text = await readTextIfThere(path);
  if (text !== null) return { private: isPrivate, ca: text };
  throw new AppError('missing', {
    code: 'no-authority',
    message: `connections.${name}.ca: there is no file ${path}`,
    hint: 'Put the PEM file there, or leave the key out.',
  });
}
