/** Attributes of paths, as the index says (fill one with `read-tree`), never the working tree. */
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

/** `set`, `unset`, `unspecified` or a value, by attribute, by path. */
export type Attributes = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Paths with nothing but unspecified attributes are not in the map. `context.env` names the index to use. */
export async function checkAttributes(
  context: GitContext,
  attributes: readonly string[],
  paths: readonly string[],
): Promise<Attributes> {
  const found = new Map<string, Record<string, string>>();
  if (paths.length === 0) return found;
  const { stdout } = await runGitBytes(
    [
      '-c',
      'core.attributesFile=/dev/null',
      'check-attr',
      '--cached',
      '-z',
      '--stdin',
      ...attributes,
    ],
    { ...context, stdin: `${paths.join('\0')}\0` },
  );
  const words = stdout.toString('utf8').split('\0');
  for (let index = 0; index + 2 < words.length; index += 3) {
    const [path = '', name = '', value = ''] = words.slice(index, index + 3);
    if (value === 'unspecified') continue;
    const known = found.get(path);
    if (known === undefined) found.set(path, { [name]: value });
    else known[name] = value;
  }
  return found;
}
