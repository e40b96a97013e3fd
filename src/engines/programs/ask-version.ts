/** What a program says of its version, remembered as long as its file stays the same: some take seconds to say it. */
import { join } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import { inspectPath, makeFolder, readTextIfThere, replaceText } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { runProcess } from '../../platform/process.ts';
import { realPath } from '../../platform/read-now.ts';

const PATIENCE_MS = 10_000;
const VERSION = /\d{1,6}\.\d{1,6}(?:[.+-][\w.+-]{1,40})?/;

/** `null` when it says none. */
export async function askVersion(
  argv: readonly [string, ...string[]],
  env: Environment,
): Promise<string | null> {
  const asked = argv.at(-1) ?? argv[0];
  const file = realPath(asked);
  const facts = file === null ? null : await inspectPath(file);
  if (file === null || facts === null) return null;
  // A version manager is one file for many programs, and stays as it is when they change.
  if (file !== asked) return startForVersion(argv, env);
  const mark = `${facts.size} ${facts.mtimeMs} ${facts.inode}`;
  const memory = memoryFile(file, env);
  const known = await recall(memory, mark);
  if (known !== null) return known;
  const version = await startForVersion(argv, env);
  if (version !== null) await remember(memory, { mark, version });
  return version;
}

async function startForVersion(
  argv: readonly [string, ...string[]],
  env: Environment,
): Promise<string | null> {
  const asked = await runProcess({
    argv: [...argv, '--version'],
    cwd: '/',
    env: { PATH: env['PATH'] ?? '', HOME: homeFolder(env), NO_COLOR: '1', TERM: 'dumb' },
    timeoutMs: PATIENCE_MS,
    maxBytes: 10_000,
  });
  if (asked.exitCode !== 0) return null;
  return VERSION.exec(asked.stdout.toString('utf8'))?.[0] ?? null;
}

function memoryFile(file: string, env: Environment): string {
  const cache = env['XDG_CACHE_HOME'] ?? join(homeFolder(env), '.cache');
  return join(cache, 'roundsman', 'versions', `${sha256(file)}.json`);
}

async function recall(memory: string, mark: string): Promise<string | null> {
  const kept = tryParseJson((await readTextIfThere(memory).catch(() => null)) ?? '');
  if (!isRecord(kept) || kept['mark'] !== mark) return null;
  return typeof kept['version'] === 'string' ? kept['version'] : null;
}

/** Without a place to keep it, it is asked again the next time. */
async function remember(
  memory: string,
  fact: { readonly mark: string; readonly version: string },
): Promise<void> {
  try {
    await makeFolder(join(memory, '..'), 0o700);
    await replaceText(memory, JSON.stringify(fact));
  } catch {
    return;
  }
}
