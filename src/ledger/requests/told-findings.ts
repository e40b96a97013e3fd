import type { Finding } from '../../words/finding.ts';
import type { ToldFinding } from '../../words/proposal.ts';
import { fingerprintsOf } from '../finding-history.ts';

/** What an issue says of its findings: written down when it is proposed, since later runs may word them otherwise. */
/* oxlint-disable-next-line eslint/max-params -- which, and by what */
export function toldFindings(
  findings: readonly Finding[],
  fingerprints: readonly string[],
): readonly ToldFinding[] {
  return findings
    .filter((finding) => fingerprintsOf(finding).some((one) => fingerprints.includes(one)))
    .map(({ title, severity, location }) => ({ title, severity, location }));
}
