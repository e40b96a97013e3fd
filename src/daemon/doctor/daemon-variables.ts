/** Which variables a daemon would have: as a service it has what its unit and its file of secrets say, else what it was started with; not this terminal's. */
import type { FoundAccount } from '../../engines/find-credentials.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { processVariables } from '../../platform/process-tree.ts';
import { findDaemon } from '../../scheduler/ask-daemon.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { ServiceDefinition } from '../service/contract.ts';
import { planInstall } from '../service/install-service.ts';
import { no, type Verdict } from './check.ts';

export interface DaemonVariables {
  has(name: string): boolean;
  /** Where one that is missing is to be set. */
  readonly hint: string;
}

export async function daemonVariables(workspace: Workspace): Promise<DaemonVariables> {
  const service = await installedService(workspace);
  const secrets = service?.secretsFile ?? null;
  if (service === null || secrets === null) {
    const daemon = await findDaemon(workspace.location.stateDir);
    const own = daemon === null ? null : processVariables(daemon.process.pid);
    // Without a daemon, one would be started from here.
    return own === null
      ? {
          has: (name) => (workspace.env[name] ?? '') !== '',
          hint: 'Set it where the daemon is started.',
        }
      : {
          has: (name) => own.has(name),
          hint: 'Set it where the daemon is started, and start the daemon again: roundsman stop, roundsman start.',
        };
  }
  const names = serviceVariables(service.content, (await readTextIfThere(secrets)) ?? '');
  return {
    has: (name) => names.has(name),
    hint: `The service has its own: write NAME=value into ${secrets}, and restart it.`,
  };
}

/** Names of those that have a value, in the unit itself or in its file of secrets. Pure. */
export function serviceVariables(unit: string, secrets: string): ReadonlySet<string> {
  const own = unit.split('\n').flatMap((line) => /^Environment=(.*)$/.exec(line)?.[1] ?? []);
  return new Set([...namesIn(own.join('\n')), ...namesIn(secrets)]);
}

/** Of lines `NAME=value`, quoted or not; one without a value is not set. */
function namesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*"?([A-Za-z_][A-Za-z0-9_]*)=["']?[^"'\s]/.exec(line)?.[1] ?? []);
}

/** The service that keeps the daemon of this workspace; `null` also where there can be none. */
export async function installedService(workspace: Workspace): Promise<ServiceDefinition | null> {
  try {
    const { service, installed } = await planInstall(workspace);
    return installed === null ? null : service;
  } catch (thrown) {
    // Another system, a program fetched for once: then no service of ours is there.
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}

// Whether the daemon would find the account that an engine has in this terminal.

/** Other places of the settings and log-ins of engines. */
const MOVED = [
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_CONTENT',
  'GEMINI_CLI_HOME',
  'PI_CODING_AGENT_DIR',
  'QWEN_HOME',
  'COPILOT_HOME',
];

/** `null`: it has all the variables that this account rests on. */
export async function whyDaemonDiffers(
  workspace: Workspace,
  { credentials, userSettings, notUsed }: FoundAccount,
): Promise<Verdict | null> {
  const { env } = workspace;
  if (credentials.kind === 'own' || credentials.kind === 'missing') return null;
  const named = [
    ...(credentials.kind === 'key' ? [credentials.variable] : []),
    ...[userSettings?.endpointFrom, userSettings?.modelFrom].flatMap((name) => name ?? []),
    ...(userSettings === null && notUsed === null && credentials.kind !== 'file' ? [] : MOVED),
  ];
  const here = [...new Set(named)].filter((name) => (env[name] ?? '') !== '');
  if (here.length === 0) return null;
  const variables = await daemonVariables(workspace);
  const missing = here.filter((name) => !variables.has(name));
  if (missing.length === 0) return null;
  return no(
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} set in this terminal, and not where the daemon runs: its runs find another account, or none`,
    variables.hint,
  );
}
