/** Whether an unattended night would go well here, as far as can be told without starting anything. */
import { oneLine } from '../../domain/text.ts';
import type { Clock } from '../../platform/clock.ts';
import { readActiveRoutines, type ActiveRoutines } from '../active-routines.ts';
import type { Workspace } from '../contract.ts';
import { no, verdictOf, type Check, type CheckContext, type Verdict } from './check.ts';
import { CHECKS } from './checks.ts';
import { daemonCheck } from './checks/daemon.ts';

export interface Diagnosis {
  /** No check says no. */
  readonly ready: boolean;
  readonly checks: readonly (Verdict & { readonly name: string })[];
}

export interface DoctorOptions {
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
  let reading: Promise<ActiveRoutines> | null = null;
  const active = (): Promise<ActiveRoutines> => (reading ??= readActiveRoutines(workspace));
  const answers = await Promise.all(
    checks.map(async (check) => {
      const { detail, ...verdict } = await answer(check, { workspace, active });
      return { name: check.name, ...verdict, detail: oneLine(detail, 500) };
    }),
  );
  return { ready: answers.every(({ ok }) => ok !== 'no'), checks: answers };
}

async function answer(check: Check, context: CheckContext): Promise<Verdict> {
  const done = new AbortController();
  try {
    return await Promise.race([check.look(context), tooLate(context.workspace.clock, done.signal)]);
  } catch (thrown) {
    return verdictOf(thrown);
  } finally {
    done.abort();
  }
}

async function tooLate(clock: Clock, signal: AbortSignal): Promise<Verdict> {
  await clock.sleep(PATIENCE_MS, signal);
  return no(
    `no answer within ${PATIENCE_MS / 1_000} s`,
    'Look at what it waits for, and try again.',
  );
}
