/** What went wrong with an agent, in words: from how its process ended, and from what its own stream says. Pure. */
import { type AgentExit, type AgentOutcome, hasSucceeded } from '../words/agent-exit.ts';
import { assertNever, type Failure } from '../words/errors.ts';
import { shortIdOf, type RunId } from '../words/ids.ts';
import { limitFailure } from '../words/resource-limits.ts';
import { oneLine } from '../words/text.ts';

/** What went wrong with the agent's process, for the report; `null` when it exited with 0. */
export function failureOfExit(
  exit: AgentExit,
  { run, ...limits }: { readonly run: RunId; readonly timeout: string; readonly idle: string },
): Failure | null {
  const log = `See the end of its log: roundsman logs ${shortIdOf(run)}`;
  switch (exit.cause) {
    case 'exited':
      return failureOfItsOwn(exit, log);
    case 'signalled':
      return {
        code: 'agent-killed',
        message: `the agent was ended by ${exit.signal ?? 'a signal'}`,
        hint: log,
      };
    case 'not-started':
      return {
        code: 'engine-missing',
        message: `the agent could not be started: ${exit.message ?? 'unknown'}`,
        hint: 'Check agent.command and PATH.',
      };
    case 'timed-out':
      return {
        code: 'timed-out',
        message: `the agent was still at work after ${limits.timeout} and was ended`,
        hint: 'Raise limits.timeout, or give it less to do.',
      };
    case 'silent':
      return {
        code: 'silent',
        message: `the agent printed nothing for ${limits.idle} and was ended`,
        hint: 'Raise limits.idle-timeout if it works without a word.',
      };
    case 'disk-full':
      return {
        code: 'disk-full',
        message: exit.message ?? 'the disk was nearly full, and the agent was ended',
        hint: 'Make room on the disk: roundsman gc shows what may go.',
      };
    case 'over-limit':
      return limitFailure(exit.message ?? 'the agent took more of the machine than it may');
    case 'limited':
      return refusedBy('limit', exit.message ?? 'its model’s side took no more requests');
    case 'unauthorized':
      return refusedBy('unauthorized', exit.message ?? 'its model’s side did not accept the key');
    case 'over-budget':
      return refusedBy(
        exit.outcome?.end.reason === 'turns' ? 'turns' : 'budget',
        exit.message ?? 'what the run may use was used up',
      );
    case 'cancelled':
      return { code: 'cancelled', message: exit.message ?? 'the run was cancelled', hint: '' };
    case 'lost':
      return {
        code: 'lost',
        message: exit.message ?? 'the supervisor of the run died',
        hint: 'What the agent left was kept.',
      };
  }
}

function failureOfItsOwn(exit: AgentExit, log: string): Failure | null {
  if (hasSucceeded(exit)) return null;
  if (exit.outcome !== null && exit.outcome.end.reason !== 'success')
    return failureOfEnd(exit.outcome, log);
  return {
    code: 'agent-failed',
    message: `the agent ended with exit code ${exit.exitCode ?? 'unknown'}`,
    hint: log,
  };
}

/** What its own stream says went wrong. */
function failureOfEnd({ end }: AgentOutcome, log: string): Failure {
  const why = end.message === null ? '' : `: ${oneLine(end.message, 300)}`;
  switch (end.reason) {
    case 'limit':
      return refusedBy(end.reason, `its model’s side took no more requests${why}`);
    case 'unauthorized':
      return refusedBy(end.reason, `its model’s side did not accept the key${why}`);
    case 'turns':
      return refusedBy(end.reason, `the agent used up its turns${why}`);
    case 'budget':
      return refusedBy(end.reason, `the agent used up its budget${why}`);
    case 'crashed':
      return {
        code: 'agent-failed',
        message: `the agent ended without saying that it was done${why}`,
        hint: log,
      };
    case 'success':
    case 'error':
    case 'cancelled':
    case 'timed-out':
    case 'silent':
      return { code: 'agent-failed', message: `the agent failed${why}`, hint: log };
    default:
      return assertNever(end.reason);
  }
}

function refusedBy(
  reason: 'limit' | 'unauthorized' | 'turns' | 'budget',
  message: string,
): Failure {
  switch (reason) {
    case 'limit':
      return {
        code: 'model-limited',
        message,
        hint: 'Raise limits.park-max to let it wait, or name another engine in agent.fallbacks.',
      };
    case 'unauthorized':
      return { code: 'unauthorized', message, hint: 'roundsman agents says how to log in.' };
    case 'turns':
      return {
        code: 'turns-used-up',
        message,
        hint: 'Raise agent.max-turns, or give it less to do.',
      };
    case 'budget':
      return {
        code: 'over-budget',
        message,
        hint: 'Raise limits.budget, or give it less to do.',
      };
  }
}
