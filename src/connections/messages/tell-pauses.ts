/** Messages about routines that Roundsman paused, because they failed again and again. */
import type { RoutineId } from '../../words/ids.ts';
import type { Pause, ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { escapeMarkdown, oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { makeMessages, type MakingParts } from '../make-messages.ts';
import { tellEach } from './tell-each.ts';

/** Whose word a pause after failures is. */
const OURS = 'roundsman';

export interface PausesNow {
  /** What is scheduled now. */
  readonly find: (id: RoutineId) => ScheduledRoutine | null;
  /** Older ones were told, or are too old to be news. */
  readonly since: string;
}

/** Gives what kept some of them from being told. */
export async function tellPauses(
  workspace: Workspace,
  making: MakingParts,
  { find, since }: PausesNow,
): Promise<readonly unknown[]> {
  return tellEach(await workspace.pauses.list(), async (pause) => {
    const active = find(pause.routine);
    if (pause.by === OURS && pause.at >= since && active !== null)
      await tellPause(workspace, making, { pause, definition: active.definition });
  });
}

async function tellPause(
  { definitions, clock }: Workspace,
  making: MakingParts,
  { pause, definition }: { readonly pause: Pause; readonly definition: string },
): Promise<void> {
  const key = `paused:${pause.routine}:${pause.at}`;
  if (await making.told.has(key)) return;
  const stored = await definitions.read(definition);
  const rules = stored?.routine.notify ?? [];
  if (stored === null || !rules.some(({ on }) => on.includes('paused'))) return;
  await makeMessages(making, {
    routine: pause.routine,
    rules,
    content: {
      key,
      routine: pause.routine,
      occasions: ['paused'],
      name: oneLine(stored.routine.name),
      title: 'paused after failures',
      tone: 'bad',
      at: pause.at,
      run: null,
      findings: [],
      markdown: `${escapeMarkdown(pause.reason)}\n\nIt starts no more by itself. When what was wrong is set right: \`roundsman resume ${pause.routine}\`\n`,
      heldBack: 0,
    },
    failures: 0,
    failingSince: null,
    now: clock.now(),
    timezone: stored.settings.timezone,
  });
}
