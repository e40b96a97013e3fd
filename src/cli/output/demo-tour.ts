/** What a newcomer may do after the demo: three commands that can be pasted. Pure. */
export interface Tour {
  /** Whether the branch of small-fixes waits. */
  readonly fix: boolean;
  /** Where the demo is, as one would name it from where one stands. */
  readonly place: string;
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

export function tourLines({ place, fix, byNpx }: Tour): TourLines {
  const program = byNpx ? `npx roundsman -C ${place}` : 'roundsman';
  return {
    lead: byNpx ? 'Look around, from here:' : `Look around: cd ${place}`,
    steps: [
      ...landSteps(program, fix),
      [`  ${program} show feed-check --log`, 'see why a run failed'],
      [`  ${program} morning`, 'decide on the rest'],
    ],
  };
}

function landSteps(program: string, fix: boolean): readonly [command: string, what: string][] {
  return fix ? [[`  ${program} land small-fixes`, 'merge a small fix']] : [];
}
