/** What a newcomer may look at after the demo, each a command that can be pasted. Pure. */
import type { BranchName } from '../../domain/ids.ts';

export interface Tour {
  /** Where the demo is, as one would name it from where one stands. */
  readonly place: string;
  readonly branch: BranchName | null;
  /**
   * Somebody who came by npx has no `roundsman` on the PATH, and inside the demo npx would look for one in the
   * registry: everything is called from where they stand.
   */
  readonly byNpx: boolean;
}

export interface TourLines {
  readonly lead: string;
  readonly steps: readonly [command: string, what: string][];
}

export function tourLines({ place, branch, byNpx }: Tour): TourLines {
  const inside = byNpx ? ` -C ${place}` : '';
  const program = `${byNpx ? 'npx ' : ''}roundsman${inside}`;
  return {
    lead: byNpx ? 'Look around, from here:' : `Look around: cd ${place}`,
    steps: [
      [`  ${program} reports show`, 'the report'],
      ...(branch === null
        ? []
        : [[`  git${inside} show ${branch}`, 'what the run changed'] satisfies [string, string]]),
      [`  ${program} findings`, 'what it found, known again in later runs'],
      [`  ${program} outbox`, 'what it proposes and you decide'],
      [`  ${program} run todo-sweep`, 'another night: nothing new, one quiet line'],
    ],
  };
}
