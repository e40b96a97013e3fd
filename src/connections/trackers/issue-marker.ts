/**
 * The marker that ties an issue to what it stands for, in a comment that people do not see. It holds only hashes, so it
 * discloses nothing. Only markers in issues of our own account count, since anyone can write one. Pure.
 */
import type { Told, TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import type { Hash } from '../../ledger/finding-fingerprint.ts';
import type { ItemKey, RoutineId } from '../../words/ids.ts';
import type { Item, TrackerLink } from '../../words/item.ts';
import type { TrackerSurroundings } from './surroundings.ts';

export interface IssueMarker {
  readonly item: string;
  readonly workspace: string;
  readonly routine: string;
  readonly findings: readonly string[];
}

export interface MarkedItem {
  readonly item: ItemKey;
  readonly routine: RoutineId | null;
  /** Fingerprints. */
  readonly findings: readonly string[];
  /** What tells workspaces apart: the path of the repository. */
  readonly workspace: string;
}

const MOST_FINDINGS = 100;
const MARKER =
  /<!-- roundsman: item=(RM-[1-9][0-9]{0,8}) workspace=([0-9a-f]{16}) routine=([0-9a-f]{16}) findings=([0-9a-f,]*) -->/;

export function markerOf(marked: MarkedItem, hash: Hash): IssueMarker {
  const short = (text: string): string => hash(text).slice(0, 16);
  const routine = marked.routine ?? '';
  return {
    item: marked.item,
    workspace: short(`workspace\n${marked.workspace}`),
    routine: short(`routine\n${routine}`),
    findings: marked.findings
      .slice(0, MOST_FINDINGS)
      .map((one) => short(`finding\n${routine}\n${one}`)),
  };
}

export function markerText({ item, workspace, routine, findings }: IssueMarker): string {
  return `<!-- roundsman: item=${item} workspace=${workspace} routine=${routine} findings=${findings.join(',')} -->`;
}

/** Wherever people moved it: no words of an agent can hold one (`neutralised`). */
export function readMarker(body: string): IssueMarker | null {
  const [, item, workspace, routine, findings] = MARKER.exec(body) ?? [];
  if (item === undefined || workspace === undefined || routine === undefined) return null;
  const listed = (findings ?? '').split(',').filter((one) => /^[0-9a-f]{16}$/.test(one));
  return { item, workspace, routine, findings: listed };
}

/** The same item of this workspace, or the same finding of a routine of this name, wherever it ran. */
export function sameIssue(a: IssueMarker, b: IssueMarker): boolean {
  if (a.workspace === b.workspace && a.item === b.item) return true;
  return a.routine === b.routine && a.findings.some((one) => b.findings.includes(one));
}

/** `close` and `expire` close the issue right after they commented; `act` is any other. */
export type ActKind = 'act' | 'close' | 'expire';

/** In a comment: this very act of ours, done once. @param act what tells it apart */
export function actMarker(act: string, kind: ActKind, hash: Hash): string {
  return `<!-- roundsman: ${kind}=${hash(`act\n${act}`).slice(0, 32)} -->`;
}

/** By which kind of act of ours a comment was written; `null`: by none. */
export function actOfOurs(body: string): ActKind | null {
  const [, kind] = /^<!-- roundsman: (act|close|expire)=[0-9a-f]{32} -->/.exec(body) ?? [];
  return kind === 'act' || kind === 'close' || kind === 'expire' ? kind : null;
}

// Reads the issue that an item is tied to. After a transfer its number leads to another issue, in another repository: no
// item here is tied to that one. After a rename of its repository it is the same issue under another name.
export type ReadTied =
  | Told<TrackedIssue>
  | { readonly kind: 'elsewhere'; readonly issue: TrackedIssue };

export async function readTied(
  tracker: Tracker,
  link: Pick<TrackerLink, 'repository' | 'number' | 'nodeId'>,
): Promise<ReadTied> {
  const read = await tracker.read(link.number);
  if (read.kind !== 'told' || isTied(read.value, link)) return read;
  return { kind: 'elsewhere', issue: read.value };
}

function isTied(
  { number, repository, nodeId }: TrackedIssue,
  link: Parameters<typeof readTied>[1],
): boolean {
  if (number !== link.number) return false;
  return (
    repository.toLowerCase() === link.repository.toLowerCase() ||
    (nodeId !== '' && nodeId === link.nodeId)
  );
}

/** What is different of an item's link, and of the item where `also` says so. */
/* oxlint-disable-next-line eslint/max-params -- where, of which, what, and what else */
export async function writeLink(
  { items, exclusively }: Pick<TrackerSurroundings, 'items' | 'exclusively'>,
  { key }: Pick<Item, 'key'>,
  change: Partial<TrackerLink>,
  also: (item: Item) => Item = (item) => item,
): Promise<void> {
  await exclusively(async () => {
    const item = await items.read(key);
    if (item?.tracker === undefined) return;
    await items.replace(item, also({ ...item, tracker: { ...item.tracker, ...change } }));
  });
}
