/** Lines `NAME=value` of a `.env` file. Pure. */

/** Without what has no value. Nothing is expanded. */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name, written = ''] =
      /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const value = unquoted(written);
    return name === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function unquoted(text: string): string {
  const [, quote, inside] = /^(["'`])(.*)\1(?:\s+#.*)?$/.exec(text) ?? [];
  return quote === undefined ? text.replace(/\s+#.*$/, '') : (inside ?? '');
}
