/** Node's cache of compiled code, one for all programs that tests start: most of their time goes to their start. */
const FOLDER = 'NODE_COMPILE_CACHE';

/** For an environment that is made from nothing. Empty for a Node that has no such cache, or when it is switched off. */
export function compiledCode(): Readonly<Record<string, string>> {
  const folder = process.env[FOLDER];
  return folder === undefined ? {} : { [FOLDER]: folder };
}
