/** Whether the daemon would find the account that an engine has in this terminal. */
import type { FoundAccount } from '../../engines/find-credentials.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { no, type Verdict } from './check.ts';
import { daemonVariables } from './daemon-variables.ts';

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
