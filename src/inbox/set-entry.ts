/** A change set as an entry of the inbox. Pure. */
import type { ChangeSet } from '../words/review/change-set.ts';
import { oneLine, plural } from '../words/text.ts';
import type { InboxEntry } from './inbox-entry.ts';

export function entryOfSet(set: ChangeSet): InboxEntry {
  const { branches, readiness, risk } = set;
  const blocked = readiness.filter(({ ok, blocks }) => blocks && ok === false);
  const [first] = branches;
  const run = first?.runId ?? null;
  const subject = first?.subject ?? '';
  const more =
    branches.length > 1 ? `, and ${plural(branches.length - 1, 'branch', 'branches')} with it` : '';
  const unknown = readiness.filter(({ ok }) => ok === null).map(({ name }) => name);
  const state =
    blocked.length === 0
      ? unknown.length === 0
        ? 'ready to land'
        : `nothing stands in its way; not known: ${unknown.join(', ')}`
      : `not ready: ${blocked.map(({ name, detail }) => `${name} (${oneLine(detail, 80)})`).join(', ')}`;
  const insertions = branches.reduce((sum, one) => sum + one.insertions, 0);
  const deletions = branches.reduce((sum, one) => sum + one.deletions, 0);
  return {
    id: `change-set:${set.id}`,
    kind: 'change-set',
    urgency: blocked.length === 0 ? 'soon' : 'later',
    title: `${oneLine(subject === '' ? (first?.branch ?? set.id) : subject, 140)}${more}`,
    why: `${state}; risk ${risk.level}: ${oneLine(risk.reasons[0] ?? '', 100)}; +${insertions} -${deletions}`,
    since: first?.madeAt ?? '',
    until: null,
    routine: first?.routine ?? null,
    links: {
      set: set.id,
      branches: branches.map(({ branch }) => branch),
      ...(run === null ? {} : { run }),
    },
    stamp: branches.map(({ branch, tip }) => `${branch}@${tip}`).join(' '),
  };
}
