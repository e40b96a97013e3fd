/** The parts of a run in lists and details: one line an engine. */
import { shortIdOf } from '../../words/ids.ts';
import type { RunPart, RunView } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import { formatPart } from '../../words/variants/format-part.ts';
import { formatDiffstat } from './run-columns.ts';

/** `claude` → `a1b2c3  succeeded, 2 files, +8 −2, roundsman/…`. */
export function partFields({ parts }: RunView): readonly [string, string][] {
  return parts.map((part) => [part.label, partLine(part)]);
}

function partLine(part: RunPart): string {
  const { id, state, branch, diffstat, failure, model } = part;
  const words = [
    model,
    oneLine(formatPart(part), 120),
    diffstat === null ? null : formatDiffstat(diffstat),
    branch,
    state === 'left-out' && failure !== null ? oneLine(failure.message) : null,
  ];
  const told = words.filter((one) => one !== null).join(', ');
  return id === null ? told : `${shortIdOf(id)}  ${told}`;
}

/** `claude: roundsman/…-claude (2 files, +8 −2)`, a line each; `null` when none of them has one. */
export function partBranches({ parts }: RunView): string | null {
  const lines = parts.flatMap(({ label, branch, diffstat }) => {
    if (branch === null) return [];
    const stat = diffstat === null ? '' : ` (${formatDiffstat(diffstat)})`;
    return [`${branch}${stat}, by ${label}`];
  });
  return lines.length === 0 ? null : lines.join('\n');
}
