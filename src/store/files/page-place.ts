/** Where the page is served now, for code that writes a link to it: the daemon records it while it listens. */
import { readTextIfThere, removeTree, replaceText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';
import { workspacePaths } from '../state-paths.ts';

interface PagePlace extends ProcessIdentity {
  /** `127.0.0.1:20417`. */
  readonly address: string;
}

/** @param address as it listens from now on; `null`: it does no more */
export async function notePage(stateDir: string, address: string | null): Promise<void> {
  const path = workspacePaths(stateDir).pagePlace;
  if (address === null) return removeTree(path);
  const place: PagePlace = { ...ownIdentity(), address };
  await replaceText(path, JSON.stringify(place));
}

/** `http://127.0.0.1:20417`; `null`: no process serves it. A record that a dead process left is ignored. */
export async function pageUrlNow(stateDir: string): Promise<string | null> {
  const text = await readTextIfThere(workspacePaths(stateDir).pagePlace).catch(() => null);
  const value = text === null ? null : tryParseJson(text);
  const process = parseIdentity(text);
  if (process === null || !isAlive(process) || !isRecord(value)) return null;
  const { address } = value;
  return typeof address === 'string' && /^[\w.:[\]-]{1,100}$/.test(address)
    ? `http://${address}`
    : null;
}
