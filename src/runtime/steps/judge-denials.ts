/** What the run was denied, from what was recorded on its way and from the agent's own word. */
import { denialFailure, runDenials, type DenialSources } from '../../engines/run-denials.ts';
import type { AgentOutput } from '../../reports/contract.ts';
import { readEgressRecords, type EgressRecord } from '../../sandbox/egress/egress-record.ts';
import type { RunDenial } from '../../words/agent-exit.ts';
import type { Failure } from '../../words/errors.ts';
import type { StepContext } from './step-context.ts';

interface JudgedDenials {
  readonly denied: readonly RunDenial[];
  /** With `permissions.on-denied: fail`, when nothing else had failed before. */
  readonly failure: Failure | null;
  readonly notices: readonly string[];
}

export async function judgeDenials(
  { paths, record, spec }: Pick<StepContext, 'paths' | 'record' | 'spec'>,
  output: AgentOutput | null,
): Promise<JudgedDenials> {
  const egress = await readEgressRecords(paths.egress);
  const denied = runDenials({
    programs: egress.flatMap(programOf),
    agentExit: record.agentExit,
    missing: output?.missing ?? [],
  });
  const fails = spec.routine.permissions.onDenied === 'fail' && record.failure === null;
  return {
    denied,
    failure: fails ? denialFailure(denied) : null,
    notices: credentialNotices(egress),
  };
}

function programOf({ purpose, denied }: EgressRecord): DenialSources['programs'] {
  return purpose === 'hand-back' ? [] : [{ during: purpose, denied }];
}

function credentialNotices(egress: readonly EgressRecord[]): readonly string[] {
  const hosts = [...new Set(egress.flatMap(({ credentials }) => credentials))];
  if (hosts.length === 0) return [];
  return [
    `set-up was given your credentials for ${hosts.join(', ')}; they were gone before the agent started`,
  ];
}
