/** What sends the messages of a workspace outside of a run: by the connections that are active, not those checked out. */
import { noteOutcome } from '../../delivery/note-outcome.ts';
import { openSender, type Sender } from '../../delivery/send-message.ts';
import type { Connection } from '../../domain/connection.ts';
import { makeRedactor } from '../../domain/redaction/redactor.ts';
import { secretsOfEnvironment } from '../../domain/redaction/run-secrets.ts';
import { noProbe, type StepProbe } from '../../domain/step-probe.ts';
import { messageLock } from '../../store/files/message-lock.ts';
import type { Workspace } from '../contract.ts';

export interface WorkspaceSenderParts {
  readonly workspace: Workspace;
  readonly connections: () => readonly Connection[];
  readonly timezone: () => string;
  readonly pageUrl: () => string | null;
  readonly signal: AbortSignal;
  readonly probe?: StepProbe;
}

export function openWorkspaceSender(parts: WorkspaceSenderParts): Sender {
  const { workspace, signal, probe = noProbe } = parts;
  const { location, clock, env, messages } = workspace;
  const exclusively = messageLock(location.stateDir, clock);
  return openSender({
    messages,
    exclusively,
    onMoved: noteOutcome(location.stateDir, exclusively),
    surroundings: {
      get connections() {
        return parts.connections();
      },
      get workspace() {
        return { name: location.name, timezone: parts.timezone() };
      },
      get pageUrl() {
        return parts.pageUrl();
      },
      root: location.bare ? null : location.root,
      env,
      clock,
      redactor: makeRedactor(secretsOfEnvironment(env)),
      probe,
      signal,
    },
  });
}
