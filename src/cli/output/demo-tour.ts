/** What a newcomer may look at after the demo, each a command that can be pasted. Pure. */
import type { BranchName } from '../../domain/ids.ts';

export interface Tour {
  /** Where the demo is, as one would name it from where one stands. */
  readonly place: string;
  /** What the runs left, in their order. */
  readonly branches: readonly BranchName[];
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

export function tourLines({ place, branches, byNpx }: Tour): TourLines {
  const inside = byNpx ? ` -C ${place}` : '';
  const program = `${byNpx ? 'npx ' : ''}roundsman${inside}`;
  return {
    lead: byNpx ? 'Look around, from here:' : `Look around: cd ${place}`,
    steps: [
      [`  ${program} reports show todo-sweep`, 'notes to do that nobody came back to'],
      [`  ${program} reports show ticket-digest`, 'what customers write about, by theme'],
      [`  ${program} reports show release-check`, 'the changelog against the commits'],
      ...branches.map((branch): [string, string] => [
        `  git${inside} show ${branch}`,
        `what ${branch.split('/')[1] ?? 'the run'} would change`,
      ]),
      [`  ${program} findings`, 'all that was found, known again in later runs'],
      [`  ${program} outbox`, 'what they propose and you decide'],
      [
        `  ${byNpx ? `npx roundsman demo ${place}` : 'roundsman demo'}`,
        'another night: nothing new, three quiet lines',
      ],
    ],
  };
}
