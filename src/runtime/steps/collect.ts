/** `collect`: runs the collectors on the base commit and stores one facts file each. */
import { join } from 'node:path';

import { collectorName, kindOf } from '../../collectors/registry.ts';
import { ticketsOf } from '../../connectors/registry.ts';
import { makeFolder, writeText } from '../../platform/files.ts';
import { signalRunProcesses } from '../../platform/process-tree.ts';
import { withEgress } from '../../sandbox/egress/with-egress.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { asAppError } from '../../words/errors.ts';
import { redactDeep } from '../../words/redaction/redact-value.ts';
import type { StepOutcome } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { enclose } from '../../worktrees/enclose.ts';
import { checkOutBase } from '../../worktrees/open-run-repository.ts';
import { openedBase, done, type StepContext, worktreeRequest } from './step-context.ts';

const MOST_MS = 60_000;

const LOOK_EVERY_MS = 50;

export async function collect(context: StepContext): Promise<StepOutcome> {
  const { spec, paths } = context;
  const opened = openedBase(context);
  const request = worktreeRequest(context);
  await makeFolder(paths.facts);
  for (const rule of spec.routine.collect) {
    const name = collectorName(rule);
    const facts = await kindOf(rule).collect({
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
      cacheFolder: machinePaths(spec.workspace.stateDir).cache,
      outside: {
        connections: spec.settings.connections ?? [],
        ticketsOf,
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

/**
 * While `work` goes on after the signal, every program of the run is ended, and again until none is left: a sandbox whose
 * outer process is ended while it is being made continues without it, and would hold the pipes that `work` reads.
 */
async function endingAtAbort<Result>(
  { spec, clock, signal }: Pick<StepContext, 'spec' | 'clock' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const end = async (): Promise<void> => {
    while (!over.signal.aborted) {
      signalRunProcesses(spec.id, 'SIGKILL');
      await clock.sleep(LOOK_EVERY_MS, over.signal);
    }
  };
  const begin = (): void => void end();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await work();
  } finally {
    over.abort();
    signal.removeEventListener('abort', begin);
  }
}

/**
 * What people did with issues since the last look is known before anything is told of findings. It costs a bounded time.
 * For the report. A tracker that does not answer fails no run.
 */
async function learnBefore(context: StepContext): Promise<readonly string[]> {
  const { items, spec, clock } = context;
  const isOurs = ({ routine }: { readonly routine: string | null }): boolean =>
    routine === spec.routine.id;
  const every = await items.list();
  if (!every.some((item) => item.tracker !== undefined && isOurs(item))) return [];
  const late = new AbortController();
  const learning = async (): Promise<readonly string[]> => {
    const [{ learnVerdicts }, { trackersOfRun }] = await Promise.all([
      import('../../connections/trackers/learn-verdicts.ts'),
      import('./trackers-of-run.ts'),
    ]);
    const { told, problems } = await learnVerdicts(trackersOfRun(context), isOurs);
    return [...told, ...problems].map((text) => oneLine(context.redactor.text(text), 1_000));
  };
  const tooLate = async (): Promise<readonly string[]> => {
    await clock.sleep(MOST_MS, late.signal);
    return ['what people did with issues was not learned in time: the next run looks again'];
  };
  try {
    return await Promise.race([learning(), tooLate()]);
  } catch (thrown) {
    return [`what people did with issues was not learned: ${oneLine(asAppError(thrown).message)}`];
  } finally {
    late.abort();
  }
}
