/** What sends the messages of a workspace outside of a run: by the connections that are active, not those checked out. */
import type { ActiveRoutines } from '../../routines/active-routines.ts';
import { noProbe, type StepProbe } from '../../words/step-probe.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { noteOutcome, openSender, type Sender } from '../send-message.ts';

export interface WorkspaceSenderParts {
  readonly workspace: Workspace;
  readonly active: () => Pick<ActiveRoutines, 'connections' | 'commit' | 'spending'>;
  readonly pageUrl: () => string | null;
  readonly signal: AbortSignal;
  readonly probe?: StepProbe;
  /** As `SenderParts` has it. */
  readonly writeForMs?: number;
  /** As `SendSurroundings` has it. */
  readonly daemonFollows?: boolean;
}

export function openWorkspaceSender(parts: WorkspaceSenderParts): Sender {
  const { workspace, signal, probe = noProbe, writeForMs = 0, daemonFollows = false } = parts;
  const { location, clock, env, redactor, messages } = workspace;
  return openSender({
    messages,
    exclusively: workspace.locks.messages,
    writeForMs,
    onMoved: noteOutcome(workspace),
    surroundings: {
      get connections() {
        return parts.active().connections;
      },
      get workspace() {
        return { name: location.name, timezone: parts.active().spending.timezone };
      },
      get pageUrl() {
        return parts.pageUrl();
      },
      get definitions() {
        const { commit } = parts.active();
        return commit === null ? null : { gitDir: location.gitDir, commit };
      },
      env,
      clock,
      redactor,
      probe,
      signal,
      daemonFollows,
    },
  });
}
