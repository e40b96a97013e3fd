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
