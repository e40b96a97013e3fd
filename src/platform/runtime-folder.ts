/** A short private folder for sockets: a path of more than about a hundred bytes is cut in silence. */
import { Buffer } from 'node:buffer';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { AppError } from '../words/errors.ts';
import { userId, type Environment } from './environment.ts';
import { systemErrorCode } from './system-error.ts';

/** macOS takes 103 bytes, Linux 107; both without a word about the rest. */
const MAX_SOCKET_BYTES = 100;

/**
 * Makes the folder when it is missing. Throws `refused` when it is not ours alone: another user who may write there could
 * answer in our place.
 */
export async function openRuntimeFolder(env: Environment): Promise<string> {
  const own = await folderOfSession(env);
  if (own !== null) return own;
  const folder = `/tmp/roundsman-${userId()}`;
  await makePrivate(folder);
  return folder;
}

/** Throws `missing` when the path is longer than a socket's may be. */
export function socketPath(folder: string, name: string): string {
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= MAX_SOCKET_BYTES) return path;
  throw new AppError('missing', {
    code: 'socket-path-too-long',
    message: `${path} is too long for a socket`,
    hint: 'Unset XDG_RUNTIME_DIR, or set it to a short path.',
  });
}

/** Below the one that the system made for this session; `null` when there is none that serves. */
async function folderOfSession(env: Environment): Promise<string | null> {
  const session = env['XDG_RUNTIME_DIR'];
  if (session === undefined || !isAbsolute(session) || session.length > 60) return null;
  const facts = await lstat(session).catch(() => null);
  if (facts?.isDirectory() !== true || facts.uid !== userId()) return null;
  const folder = join(session, 'roundsman');
  try {
    await makePrivate(folder);
    return folder;
  } catch {
    // A session folder that cannot be written to: the one under /tmp is as good.
    return null;
  }
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((thrown: unknown) => {
    if (systemErrorCode(thrown) !== 'EEXIST') throw thrown;
  });
  const facts = await lstat(folder);
  if (!facts.isDirectory() || facts.uid !== userId()) {
    throw new AppError('refused', {
      code: 'runtime-folder-unsafe',
      message: `${folder} is there, and it is not a folder of yours`,
      hint: 'Another user made it. Remove it, or set XDG_RUNTIME_DIR to a private folder of yours.',
    });
  }
  if ((facts.mode & 0o077) !== 0) await chmod(folder, 0o700);
}
