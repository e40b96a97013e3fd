import type { Connection } from '../connection.ts';
import { credentialVariables } from '../credentials.ts';
import type { Routine } from '../routine.ts';

/** A value that is to stand in nothing that is written. */
export interface Secret {
  /** Shown in its place: `[redacted: NAME]`. Of an environment variable, or of a key in a file. */
  readonly name: string;
  readonly value: string;
}

/** What is shorter is found everywhere, and says little. */
export const MIN_SECRET = 8;

const SECRET_NAME =
  /(^|[_.-])(token|secret|passw(or)?d|passwd|pass|passphrase|pwd|key|apikey|credentials?|cred|auth|salt|hook|pin|dsn|private)s?([_.-]|$)|(Token|Secret|Password|Key|Passphrase|Credentials?)$/i;

/** Settings that many environments have, and whole sentences are made of. */
const EVERYDAY = new Set([
  'production',
  'development',
  'localhost',
  'disabled',
  'undefined',
  'information',
  'debugging',
  'succeeded',
  'cancelled',
]);

/** Whether a variable or key of that name is one for secrets, as names go. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !/^(PWD|OLDPWD)$/.test(name);
}

/** False for what hides nothing: short values, paths, addresses without credentials, everyday words. */
export function isSecretValue({ name, value }: Secret): boolean {
  const text = value.trim();
  if (text.length < MIN_SECRET || /^(.)\1*$/.test(text)) return false;
  if (EVERYDAY.has(text.toLowerCase())) return false;
  if (/^(~|\.{0,2})\/[\w./@+-]*$/.test(text) && !text.includes('//')) return looksRandom(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return isSecretName(name) || hasSecretPart(text);
  if (/^[0-9]+([.,:/][0-9]+)*$/.test(text)) return isSecretName(name);
  return true;
}

/** `https://user:password@host`, `?token=…`, or a part that looks random. */
function hasSecretPart(url: string): boolean {
  const [, rest = ''] = url.split('://');
  if (/^[^/]*@/.test(rest) || rest.includes('?')) return true;
  return rest.split(/[/.:]/).some(looksRandom);
}

/** Long, with digits between letters: no word of any language. */
function looksRandom(part: string): boolean {
  return part
    .split(/[/._-]/)
    .some((word) => word.length >= 16 && /\d/.test(word) && /[a-z]/i.test(word));
}

// Values that many machines share: they hide nothing, and text about other things is full of them. Pure.

const DEFAULT_PASSWORDS = new Set([
  'adminadmin',
  'administrator',
  'changeit',
  'changeme',
  'changethis',
  'dbpassword',
  'elasticsearch',
  'iloveyou',
  'insecure',
  'letmein',
  'minioadmin',
  'mypassword',
  'mysecretpassword',
  'mysecretpw',
  'notasecret',
  'p@ssw0rd',
  'p@ssword',
  'passw0rd',
  'password',
  'postgres',
  'postgresql',
  'qwerty',
  'qwertyuiop',
  'rabbitmq',
  'replaceme',
  'rootpassword',
  'rootroot',
  'secretkey',
  'secretpassword',
  'supersecret',
  'testpassword',
  'testtest',
  'verysecret',
  'yourpassword',
  'yourpasswordhere',
  'admin',
  'example',
  'guest',
  'root',
  'secret',
  'test',
  'user',
  'welcome',
]);

/** Words of a setting such as `openid-connect`; a longer one may be a pass phrase. */
const MAX_WORD = 15;

/** `changeme`, `Password1`, `change_me_123`, `12345678`. */
export function isDefaultPassword(value: string): boolean {
  const text = value.trim().toLowerCase();
  if ('1234567890'.startsWith(text)) return true;
  const word = text.replace(/[-_]?(1|12|123|1234)?!?$/, '');
  return DEFAULT_PASSWORDS.has(word.replaceAll(/[-_]/g, ''));
}

/** Also one lower-case word, or a few with `-` or `_` between. What was rolled rather than thought up cannot be spoken. */
export function isEverydayValue(value: string): boolean {
  const text = value.trim();
  if (isDefaultPassword(text)) return true;
  const isWord = text.length <= MAX_WORD && /^[a-z]+([-_][a-z]+)*$/.test(text);
  return isWord && !/[^aeiouy_-]{5}/.test(text);
}

// What of an environment is secret for a run, or for the daemon.
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the routine was given by name, the keys of its hooks, the variables of connections, and all that is named like a
 * secret. What files and commands hold is learned when it is read: `readCredential`.
 */
export function secretsOfRun(
  routine: Pick<Routine, 'permissions' | 'triggers' | 'notify'>,
  env: Environment,
  connections: readonly Connection[] = [],
): readonly Secret[] {
  const hooks = routine.triggers.flatMap((trigger) =>
    trigger.kind === 'webhook' ? [trigger.secret] : [],
  );
  const named = new Set([...routine.permissions.env, ...hooks]);
  const all = secretsOfEnvironment(env, (name) => named.has(name));
  const known = new Set(all.map(({ name }) => name));
  // Whatever a credential looks like: it is one.
  const credentials = [...credentialVariables(connections, routine)].flatMap((name) => {
    const value = env[name] ?? '';
    return known.has(name) || value.trim().length < MIN_SECRET ? [] : [{ name, value }];
  });
  return [...all, ...credentials];
}

/** @param isNamed whether a variable is named where secrets are configured */
export function secretsOfEnvironment(
  env: Environment,
  isNamed: (name: string) => boolean = () => false,
): readonly Secret[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const database = STORE_ADDRESS.exec(value)?.[1];
    if (database !== undefined) return [value, database].flatMap((text) => secretIn(name, text));
    // Where a name alone says so, `AUTH_TYPE=openid-connect` would forbid the word everywhere.
    if (!isNamed(name) && (!isSecretName(name) || isEverydayValue(value))) return [];
    return isSecretValue({ name, value }) ? [{ name, value }] : [];
  });
}

/** The address of a database, whatever its variable is called: itself, and the password in it. */
const STORE_ADDRESS = /^\s*postgres(?:ql)?:\/\/[^/@:]*:([^/@]+)@/;

function secretIn(name: string, value: string): readonly Secret[] {
  return value.length < MIN_SECRET ? [] : [{ name, value }];
}
