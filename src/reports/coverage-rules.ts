/**
 * How much of what the collectors found the agent looked at. Pure.
 *
 * Only what the agent was given counts: items that were cut off for size cannot have been examined. An agent
 * that writes coverage.json is held to it, by default for everything (share 1). One that writes none is taken
 * at its word, unless the routine asks for a share by name, or the built-in engine did the work, which always
 * writes it. A collector that gave nothing is always covered.
 */
import { kindOf } from '../collectors/registry.ts';
import type { CoverageFile } from '../engines/agent-contract.ts';
import type { Facts, FactsByCollector } from '../words/facts.ts';
import type { ReportRules, Routine } from '../words/routine.ts';

export interface CollectorCoverage {
  readonly collector: string;
  /** Items the agent was given. */
  readonly given: number;
  /** `null`: the agent did not say. */
  readonly examined: number | null;
  /** Share 0…1 that is asked for; `null` when none is. */
  readonly wanted: number | null;
  readonly enough: boolean;
}

export interface CoverageRequest {
  readonly facts: FactsByCollector;
  readonly coverage: CoverageFile;
  readonly minCoverage: ReportRules['minCoverage'];
  readonly engine: Routine['agent']['engine'];
}

export function coverageOf(request: CoverageRequest): readonly CollectorCoverage[] {
  const said = new Map(Object.entries(request.coverage));
  const asked = new Map(Object.entries(request.minCoverage));
  return Object.entries(request.facts).map(([collector, facts]) => {
    const given = itemsGiven(facts);
    const examined = said.get(collector)?.examined ?? null;
    const always = examined !== null || request.engine === 'builtin' ? 1 : null;
    const wanted = asked.get(collector) ?? always;
    const enough =
      given === 0 || wanted === null || wanted === 0 || (examined ?? -1) >= given * wanted;
    return { collector, given, examined, wanted, enough };
  });
}

/** What is wrong with the coverage, one sentence a collector. */
export function coverageProblems(all: readonly CollectorCoverage[]): readonly string[] {
  return all.flatMap(({ collector, given, examined, wanted, enough }) => {
    if (enough) return [];
    const share = `${Math.round((wanted ?? 1) * 100)} %`;
    return examined === null
      ? [
          `coverage of ${collector} is unknown: coverage.json does not name it, and ${share} is asked for`,
        ]
      : [
          `coverage of ${collector} is too low: ${examined} of ${given} examined, ${share} is asked for`,
        ];
  });
}

function itemsGiven(facts: Facts): number {
  const listed = kindOf(facts).listed?.(facts) ?? facts.items.length;
  return Math.min(facts.coverage.found, listed);
}
