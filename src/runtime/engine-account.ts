/** Whose account an engine uses here: the variable of its key, or the file of its log-in. */
import { resolveAccess } from '../agents/access/resolve-access.ts';
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

/** `null`: it has none, or none is there. The one that a run would use. */
export async function engineAccount(
  engine: Pick<Engine, 'id' | 'about' | 'credentials'>,
  settings: EngineSettings | undefined,
  env: Environment,
): Promise<EngineAccount | null> {
  const found = await resolveAccess(engine, { settings, env });
  switch (found.kind) {
    case 'own':
    case 'missing':
      return null;
    case 'key':
      return found.key === null
        ? null
        : { account: `${engine.id} (${found.key.name})`, mark: markOf(found.key.value) };
    case 'file': {
      const content = await readTextIfThere(found.original).catch(() => null);
      const account = `${engine.id} (~/${found.credential.path})`;
      return content === null ? null : { account, mark: markOf(content) };
    }
  }
}

function markOf(secret: string): string {
  return sha256(secret).slice(0, MARK_LENGTH);
}
