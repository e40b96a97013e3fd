/** Which paths commits of the last three months touched. */
import { touchedSince } from '../../git/touched-since.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { BaseView } from './base-view.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
/** A commit that touches more paths says nothing of any of them: a rename of the project, a new formatter. */
const MOST_PATHS = 100;

export async function changedLately(
  view: BaseView,
  {
    base,
    now,
    ignored,
  }: { readonly base: CommitSha; readonly now: Date; readonly ignored: readonly string[] },
): Promise<ReadonlySet<string>> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const passed = new Set(ignored);
  const touched = new Set<string>();
  for (const { sha, paths } of await touchedSince(view.context, base, since)) {
    if (passed.has(sha) || paths.length > MOST_PATHS) continue;
    for (const path of paths) touched.add(path);
  }
  return touched;
}
