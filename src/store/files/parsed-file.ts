/** What a file holds, read and parsed again only when another version of it is there. */
import { readTextIfThere } from '../../platform/files.ts';
import { versionOf } from '../../platform/many-files.ts';

/** For a file that is only ever replaced: several listings of one request, and the next request, parse it once. */
export function parsedFile<Value>(
  parse: (text: string) => Value,
): (path: string) => Promise<Value> {
  let last: { readonly key: string; readonly value: Value } | null = null;
  return async (path) => {
    // Taken before the text is: what is replaced in between is read again the next time.
    const key = JSON.stringify([path, await versionOf(path).catch(() => null)]);
    if (last?.key === key) return last.value;
    const value = parse((await readTextIfThere(path)) ?? '');
    last = { key, value };
    return value;
  };
}
