/** What a person set aside in the inbox: for a while, or for good because it was read. One small file. */
import type { Change, InboxMark } from '../words/decision.ts';
import type { Workspace } from '../workspace/contract.ts';
import { hashOf } from './decisions/decision.ts';
import type { InboxEntry } from './inbox-entry.ts';

/** Kept that long after they were made: what they hide is not there any more by then. */
const KEPT_DAYS = 90;

type Place = Pick<Workspace, 'marks' | 'locks' | 'clock'>;

export interface AsideRequest {
  readonly entry: Pick<InboxEntry, 'id' | 'stamp'>;
  /** ISO 8601; `null`: for good. */
  readonly until: string | null;
  readonly by: string;
  /** Is told what was there before. */
  readonly note?: (change: Change) => void;
}

/** Out of the inbox until then, or until it changes. Durable when it resolves. */
export async function setAside(workspace: Place, request: AsideRequest): Promise<InboxMark> {
  const { entry, until, by, note } = request;
  const at = workspace.clock.now().toISOString();
  const mark: InboxMark = { entry: entry.id, stamp: entry.stamp, until, by, at };
  await changeMarks(workspace, (marks) => {
    const before = marks.get(entry.id) ?? null;
    note?.({ store: 'marks', entry: entry.id, before, after: hashOf(mark) });
    marks.set(entry.id, mark);
  });
  return mark;
}

/** What it was before: that mark, or none. Under the ledger lock. */
export async function putMark(
  workspace: Place,
  entryId: string,
  mark: InboxMark | null,
): Promise<void> {
  await writeMarks(workspace, (marks) =>
    mark === null ? marks.delete(entryId) : marks.set(entryId, mark),
  );
}

/** Into the inbox again. */
export async function bringBack(workspace: Place, entryId: string): Promise<void> {
  await changeMarks(workspace, (marks) => marks.delete(entryId));
}

async function changeMarks(
  workspace: Place,
  change: (marks: Map<string, InboxMark>) => unknown,
): Promise<void> {
  await workspace.locks.ledger(() => writeMarks(workspace, change));
}

async function writeMarks(
  { marks: store, clock }: Place,
  change: (marks: Map<string, InboxMark>) => unknown,
): Promise<void> {
  const since = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const marks = new Map(await store.read());
  change(marks);
  await store.write([...marks.values()].filter(({ at }) => at >= since));
}
