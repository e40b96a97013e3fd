/** Whether an unattended night would go well here, as far as can be told without starting anything. */
import { readActiveRoutines, type ActiveRoutines } from '../../routines/active-routines.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { askAll, type Answer } from './ask-all.ts';
import type { Check, CheckContext, Verdict } from './check.ts';
import { CHECKS } from './checks.ts';
import { daemonCheck } from './checks/daemon.ts';

export interface Diagnosis {
  /** No check says no. */
  readonly ready: boolean;
  readonly checks: readonly Answer[];
}

interface DoctorOptions {
  /** A daemon that is just coming up asks: that there is none is no news to it. */
  readonly starting?: boolean;
}

const PATIENCE_MS = 10_000;

/** Every check answers within ten seconds, whatever the others do; in the order of the registry. Never rejects. */
export async function runDoctor(
  workspace: Workspace,
  { starting = false }: DoctorOptions = {},
): Promise<Diagnosis> {
  const checks = starting ? CHECKS.filter((check) => check !== daemonCheck) : CHECKS;
  return diagnose(checks, workspace);
}

/** Apart from the registry, so that a check can be tried alone. */
export async function diagnose(checks: readonly Check[], workspace: Workspace): Promise<Diagnosis> {
  const answers = await askAll(checks, {
    context: { workspace, active: activeOnce(workspace) },
    clock: workspace.clock,
    patienceMs: PATIENCE_MS,
  });
  return { ready: isReady(answers), checks: answers };
}

/** Reads on the first call; later calls share the result. */
export function activeOnce(workspace: Workspace): CheckContext['active'] {
  let reading: Promise<ActiveRoutines> | null = null;
  return () => (reading ??= readActiveRoutines(workspace));
}

export function isReady(answers: readonly Verdict[]): boolean {
  return answers.every(({ ok }) => ok !== 'no');
}
