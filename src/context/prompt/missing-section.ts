/** The part of a prompt that tells what is not in the brief, and how to get at it. */
import { inlineCode, oneLine } from '../../words/text.ts';
import type { BriefContext } from '../brief.ts';
import { formatLeftOut } from '../format-left-out.ts';

const MOST_LINES = 10;

export interface MissingRequest extends Pick<BriefContext, 'leftOut' | 'unavailable'> {
  /** Whether the agent can look things up while it works. */
  readonly hasTools: boolean;
}

/** Markdown; `null` when all is there. */
export function missingSection({ leftOut, unavailable, hasTools }: MissingRequest): string | null {
  const words = formatLeftOut(leftOut);
  const filesGone = leftOut.some(({ section, entries }) => section === 'files' && entries > 0);
  const parts = [
    ...(words === null
      ? []
      : [
          `Left out for size: ${words}. ${hasTools ? 'Ask the tools for them where they matter.' : 'They are not in the brief: say in the report where you would have needed them.'}${filesGone ? ' The files are in your worktree.' : ''}`,
        ]),
    ...unavailable
      .slice(0, MOST_LINES)
      .map(
        ({ section, why }) => `Could not be had: ${section} (${inlineCode(oneLine(why, 200))}).`,
      ),
  ];
  return parts.length === 0 ? null : parts.join('\n');
}
