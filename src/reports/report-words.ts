/** Words that the lead and the run facts share. */
import { shortIdOf, type RunId } from '../words/ids.ts';
import type { Diffstat } from '../words/run.ts';
import { plural } from '../words/text.ts';

/** `2 files, +10 −3`. */
export function formatDiff(diffstat: Diffstat): string {
  return `${plural(diffstat.files, 'file')}, +${diffstat.insertions} −${diffstat.deletions}`;
}

/** A hint names the run as `RUN`; here it is known which. */
export function hintFor(hint: string, run: RunId): string {
  return hint.replaceAll(/\bRUN\b/g, shortIdOf(run));
}
