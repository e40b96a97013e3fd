/** Which notes are not due yet, and which were due and are not done. Pure. */
import type { TodoFact } from '../../words/facts.ts';
import { compareVersions } from '../../words/version-order.ts';
import type { ProjectVersions } from './project-versions.ts';
import { isRuntime, type VersionWait } from './version-waits.ts';

export type DueState =
  | { readonly kind: 'due' }
  | { readonly kind: 'later'; readonly fact: NonNullable<TodoFact['dueLater']> }
  /** The version that it named has come. */
  | { readonly kind: 'overdue'; readonly version: string };

/* oxlint-disable-next-line eslint/max-params -- what it waits for, where it stands, and what is known */
export function dueState(
  wait: VersionWait | null,
  path: string,
  versions: ProjectVersions,
): DueState {
  if (wait === null) return { kind: 'due' };
  const of = versions.isProject(wait.of) ? 'project' : wait.of;
  // The version of something else tells nothing.
  if (of !== 'project' && !isRuntime(of)) return { kind: 'due' };
  const now = versions.find(path, of);
  if (wait.weak && !isToCome(wait, of, now)) return { kind: 'due' };
  if (of !== 'project') {
    const until = `${wait.name} ${wait.version ?? ''}`.trim();
    if (now !== null && wait.version !== null && hasCome(wait, now))
      return { kind: 'overdue', version: until };
    const words = wait.dropped
      ? `${until} is no longer supported`
      : `${until} is the oldest supported`;
    return {
      kind: 'later',
      fact: { until: words, now: now === null ? null : `${wait.name} ${now}` },
    };
  }
  if (wait.version === null) return { kind: 'later', fact: { until: 'a later version', now } };
  if (now !== null && compareNumbers(now, wait.version) >= 0)
    return { kind: 'overdue', version: wait.version };
  return { kind: 'later', fact: { until: `version ${wait.version}`, now } };
}

/** Said of a version without saying what is to be done in it: it counts where it is the project's and has not come. */
/* oxlint-disable-next-line eslint/max-params -- what it waits for, of what, and what there is */
function isToCome({ version }: VersionWait, of: string, now: string | null): boolean {
  return of === 'project' && now !== null && version !== null && compareNumbers(now, version) < 0;
}

function hasCome({ version, dropped }: VersionWait, floor: string): boolean {
  const order = compareNumbers(floor, version ?? '');
  return dropped ? order > 0 && !floor.startsWith(`${version ?? ''}.`) : order >= 0;
}

/** A version on the way (`2.0.0-dev`) is the time to do what is to be done in it. */
function compareNumbers(left: string, right: string): number {
  const plain = (version: string): string => /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;
  return compareVersions(plain(left), plain(right));
}
