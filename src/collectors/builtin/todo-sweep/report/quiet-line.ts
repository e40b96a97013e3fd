/** The whole report of a night on which nothing changed. */
import type { Brief } from '../../../../context/brief.ts';
import { joinWords } from '../../../../words/join-words.ts';
import { plural } from '../../../../words/text.ts';
import { noteAge } from '../describe-note.ts';
import { formatLimit, notesPast } from '../format-limit.ts';
import type { SweepPlan } from '../plan-sweep.ts';
import { formatWait } from './format-wait.ts';

/** Plain text, no Markdown: `Nothing new: 12 notes past 30 days, the same as on 2026-11-20; branch … waits with keys for all 12.` */
export function renderQuietLine(plan: SweepPlan, brief: Brief): string {
  const parts = [stateWords(plan, brief), ...formatBranch(plan), ...roomWords(plan, brief)];
  return `Nothing new: ${parts.join('; ')}.`;
}

function stateWords(plan: SweepPlan, brief: Brief): string {
  const { facts, due, lastReport } = plan;
  const same =
    lastReport === null
      ? 'the same as before'
      : lastReport === brief.date
        ? 'the same as earlier today'
        : `the same as on ${lastReport}`;
  if (due.length > 0) return `${notesPast(due.length, facts)}, ${same}`;
  const oldest = facts.younger[0];
  if (oldest === undefined) return `no TODO in ${plural(facts.coverage.examined, 'file')}, ${same}`;
  return `0 of ${facts.younger.length.toLocaleString('en-US')} TODOs are ${formatLimit(facts)}, ${same}; the oldest is ${oldest.path}:${oldest.line} (${noteAge(oldest)})`;
}

/** Only what a person can change: that filing is not allowed is no news. */
function roomWords(plan: SweepPlan, brief: Brief): readonly string[] {
  const words = plan.waitsFor === 'not-allowed' ? null : formatWait(plan, brief);
  return words === null ? [] : [words];
}

function formatBranch({ branches, due }: SweepPlan): readonly string[] {
  const waiting = branches.filter(({ covered }) => covered > 0);
  if (waiting.length === 0) return [];
  const covered = waiting.reduce((sum, branch) => sum + branch.covered, 0);
  const keys = covered === due.length ? `all ${covered}` : `${covered} of them`;
  const shown = waiting.slice(0, 3).map(({ branch }) => branch);
  const more = waiting.length - shown.length;
  const names = joinWords(more > 0 ? [...shown, `${more} more`] : shown);
  return [
    waiting.length === 1
      ? `branch ${names} waits with keys for ${covered === 1 && due.length === 1 ? 'it' : keys}`
      : `branches ${names} wait with keys for ${keys}`,
  ];
}
