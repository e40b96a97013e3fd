/** A notification on the desktop of whoever runs the daemon. Two of one message cannot be told apart there. */
import { platformFacts } from '../../platform/environment.ts';
import { runProcess } from '../../platform/process.ts';
import { asAppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Channel, SendRequest } from '../contract.ts';
import type { SendResult } from '../messages/send-result.ts';
import { desktopProgram } from './desktop-program.ts';
import { desktopText } from './desktop-text.ts';

const TIMEOUT_MS = 10_000;

/** @param os as Node names it */
export function desktopChannel(os: string = platformFacts().os): Channel<'desktop'> {
  return {
    kind: 'desktop',
    send: async (request) => {
      try {
        return await send(request, os);
      } catch (thrown) {
        return { kind: 'retry', why: oneLine(`desktop: ${asAppError(thrown).message}`, 300) };
      }
    },
  };
}

async function send(
  { message, surroundings }: SendRequest<'desktop'>,
  os: string,
): Promise<SendResult> {
  const { env, redactor, signal } = surroundings;
  const program = await desktopProgram(desktopText(message), env, os);
  if (program.kind === 'refused') return { ...program, why: `desktop: ${program.why}` };
  if (signal.aborted) return { kind: 'retry', why: 'desktop: it was ended before it began' };
  const result = await runProcess({
    argv: program.argv,
    cwd: '/',
    env: program.env,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 10_000,
    signal,
  });
  if (result.exitCode === 0) return { kind: 'sent', receipt: 'shown' };
  const said = oneLine(redactor.text(result.stderr), 200);
  if (result.cancelled) return { kind: 'retry', why: 'desktop: it was ended before it was shown' };
  if (result.timedOut)
    return { kind: 'retry', why: `desktop: it was not shown within ${TIMEOUT_MS / 1_000} s` };
  const why = result.startError ?? `exit code ${result.exitCode ?? 'none'}`;
  // Somebody may log in later.
  return { kind: 'retry', why: `desktop: ${why}${said === '' ? '' : `, ${said}`}` };
}
