/** What is wrong with versions, dates, headings and marks. Pure. */
import type { ReleaseProblem } from '../../words/release-note.ts';
import { checkBreaking } from './check-breaking.ts';
import type { CheckRequest } from './check-contract.ts';
import { checkDates } from './check-dates.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkOrder } from './check-order.ts';
import { checkVersionSizes } from './check-version-size.ts';
import { checkVersions } from './check-versions.ts';

/** Headings first, in the order in which a person would put them right. */
export function checkRelease(request: CheckRequest): readonly ReleaseProblem[] {
  return [
    ...checkBreaking(request),
    ...checkVersionSizes(request),
    ...checkVersions(request),
    ...checkOrder(request),
    ...checkDates(request),
    ...checkDuplicates(request),
  ];
}
