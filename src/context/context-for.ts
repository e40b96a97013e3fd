/** What a routine's run is told, by its settings and by what its engine needs. Pure. */
import { contextOf, type ContextSection, type ContextSettings } from '../words/context-settings.ts';
import type { Routine } from '../words/routine.ts';

/** What recipes decide by: a finding that they were not told of would be new to them, and be filed again. */
const NEEDED = new Set<ContextSection>(['findings', 'branches', 'own-report', 'other-reports']);
const LEAST_REPORTS = 3;

/**
 * The built-in engine has no limit of tokens, and knows only what its brief tells: it is given all findings, branches and
 * its reports, whatever the settings say; the rest is told as to any other, for people to read.
 */
export function contextFor(routine: Routine): {
  readonly settings: ContextSettings;
  /** What is neither cut nor counted. */
  readonly uncut: ReadonlySet<ContextSection>;
} {
  const settings = contextOf(routine);
  if (routine.agent.engine !== 'builtin') return { settings, uncut: new Set() };
  const { last, from } = settings.reports;
  const reports = {
    last: Math.max(last, LEAST_REPORTS),
    from: [...new Set([routine.id, ...from])],
  };
  return { settings: { ...settings, reports, branches: true }, uncut: NEEDED };
}
