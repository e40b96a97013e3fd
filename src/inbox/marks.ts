/** What a person set aside in the inbox: for a while, or for good because it was read. One small file. */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { ledgerLock } from '../store/files/ledger-lock.ts';
import { reviewPaths } from '../store/review-paths.ts';
import type { Workspace } from '../workspace/contract.ts';
import { hashOf, type Change } from './decisions/decision.ts';
import type { InboxEntry, InboxMark } from './inbox-entry.ts';

/** Kept that long after they were made: what they hide is not there any more by then. */
const KEPT_DAYS = 90;

type Place = Pick<Workspace, 'location' | 'clock'>;

/** By the id of their entry. */
export async function readMarks({ location }: Place): Promise<ReadonlyMap<string, InboxMark>> {
  const value = tryParseJson((await readTextIfThere(fileOf(location.stateDir))) ?? '[]');
  const marks = Array.isArray(value) ? value.filter(isMark) : [];
  return new Map(marks.map((mark) => [mark.entry, mark]));
}

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
  const { location, clock } = workspace;
  await ledgerLock(location.stateDir, clock)(() => writeMarks(workspace, change));
}

/** Without any there is no file. */
async function writeMarks(
  workspace: Place,
  change: (marks: Map<string, InboxMark>) => unknown,
): Promise<void> {
  const { location, clock } = workspace;
  const since = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const marks = new Map(await readMarks(workspace));
  change(marks);
  const kept = [...marks.values()].filter(({ at }) => at >= since);
  const file = fileOf(location.stateDir);
  if (kept.length === 0) {
    await removeTree(file);
    return;
  }
  await makeFolder(join(file, '..'), 0o700);
  await writeDurably(file, JSON.stringify(kept));
}

function fileOf(stateDir: string): string {
  return reviewPaths(stateDir).inboxMarks;
}

/** What is inside was written by us. */
function isMark(value: unknown): value is InboxMark {
  return (
    isRecord(value) && typeof value['entry'] === 'string' && typeof value['stamp'] === 'string'
  );
}
