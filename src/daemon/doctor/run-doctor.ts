/** Whether an unattended night would go well here, as far as can be told without starting anything. */
import { type ActiveRoutines, readActiveRoutines } from '../../routines/active-routines.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { type Answer, askAll, type Check, type CheckContext, type Verdict } from './check.ts';
import { daemonCheck, lingerCheck } from './checks/daemon.ts';
import { definitionsCheck, pausesCheck, pushedCheck, riskCheck } from './checks/definitions.ts';
import { enginesCheck } from './checks/engines.ts';
import { connectionsCheck, environmentCheck, hooksCheck } from './checks/environment.ts';
import { heldWorkCheck, quarantineCheck, restsCheck } from './checks/held-work.ts';
import { isolationCheck } from './checks/isolation.ts';
import { clockCheck, gitCheck, nodeCheck, timezoneCheck } from './checks/machine.ts';
import { messagesCheck, reportsCheck } from './checks/messages.ts';
import { diskCheck, locksCheck, stateFolderCheck, storeCheck } from './checks/state.ts';

// Every check there is, in the order in which they are told: the machine first, then what is to run on it.

export const CHECKS: readonly Check[] = [
  gitCheck,
  nodeCheck,
  stateFolderCheck,
  storeCheck,
  diskCheck,
  locksCheck,
  clockCheck,
  timezoneCheck,
  reportsCheck,
  definitionsCheck,
  pushedCheck,
  enginesCheck,
  environmentCheck,
  connectionsCheck,
  isolationCheck,
  riskCheck,
  hooksCheck,
  pausesCheck,
  messagesCheck,
  restsCheck,
  heldWorkCheck,
  quarantineCheck,
  daemonCheck,
  lingerCheck,
];

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
