/** Failed runs and reports of the inbox by the ids that it shows them with: read, or set aside for a while. */
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/resolve-id.ts';
import { recordDecision } from './decisions/record-decision.ts';
import { snoozeWords } from './decisions/snooze.ts';
import { nameOfEntry, type InboxEntry } from './inbox-entry.ts';
import { inbox } from './inbox.ts';
import { setAside } from './marks.ts';

/** Those that the words name, and the words that name none or several. */
export async function waitingRuns(
  workspace: Workspace,
  words: readonly string[],
): Promise<{ readonly entries: readonly InboxEntry[]; readonly others: readonly string[] }> {
  const { entries } = await inbox(workspace, {
    kinds: ['failed-run', 'report'],
    limit: Infinity,
    look: null,
  });
  const byRun = new Map<string, InboxEntry>(
    entries.flatMap((entry) => (entry.links.run === undefined ? [] : [[entry.links.run, entry]])),
  );
  const found = words.map((word) => ({ word, match: matchId([...byRun.keys()], word) }));
  return {
    entries: found.flatMap(({ match }) =>
      match.kind === 'one' ? (byRun.get(match.id) ?? []) : [],
    ),
    others: found.flatMap(({ word, match }) => (match.kind === 'one' ? [] : [word])),
  };
}

/** One decision, which `undo` takes back. @param until ISO 8601; `null`: they are read */
export async function setRunsAside(
  workspace: Workspace,
  entries: readonly InboxEntry[],
  { by, until }: { readonly by: string; readonly until: string | null },
): Promise<void> {
  const names = entries.map(nameOfEntry).join(', ');
  const said = until === null ? `read ${names}` : `snoozed ${names} ${snoozeWords(until)}`;
  await recordDecision(workspace, { by, said }, async (recording, note) => {
    for (const entry of entries) await setAside(recording, { entry, until, by, note });
  });
}
