/** Whose account an engine uses here: the variable of its key, or the file of its log-in. */
import { join } from 'node:path';

import type { Engine } from '../agents/contract.ts';
import type { EngineSettings } from '../domain/engine-settings.ts';
import type { Environment } from '../platform/environment.ts';
import { readTextIfThere } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';

export interface EngineAccount {
  /** For people, and the name that its breaker is kept under. */
  readonly account: string;
  /** Changes with the key or the log-in; the beginning of a hash. */
  readonly mark: string;
}

/** Enough to tell two keys apart, and not enough to try keys against. */
const MARK_LENGTH = 12;

/** `null`: it has none, or none is set. The first variable that is set counts, then the file. */
export async function engineAccount(
  { id, credentials }: Pick<Engine, 'id' | 'credentials'>,
  settings: EngineSettings | undefined,
  env: Environment,
): Promise<EngineAccount | null> {
  const wanted = settings?.credentials ?? 'auto';
  if (credentials === null || wanted === 'none') return null;
  const own = settings?.key ?? null;
  const variables = own === null ? credentials.keys.map(({ variable }) => variable) : [own];
  const variable = variables.find((name) => (env[name] ?? '') !== '');
  if (variable !== undefined && wanted !== 'file')
    return { account: `${id} (${variable})`, mark: markOf(env[variable] ?? '') };
  const { file } = credentials;
  if (file === null || wanted === 'key') return null;
  const moved = file.moved === null ? '' : (env[file.moved.variable] ?? '');
  const path =
    file.moved === null || moved === ''
      ? join(env['HOME'] ?? '/', file.path)
      : join(moved, file.path.slice(file.moved.folder.length).replace(/^\/+/, ''));
  const content = await readTextIfThere(path).catch(() => null);
  return content === null ? null : { account: `${id} (~/${file.path})`, mark: markOf(content) };
}

function markOf(secret: string): string {
  return sha256(secret).slice(0, MARK_LENGTH);
}
