/** Values that many machines share: they hide nothing, and text about other things is full of them. Pure. */

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
