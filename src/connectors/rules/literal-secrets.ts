/** Whether a text of a definition holds a secret itself, in place of where one is. Pure; answers in words, never with it. */
import { isRecord } from '../../platform/json.ts';
import { findPatterns } from '../../words/redaction/patterns.ts';
import { isSecretName } from '../../words/redaction/secret.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';

/** As its vendor's keys look, a key in a header, a password in an address. `null`: it does not look like one. */
export function literalSecret(text: string): string | null {
  const [found] = findPatterns(text);
  return found?.what ?? null;
}

/** Services that anyone who knows the address may use. */
const KEYED_ADDRESSES =
  /^https?:\/\/(hooks\.slack\.com\/|[^/]*discord(app)?\.com\/api\/webhooks\/|[^/]*\.webhook\.office\.com\/|outlook\.office\.com\/webhook|[^/]*\.logic\.azure\.com[:/]|[^/]*\.powerplatform\.com[:/]|chat\.googleapis\.com\/|hooks\.zapier\.com\/hooks\/)/i;

/**
 * Why an address is a secret as a whole; `null` when it is none.
 * @param path whether its path may be the key. Where the secret goes elsewhere, ids in it are those of projects and lists
 */
export function literalSecretInUrl(text: string, path: 'may-be-key' | 'plain'): string | null {
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return 'a log-in';
  if (KEYED_ADDRESSES.test(text)) return 'a key: anyone who knows it may use it';
  const found = literalSecret(text);
  if (found !== null) return found;
  if (!URL.canParse(text)) return null;
  const { searchParams, pathname } = new URL(text);
  const parameter = [...searchParams].find(
    ([name, value]) =>
      value !== '' &&
      (isSecretName(name) || /^(sig|signature|code)$/i.test(name) || isSessionId(name, value)),
  );
  if (parameter !== undefined) return `a value for \`${parameter[0].slice(0, 40)}\``;
  return path === 'may-be-key' && decoded(pathname).split('/').some(isKeyLike)
    ? 'a key in its path'
    : null;
}

/** @param marks what stands for the real thing: `{secret}` */
export function literalSecretInHeader(
  name: string,
  value: string,
  marks: readonly string[],
): string | null {
  const rest = marks.reduce((text, mark) => text.replaceAll(mark, ''), value);
  const found = literalSecret(value) ?? literalSecret(`${name}: ${rest}`);
  if (found !== null) return found;
  const isForSecrets =
    (isSecretName(name) && !/[_-](e?mail|user|username|type|method)$/i.test(name)) ||
    /^(authorization|cookie|proxy-authorization)$/i.test(name);
  const isOwn = isForSecrets
    ? rest.trim() !== '' && (rest === value || !BEFORE_MARK.test(rest.trim()))
    : isSessionId(name, rest);
  return isOwn ? 'a value of its own' : null;
}

/** As in `Bearer {secret}`, `Zoho-oauthtoken {secret}`, `session={secret}`, `OAuth oauth_token="{secret}"`. */
const BEFORE_MARK = /^([a-z][a-z-]{0,25}\d?)?( *[a-z_-]{1,30}= *("")?;?)?$/i;

/** What stands in JSON by itself, at a name for secrets. Marks such as `{cursor}` are not values. */
export function literalSecretInJson(document: unknown): string | null {
  if (Array.isArray(document)) return firstOf(document);
  if (!isRecord(document)) return null;
  const name = Object.entries(document).find(
    ([key, value]) => typeof value === 'string' && isSecretPair(key, value.trim()),
  );
  if (name !== undefined) return `a value for \`${oneLine(name[0], 40)}\``;
  return firstOf(Object.values(document));
}

function firstOf(values: readonly unknown[]): string | null {
  for (const value of values) {
    const found = literalSecretInJson(value);
    if (found !== null) return found;
  }
  return null;
}

/** What is called a key may well be that of a project or of a sorting; an API key is not. */
function isSecretPair(name: string, value: string): boolean {
  if (value === '' || /^\{\w+\}$/.test(value)) return false;
  if (isSessionId(name, value)) return true;
  if (!isSecretName(name)) return false;
  return !/keys?$/i.test(name) || /(api|secret|access|private)[_.-]?keys?$/i.test(name)
    ? true
    : isOpaque(value);
}

function isSessionId(name: string, value: string): boolean {
  return /(^|[_.-])(jwt|session|sid|pat)([_.-]?id)?$/i.test(name) && isOpaque(value);
}

function isOpaque(value: string): boolean {
  return value.length >= 12 && !/\s/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** An id that cannot be guessed: a UUID, or a long word with digits between its letters. */
function isKeyLike(part: string): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)) return true;
  return part
    .split(/[._-]/)
    .some((word) => word.length >= 20 && /\d/.test(word) && /[a-z]/i.test(word));
}

// What is said of a secret that stands in a definition itself: where, and never which. Pure.
export const SECRET_HEADER = 'Put it into `token`, and `{secret}` into a header.';

export function secretBreach(
  path: NodePath,
  what: string,
  hint = 'Put it into a variable or a file, and write `env:NAME` or `file:PATH` here.',
): RuleBreach {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return {
    path,
    code: 'secret-in-text',
    message: `\`${oneLine(name, 100)}\` ${what}, and secrets never belong in this file (it is not repeated here)`,
    hint: `${hint} Then have a new one made: this one was written down.`,
  };
}
