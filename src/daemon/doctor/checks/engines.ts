import { findAccount } from '../../../engines/find-credentials.ts';
import { findEngine } from '../../../engines/registry.ts';
import { settingsOfEngines } from '../../../routines/trust/trusted-settings.ts';
import { findSandbox } from '../../../sandbox/find-sandbox.ts';
import type { Routine } from '../../../words/routine.ts';
import { plural } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { activeDefinitions } from '../active-definitions.ts';
import { no, yes, type Check } from '../check.ts';
import { whyDaemonDiffers } from '../daemon-variables.ts';
import { unseenInside, formatUnseen } from '../seen-inside.ts';

export const enginesCheck: Check = {
  name: 'engines',
  look: async (context) => {
    const { workspace } = context;
    const ready = new Set<string>();
    const seen = new InsideLooks(workspace);
    const missing: { readonly routine: string; readonly message: string; readonly hint: string }[] =
      [];
    const settingsOf = await settingsOfEngines(workspace);
    for (const { definition } of await activeDefinitions(context)) {
      const { id, agent } = definition.routine;
      const engine = findEngine(agent.engine);
      const settings = settingsOf(agent.engine);
      const request = { agent, env: workspace.env, root: workspace.location.root, ...settings };
      const preflight = await engine.preflight(request);
      const account = await findAccount({ engine, env: workspace.env, ...settings });
      const { credentials } = account;
      const differs = await whyDaemonDiffers(workspace, account);
      if (preflight.kind === 'missing') missing.push({ routine: id, ...preflight.failure });
      else if (credentials.kind === 'missing') {
        missing.push({ routine: id, ...credentials.failure });
      } else if (differs !== null) {
        missing.push({ routine: id, message: differs.detail, hint: differs.hint });
      } else {
        const unseen = await seen.unseenBy(definition.routine);
        if (unseen === null) ready.add(agent.engine);
        else missing.push({ routine: id, ...unseen });
      }
    }
    const [first] = missing;
    if (first === undefined)
      return yes(ready.size === 0 ? 'none is needed' : `ready: ${[...ready].join(', ')}`);
    const more =
      missing.length === 1 ? '' : ` (and of ${plural(missing.length - 1, 'more routine')})`;
    return no(`of ${first.routine}${more}: ${first.message}`, first.hint);
  },
};

/** What would start outside has to be there in the sandbox too. Each command is looked for once. */
class InsideLooks {
  readonly #workspace: Workspace;
  readonly #answers = new Map<string, Promise<readonly string[]>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async unseenBy(
    routine: Routine,
  ): Promise<{ readonly message: string; readonly hint: string } | null> {
    const { location, env, clock } = this.#workspace;
    const asked = routine.workspace.isolation;
    if (asked !== 'auto' && asked !== 'sandbox') return null;
    const answer = await findSandbox({ workspace: location, env, clock });
    // That there is none is told by the check of isolation.
    if (answer.kind === 'missing') return null;
    const key = JSON.stringify([routine.agent.engine, routine.agent.command]);
    const look = this.#answers.get(key) ?? unseenInside(this.#workspace, routine, answer.record);
    this.#answers.set(key, look);
    const [first] = await look;
    return first === undefined ? null : formatUnseen(first);
  }
}
