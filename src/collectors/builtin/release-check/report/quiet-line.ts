/** The whole report when there is nothing to tell. Plain text, no Markdown. */
import { assertNever } from '../../../../words/errors.ts';
import { oneLine, plural } from '../../../../words/text.ts';
import { standingIssues, type CheckPlan, type QuietReason } from '../plan-check.ts';
import { rangeName } from './range-words.ts';

export function renderQuietLine(plan: CheckPlan, reason: QuietReason): string {
  const { facts } = plan;
  switch (reason) {
    case 'deployment-checked': {
      const ref = oneLine(facts.deployment?.ref ?? '', 120);
      const sha = facts.deployment?.deployed.slice(0, 10) ?? '';
      return `Nothing new: ${sha} at ${ref} was checked already, by run ${facts.deployment?.checkedBy ?? ''}${stateWords(plan)}.`;
    }
    case 'empty-range':
      return `Nothing to check: there is no commit and no entry in ${rangeName(facts)}.`;
    case 'no-change':
      return `Nothing new in ${rangeName(facts)}${plan.lastReport === null ? '' : ` since ${plan.lastReport}`}${stateWords(plan)}.`;
    case 'no-notes':
      return `Nothing to check: no release notes were found in ${rangeName(facts)}. Set collect.release-notes.path if they have an unusual name.`;
    default:
      return assertNever(reason);
  }
}

function stateWords(plan: CheckPlan): string {
  const open = standingIssues(plan).length;
  if (open === 0) return '; the notes hold';
  const waiting = plan.branches.filter(({ covered }) => covered > 0);
  const names = waiting.map(
    ({ branch, covered }) => `branch ${branch} waits with ${covered} of them`,
  );
  return [`; ${plural(open, 'thing')} still to mend`, ...names].join(', ');
}
