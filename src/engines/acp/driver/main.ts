/**
 * The driver of an agent that speaks the Agent Client Protocol: `node dist/engines/acp/driver/main.js PLAN`, started like any
 * agent. Prints events, one JSON object a line. Exit 0: the agent said that it was done.
 */
import { systemClock } from '../../../platform/clock.ts';
import { readEnvironment } from '../../../platform/environment.ts';
import { readText } from '../../../platform/files.ts';
import { dropInherited } from '../../../platform/inherited-descriptors.ts';
import { onSignals, commandLine, openTerminal, setExitCode } from '../../../platform/terminal.ts';
import { asAppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';
import { eventLine, type DriverEvent } from '../read-stream.ts';
import { drive } from './drive.ts';
import { readDriverPlan } from './driver-plan.ts';

dropInherited();
const terminal = openTerminal();
const stop = new AbortController();
onSignals({ SIGTERM: () => stop.abort(), SIGINT: () => stop.abort() });
setExitCode(1);
async function work(): Promise<void> {
  const plan = await readDriverPlan(commandLine()[0] ?? '');
  const emit = (event: DriverEvent): void => {
    terminal.out(eventLine(event));
    if (event.kind === 'end' && event.reason === 'success') setExitCode(0);
  };
  await drive({
    plan,
    prompt: await readText(plan.promptFile),
    env: readEnvironment(),
    clock: systemClock,
    emit,
    stop: stop.signal,
  });
}

void work().catch((thrown: unknown) => {
  const { message, hint } = asAppError(thrown);
  terminal.err(`${oneLine(hint === '' ? message : `${message}. ${hint}`, 1_000)}\n`);
});
