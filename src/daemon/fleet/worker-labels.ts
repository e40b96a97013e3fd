/** What a worker can do, as labels that routines ask for by `runs-on`. Of secrets only names are told. */
import { platformFacts } from '../../platform/environment.ts';
import { trustedSettings } from '../../routines/trust/trusted-settings.ts';
import { listAgents } from '../../runtime/agents/list-agents.ts';
import { AppError } from '../../words/errors.ts';
import { secretsOfEnvironment } from '../../words/redaction/secret.ts';
import { runLabel } from '../../words/run-label.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** @param own that it was started with. Throws `usage` for what is no label */
export async function workerLabels(
  workspace: Workspace,
  own: readonly string[],
): Promise<readonly string[]> {
  for (const label of own) if (!runLabel.test(label)) throw badLabel(label);
  const { env, actor, location } = workspace;
  const { config } = await trustedSettings(workspace);
  const agents = await listAgents({
    folder: location.root,
    env,
    actor,
    engines: config.engines,
    workspace,
  });
  // A program is named by its routine, so what it needs is there or not.
  const engines = agents.filter(({ state }) => state.kind !== 'missing').map(({ id }) => id);
  const secrets = secretsOfEnvironment(env).map(({ name }) => name);
  const all = [
    `os:${platformFacts().os}`,
    ...engines.map((id) => `engine:${id}`),
    ...secrets.map((name) => `secret:${name}`),
    ...own,
  ];
  return [...new Set(all.filter((label) => runLabel.test(label)))].toSorted();
}

function badLabel(label: string): AppError {
  return new AppError('usage', {
    code: 'bad-label',
    message: `--label is "${oneLine(label, 60)}", which is no label`,
    hint: 'Use letters, digits, `_`, `.` and `-`, and at most one colon: gpu, team:web',
  });
}
