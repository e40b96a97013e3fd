/** One change set as a person with coffee reads it. */
import type { ChangeSet } from '../../domain/review/change-set.ts';
import type { ReviewBranch } from '../../domain/review/review-branch.ts';
import type { RiskLevel } from '../../domain/review/risk.ts';
import { oneLine, plural } from '../../domain/text.ts';
import type { Page } from './page.ts';
import { relativeTime } from './relative-time.ts';
import type { StyleName } from './style.ts';

export function writeSetLines(page: Page, set: ChangeSet, now: Date): void {
  const { paint } = page;
  const [level] = [set.risk.level];
  page.line(
    `${paint('strong', set.id)}  ${paint(riskStyle(level), `${level} risk`)}  ${plural(set.branches.length, 'branch', 'branches')} for ${oneLine(set.target, 60)}`,
  );
  for (const branch of set.branches) page.line(`  ${branchLine(branch, now)}`);
}

export function riskStyle(level: RiskLevel): StyleName {
  switch (level) {
    case 'high':
      return 'bad';
    case 'medium':
      return 'warn';
    case 'low':
      return 'good';
  }
}

function branchLine(branch: ReviewBranch, now: Date): string {
  const size = `+${branch.insertions} −${branch.deletions} in ${plural(branch.changes.length, 'file')}`;
  return `${oneLine(branch.branch, 120)}  ${oneLine(branch.subject, 100)}  ${size}, ${relativeTime(branch.madeAt, now)}`;
}
