/** Issue keys in text: `RM-3`, `ABC-123`, `#45`. Pure. */

const KEY = /(?<![\w&#/.-])(?:[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8}|#[1-9]\d{0,8})(?![\w-])/g;

/** Names of standards that look like keys. */
const NOT_KEYS = /^(?:UTF|ISO|SHA|AES|RFC|MD|CVE|CWE|IEEE|ECMA|ES|HTTP|TLS|RSA|BASE|UCS|CP|X)-/;

/** In order of appearance, each once. */
export function findIssueKeys(text: string): readonly string[] {
  return [...new Set(text.match(KEY) ?? [])].filter((key) => !NOT_KEYS.test(key));
}
