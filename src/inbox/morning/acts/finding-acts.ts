import type { FindingVerdict } from '../../../words/finding.ts';
import { writeDecision } from '../../decisions/decide.ts';
import { linkOf } from '../../inbox-entry.ts';
import type { Acted, ActRequest, EntryActs } from '../contract.ts';

const SNOOZE_DAYS = 7;

export const findingActs: EntryActs & { readonly snooze: EntryActs['accept'] } = {
  accept: (request) => decide(request, 'accepted'),
  edit: (request) => decide(request, 'accepted'),
  decline: (request) => decide(request, 'dismissed'),
  snooze: (request) => decide(request, 'snoozed'),
};

async function decide(
  { workspace, entry, words, by }: ActRequest,
  kind: FindingVerdict['kind'],
): Promise<Acted> {
  const id = linkOf(entry, 'finding');
  const now = workspace.clock.now();
  const until =
    kind === 'snoozed' ? new Date(now.getTime() + SNOOZE_DAYS * 86_400_000).toISOString() : null;
  const verdict = { kind, reason: words, by, at: now.toISOString(), until };
  await writeDecision(workspace, { ids: [id], verdict });
  return {
    said: kind === 'snoozed' ? `${id} is quiet for ${SNOOZE_DAYS} days` : `${kind} ${id}`,
    undo: null,
  };
}
