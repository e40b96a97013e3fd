/** `collect`: runs the collectors on the base commit and stores one facts file each. */
import { join } from 'node:path';

import { collectFacts, collectorName } from '../../collectors/collect-facts.ts';
import { makeFolder, writeText } from '../../platform/files.ts';
import { withEgress } from '../../sandbox/egress/with-egress.ts';
import { workspacePaths } from '../../store/state-paths.ts';
import { redactDeep } from '../../words/redaction/redact-value.ts';
import type { StepOutcome } from '../../words/run.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { enclose } from '../../worktrees/enclose.ts';
import { checkOutBase } from '../../worktrees/open-run-repository.ts';
import { endingAtAbort } from './ending-at-abort.ts';
import { learnBefore } from './learn-before.ts';
import { openedBase } from './opened-base.ts';
import { done, type StepContext } from './step-context.ts';
import { worktreeRequest } from './worktree-request.ts';

export async function collect(context: StepContext): Promise<StepOutcome> {
  const { spec, paths } = context;
  const opened = openedBase(context);
  const request = worktreeRequest(context);
  await makeFolder(paths.facts);
  for (const rule of spec.routine.collect) {
    const name = collectorName(rule);
    const facts = await collectFacts({
      rule,
      root: spec.workspace.bare ? null : spec.workspace.root,
      home: context.env['HOME'] ?? null,
      memory: await context.memories.read(spec.routine.id, name),
      timezone: spec.settings.timezone,
      repository: spec.workspace.gitDir,
      base: opened.base,
      window: spec.window,
      deployment: spec.event?.deployment ?? null,
      now: new Date(spec.slot.scheduledFor),
      gitEnv: context.gitEnv,
      cacheFolder: workspacePaths(spec.workspace.stateDir).cache,
      outside: {
        connections: spec.settings.connections ?? [],
        env: context.env,
        clock: context.clock,
        learn: context.redactor.learn,
      },
      command: {
        worktree: async () => {
          await checkOutBase(request, opened);
          return paths.worktree;
        },
        env: commandEnvironment(request, {}),
        enclosed: async (command, work) => {
          const enclosed = await enclose(request, 'collect', command);
          const use = { purpose: 'collect' as const, network: enclosed.network };
          return withEgress(request, use, async () =>
            endingAtAbort(context, async () => work(enclosed)),
          );
        },
      },
      progress: (text) => context.progress(`${name}: ${text}`),
      signal: context.signal,
    });
    // What is known alone: facts must stay what they are.
    const told = JSON.stringify(redactDeep(facts, context.redactor.known));
    await writeText(join(paths.facts, `${name}.json`), told);
  }
  return done({ notices: await learnBefore(context) });
}
