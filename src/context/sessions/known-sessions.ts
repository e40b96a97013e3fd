/** The sessions that a person could name here, for shells to complete. */
import type { KnownName } from '../../ledger/known-names.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace, type OpenRequest } from '../../workspace/open-workspace.ts';

/** The most sessions that are offered. */
const MOST = 100;
const SHORT = 8;
/** Ids that a shell can complete unquoted; session stores are untrusted. */
const PLAIN = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** Of the last days, newest first: short, or whole when that is what was begun. */
export async function knownSessions(
  here: OpenRequest,
  typed: string,
): Promise<readonly KnownName[]> {
  const { listSessions } = await import('./list-sessions.ts');
  const { sessions } = await listSessions(await openWorkspace(here));
  const plain = sessions.filter(({ id }) => PLAIN.test(id));
  const named = plain.slice(0, MOST).map(({ id, engine, title }) => ({
    value: id,
    text: oneLine(`${engine}: ${title}`, 60),
  }));
  const short = named.map(({ value, text }) => ({ value: value.slice(0, SHORT), text }));
  const areUnique = new Set(short.map(({ value }) => value)).size === short.length;
  return areUnique && typed.length <= SHORT ? short : named;
}
