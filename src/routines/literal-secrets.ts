/** Whether a text of a definition holds a secret itself, in place of where one is. Pure; answers in words, never with it. */
import { findPatterns } from '../domain/redaction/find-patterns.ts';
import { isSecretName } from '../domain/redaction/secret.ts';

/** As its vendor's keys look, a key in a header, a password in an address. `null`: it does not look like one. */
export function literalSecret(text: string): string | null {
  const [found] = findPatterns(text);
  return found?.what ?? null;
}

/** Services where whoever knows the address may use it. */
const KEYED_ADDRESSES =
  /^https?:\/\/(hooks\.slack\.com\/|[^/]*discord(app)?\.com\/api\/webhooks\/|[^/]*\.webhook\.office\.com\/|outlook\.office\.com\/webhook|[^/]*\.logic\.azure\.com[:/]|[^/]*\.powerplatform\.com[:/]|chat\.googleapis\.com\/)/i;

/** Why an address is a secret as a whole; `null` when it is none. */
export function literalSecretInUrl(text: string): string | null {
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return 'a log-in';
  if (KEYED_ADDRESSES.test(text)) return 'a key: whoever knows it may use it';
  const found = literalSecret(text);
  if (found !== null) return found;
  if (!URL.canParse(text)) return null;
  const { searchParams, pathname } = new URL(text);
  const parameter = [...searchParams].find(
    ([name, value]) => value !== '' && (isSecretName(name) || /^(sig|signature|code)$/i.test(name)),
  );
  if (parameter !== undefined) return `a value for \`${parameter[0].slice(0, 40)}\``;
  return pathname.split('/').some(isKeyLike) ? 'a key in its path' : null;
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
    isSecretName(name) || /^(authorization|cookie|proxy-authorization)$/i.test(name);
  const bare = rest.trim().replace(/^(Basic|Bearer|Token|token=|GenieKey|apikey)\b\s*/i, '');
  return isForSecrets && bare !== '' ? 'a value of its own' : null;
}

/** An id that nobody guesses: a UUID, or a long word with digits between its letters. */
function isKeyLike(part: string): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)) return true;
  return part
    .split(/[._-]/)
    .some((word) => word.length >= 20 && /\d/.test(word) && /[a-z]/i.test(word));
}
