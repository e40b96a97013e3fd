/** Whose account an engine uses here: the variable of its key, or the file of its log-in. */
import { resolveAccess } from '../engines/access/resolve-access.ts';
import type { Engine } from '../engines/contract.ts';
import type { Environment } from '../platform/environment.ts';
import { readTextIfThere } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { closeBreaker, readBreaker } from '../store/files/account-breakers.ts';
import { formatBreaker } from '../words/account-breaker.ts';
import type { EngineSettings } from '../words/engine-settings.ts';
import { assertNever } from '../words/errors.ts';

interface EngineAccount {
  /** For people, and the name that its breaker is kept under. */
  readonly account: string;
  /** Changes with the key or the log-in; the beginning of a hash. */
  readonly mark: string;
}

/** Enough to tell two keys apart, and not enough to try keys against. */
const MARK_LENGTH = 12;

/** `null`: it has none, or none is set. The same one as a run uses. */
export async function engineAccount(
  engine: Pick<Engine, 'id' | 'about' | 'credentials'>,
  settings: EngineSettings | undefined,
  env: Environment,
): Promise<EngineAccount | null> {
  const access = await resolveAccess(engine, { settings, env });
  switch (access.kind) {
    case 'own':
    case 'missing':
      return null;
    case 'key':
      return access.key === null
        ? null
        : { account: `${engine.id} (${access.key.name})`, mark: markOf(access.key.value) };
    case 'file': {
      const content = await readTextIfThere(access.original).catch(() => null);
      const account = `${engine.id} (~/${access.credential.path})`;
      return content === null ? null : { account, mark: markOf(content) };
    }
    default:
      return assertNever(access);
  }
}

interface AccountQuestion {
  readonly engine: Pick<Engine, 'id' | 'about' | 'credentials'>;
  readonly settings: EngineSettings | undefined;
  readonly env: Environment;
  readonly stateDir: string;
}

/** Why no run begins with its account now; `null`: one may. */
export async function whyClosed({
  engine,
  settings,
  env,
  stateDir,
  now,
}: AccountQuestion & { readonly now: Date }): Promise<string | null> {
  const found = await engineAccount(engine, settings, env);
  if (found === null) return null;
  const breaker = await readBreaker(stateDir, found.account);
  return formatBreaker(breaker, { engine: engine.id, mark: found.mark, now });
}

/** Its account was accepted: what was said of another key stays. */
export async function reopenAccount({
  engine,
  settings,
  env,
  stateDir,
}: AccountQuestion): Promise<void> {
  const found = await engineAccount(engine, settings, env);
  if (found === null) return;
  const breaker = await readBreaker(stateDir, found.account);
  if (breaker?.mark === found.mark) await closeBreaker(stateDir, found.account);
}

function markOf(secret: string): string {
  return sha256(secret).slice(0, MARK_LENGTH);
}
