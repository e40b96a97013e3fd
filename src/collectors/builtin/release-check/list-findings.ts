/** The findings of a check: one for each issue, as far as a run may report. */
import type { FindingLine } from '../../../engines/agent-contract.ts';
import { OUT_LIMITS } from '../../../engines/out-limits.ts';
import { inlineCode } from '../../../words/text.ts';
import { fitFindings } from '../fit-findings.ts';
import type { Issue } from './issue.ts';
import type { CheckPlan, DueIssue } from './plan-check.ts';
import { describeCommit, quoteEntry, placeOf } from './report/describe.ts';

const MAX_PATH = 1_000;
/** One under the limit of the contract. */
const MAX_FINDINGS = OUT_LIMITS.maxLines - 1;

export interface ListedFindings {
  readonly findings: readonly FindingLine[];
  /** Issues that did not fit; they come up as others go. */
  readonly left: number;
}

/**
 * Known ones first, so that none of them seems mended for want of room; then the heaviest. A quiet run lists only what
 * is known: it has nothing new to say.
 */
export function listFindings({ due, quiet }: CheckPlan): ListedFindings {
  const known = due.filter(({ news }) => news === 'known');
  const fresh = quiet === null ? due.filter(({ news }) => news !== 'known') : [];
  const fitting = new Set([...known, ...fresh].slice(0, MAX_FINDINGS));
  const findings = fitFindings(due.filter((one) => fitting.has(one)).map(findingOf));
  return { findings, left: quiet === null ? due.length - findings.length : 0 };
}

function findingOf({ issue }: DueIssue): FindingLine {
  const { path, line } = placeIn(issue);
  return {
    title: issue.title,
    body: bodyOf(issue),
    severity: issue.severity,
    ...(path === null || path.length > MAX_PATH
      ? {}
      : { path, ...(line === null ? {} : { line }) }),
    fingerprint: issue.fingerprint,
  };
}

function placeIn({ matter }: Issue): {
  readonly path: string | null;
  readonly line: number | null;
} {
  switch (matter.kind) {
    case 'unbacked':
      return matter.entry;
    case 'unmentioned':
      return { path: null, line: null };
    case 'problem':
      return matter.problem;
  }
}

function bodyOf({ matter }: Issue): string {
  switch (matter.kind) {
    case 'unbacked': {
      const { entry } = matter;
      return `${placeOf(entry)}\n\n${quoteEntry(entry.entry)}\n\nNo commit of the range makes it true, by number, words or files.`;
    }
    case 'unmentioned': {
      const files = matter.commit.files.slice(0, 10).map((file) => `- ${inlineCode(file)}`);
      return [
        describeCommit(matter.commit),
        ...(files.length === 0 ? [] : [files.join('\n')]),
      ].join('\n\n');
    }
    case 'problem': {
      const { path, line, advice } = matter.problem;
      const place = path === null ? [] : [placeOf({ path, line })];
      return [...place, quoteEntry(matter.problem.message), quoteEntry(advice)].join('\n\n');
    }
  }
}
