/** Where the page is served now: one small file that names the process that serves it. */
import { makeFolder, readTextIfThere, removeTree, replaceText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';
import { workspacePaths } from '../state-paths.ts';
import type { PagePlace } from '../stores.ts';

interface Place extends ProcessIdentity {
  /** `127.0.0.1:20417`. */
  readonly address: string;
}

export function filePagePlace(stateDir: string): PagePlace {
  const path = workspacePaths(stateDir).pagePlace;
  return {
    note: async (address) => {
      if (address === null) return removeTree(path);
      await makeFolder(stateDir, 0o700);
      const place: Place = { ...ownIdentity(), address };
      await replaceText(path, JSON.stringify(place));
    },
    url: async () => urlIn(await readTextIfThere(path).catch(() => null)),
  };
}

/** A record that a dead process left is ignored. */
function urlIn(text: string | null): string | null {
  const value = text === null ? null : tryParseJson(text);
  const process = parseIdentity(text);
  if (process === null || !isAlive(process) || !isRecord(value)) return null;
  const { address } = value;
  return typeof address === 'string' && /^[\w.:[\]-]{1,100}$/.test(address)
    ? `http://${address}`
    : null;
}
