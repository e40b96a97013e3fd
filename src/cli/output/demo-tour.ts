/** What a newcomer may look at after the demo, each a command that can be pasted. Pure. */
import type { BranchName } from '../../words/ids.ts';

export interface Tour {
  /** Where the demo is, as one would name it from where one stands. */
  readonly place: string;
  /** What the runs left, in their order. */
  readonly branches: readonly BranchName[];
  /**
   * A user who came by npx has no `roundsman` on the PATH, and inside the demo npx would look for one in the
   * registry: every command is called from the user's current folder.
   */
  readonly byNpx: boolean;
}

export interface TourLines {
  readonly lead: string;
  readonly steps: readonly [command: string, what: string][];
}

export function tourLines({ place, branches, byNpx }: Tour): TourLines {
  const program = byNpx ? `npx roundsman -C ${place}` : 'roundsman';
  return {
    lead: byNpx ? 'Look around, from here:' : `Look around: cd ${place}`,
    steps: [
      [`  ${program} reports show todo-sweep`, 'old TODO notes, with their age'],
      [`  ${program} reports show ticket-digest`, 'what customers write about, by theme'],
      [`  ${program} reports show release-check`, 'the changelog against the commits'],
      ...branchSteps(program, branches),
      [`  ${program} inbox`, 'everything that waits for you'],
      [`  ${program} morning`, 'decide on it, one by one'],
      [
        `  ${byNpx ? `npx roundsman demo ${place}` : 'roundsman demo'}`,
        'another night: three quiet lines',
      ],
    ],
  };
}

function branchSteps(
  program: string,
  branches: Tour['branches'],
): readonly [command: string, what: string][] {
  if (branches.length === 0) return [];
  const what = branches.length === 1 ? 'the branch that waits' : 'the branches that wait';
  return [[`  ${program} review`, what]];
}
