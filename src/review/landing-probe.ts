/** Named moments of landing, undoing, discarding, replacing, restoring and splitting, each between two things that a crash may separate. */
export const LANDING_PROBE_POINTS = [
  'landing/recorded',
  'landing/prepared',
  'landing/fetched',
  'landing/moving-stored',
  'landing/moved',
  'landing/landed-stored',
  'landing/verdicts-written',
  'landing/branches-deleted',
  'landing/ended',
  'undo/prepared',
  'undo/undoing-stored',
  'undo/checkout-moved',
  'undo/moved',
  'undo/undone-stored',
  'undo/verdicts-written',
  'discard/recorded',
  'discard/refs-moved',
  'discard/verdicts-written',
  'replace/recorded',
  'replace/refs-moved',
  'replace/verdict-written',
  'restore/refs-moved',
  'restore/verdict-written',
  'split/prepared',
  'split/recorded',
  'split/refs-moved',
  'split/verdict-written',
] as const;

export type LandingProbePoint = (typeof LANDING_PROBE_POINTS)[number];

/** Called when the point was reached, before anything that follows it. Must not throw. */
export type LandingProbe = (point: LandingProbePoint) => Promise<void>;

/** What every program that ships passes. */
export const noLandingProbe: LandingProbe = () => Promise.resolve();
