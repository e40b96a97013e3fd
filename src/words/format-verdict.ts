/** Verdicts on runs, told to people. Pure. */
import { assertNever } from './errors.ts';
import type { Recovery, RunVerdict } from './judge-run.ts';

/** What is said beside a run that has not ended; `null` when there is nothing unusual. */
export function formatVerdict(verdict: RunVerdict): string | null {
  switch (verdict.kind) {
    case 'finished':
    case 'adopted':
    case 'resting':
    case 'rested':
      return null;
    case 'older':
      return `it was begun by an older Roundsman (form ${verdict.protocol}), whose supervisor finishes it`;
    case 'elsewhere':
      return 'another machine works on it';
    case 'newer':
      return `it was made by a newer Roundsman (form ${verdict.protocol}): shown as far as it can be read, and not touched`;
    case 'resumed':
    case 'interrupted':
    case 'rebooted':
      return formatRecovery(verdict);
    case 'corrupt':
      return `it cannot be read (${verdict.problem})`;
    default:
      return assertNever(verdict);
  }
}

/** What happened to a run and what was done about it, for its report. */
export function formatRecovery(verdict: Recovery): string {
  switch (verdict.kind) {
    case 'resumed':
      return `the supervisor of the run died; another one took it up again at \`${verdict.at}\``;
    case 'interrupted':
      return `the run was interrupted: ${BECAUSE[verdict.because]}; what there was is kept`;
    case 'rebooted':
      return verdict.lost
        ? 'the run was interrupted: the machine was restarted before the agent was done; what there was is kept'
        : 'the machine was restarted during the run; it was taken up again';
    case 'rested':
      return 'the run was at rest, and was taken up again';
    default:
      return assertNever(verdict);
  }
}

const BECAUSE: Readonly<Record<Extract<Recovery, { kind: 'interrupted' }>['because'], string>> = {
  agent: 'its supervisor died while the agent worked',
  older: 'the supervisor of an older Roundsman died before the agent was done',
  supervisors: 'one supervisor after the other died at it',
};
