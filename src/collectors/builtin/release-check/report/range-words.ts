/** The stretch of history that was checked, in words. */
import type { ReleaseNotesFacts } from '../../../../words/facts.ts';
import { inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';

/** `v1.2.0..v1.3.0`; plain text. */
export function rangeName({ range }: Pick<ReleaseNotesFacts, 'range'>): string {
  return `${fitLine(range.fromName, 80)}..${fitLine(range.toName, 80)}`;
}

/** `41 commits by 9 people`; co-authors count, and no name twice. */
export function commitsByPeople({ commits, moreCommits }: ReleaseNotesFacts): string {
  const people = new Set(commits.flatMap(({ author, coAuthors }) => [author, ...coAuthors]));
  const count = plural(commits.length + moreCommits, 'commit');
  return commits.length === 0 ? count : `${count} by ${plural(people.size, 'person', 'people')}`;
}

/** What was deployed, after what, as a sentence; `null` when the routine follows no deployments. */
export function formatDeployment(facts: ReleaseNotesFacts): string | null {
  const { deployment } = facts;
  if (deployment === null) return null;
  const { ref, previous, deployed } = deployment;
  const now = inlineCode(deployed.slice(0, 10));
  const at = inlineCode(fitLine(ref, 120));
  if (previous === null) return `Deployed: ${now} at ${at}, the first that was seen.`;
  const before = inlineCode(previous.slice(0, 10));
  if (previous === deployed) return `Deployed: ${now} at ${at}, the same as before.`;
  return isRollback(facts)
    ? `Rolled back: ${at} went from ${before} to ${now}. What is told here is what users no longer have.`
    : `Deployed: ${before}..${now} at ${at}.`;
}

/** The range is then what the deployment took away. */
export function isRollback({ deployment }: Pick<ReleaseNotesFacts, 'deployment'>): boolean {
  return deployment?.rolledBack === true;
}
