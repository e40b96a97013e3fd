/** Tells of runs, slots and pauses that other processes made: from records alone, each independently. */
import type { StoredRun } from '../../store/ports.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { MessageContent } from '../../words/message.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import { toRunView } from '../../words/run-view.ts';
import type { Pause, ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { escapeMarkdown, inlineCode, oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { makeMessages, type MakingParts, type TellParts, tellRun } from '../tell-run.ts';

/** Tells each one; a failure does not stop the others. Gives what was thrown; the caller tries again later. */
async function tellEach<One>(
  all: readonly One[],
  tell: (one: One) => Promise<void>,
): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  for (const one of all) {
    try {
      await tell(one);
    } catch (thrown) {
      problems.push(thrown);
    }
  }
  return problems;
}

// Messages about slots that were missed: those of a routine that were recorded together are told together.

const MOST_LISTED = 20;
/** The process that recorded some may be about to record more at the same instant. */
const SETTLED_MS = 5_000;

/** Older slots are not searched: after a longer absence, `roundsman slots` lists them. */
const FURTHEST_MS = 60 * 86_400_000;

interface MissedTold {
  /** Some may come in a moment. */
  readonly more: boolean;
  /** What kept some of them from being told. */
  readonly problems: readonly unknown[];
}

/** @param since those recorded before were told, or are too old to be news */
export async function tellMissed(
  workspace: Workspace,
  making: MakingParts,
  since: string,
): Promise<MissedTold> {
  const now = workspace.clock.now().getTime();
  const from = new Date(now - FURTHEST_MS).toISOString();
  const { records } = await workspace.slots.list({ states: ['missed'], from });
  const settled = new Date(now - SETTLED_MS).toISOString();
  const groups = new Map<string, SlotRecord[]>();
  let more = false;
  for (const record of records) {
    if (record.changedAt < since) continue;
    if (record.changedAt > settled) {
      more = true;
      continue;
    }
    const key = `missed:${record.routine}:${record.changedAt}`;
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  const problems = await tellEach([...groups], ([key, group]) =>
    tellGroup(workspace, making, { key, group }),
  );
  return { more, problems };
}

async function tellGroup(
  { definitions, clock }: Workspace,
  making: MakingParts,
  { key, group }: { readonly key: string; readonly group: readonly SlotRecord[] },
): Promise<void> {
  const [newest] = group;
  if (newest === undefined || (await making.told.has(key))) return;
  const definition = await definitions.read(newest.definition);
  const rules = definition?.routine.notify ?? [];
  if (definition === null || !rules.some(({ on }) => on.includes('missed'))) return;
  await makeMessages(making, {
    routine: newest.routine,
    rules,
    content: contentOf({ key, group, name: definition.routine.name, newest }),
    failures: 0,
    failingSince: null,
    now: clock.now(),
    timezone: definition.settings.timezone,
  });
}

function contentOf({
  key,
  group,
  name,
  newest,
}: {
  readonly key: string;
  readonly group: readonly SlotRecord[];
  readonly name: string;
  readonly newest: SlotRecord;
}): MessageContent {
  const count = group.reduce((sum, { covers }) => sum + (covers?.count ?? 1), 0);
  const lines = group.slice(0, MOST_LISTED).map(slotLine);
  const more = group.length - lines.length;
  return {
    key,
    routine: newest.routine,
    occasions: ['missed'],
    name: oneLine(name),
    title: `${plural(count, 'slot')} missed`,
    tone: 'bad',
    at: newest.changedAt,
    run: null,
    findings: [],
    markdown: `${lines.join('\n')}\n${more > 0 ? `\nand ${more} more: \`roundsman slots ${newest.routine}\`\n` : ''}`,
    heldBack: 0,
  };
}

function slotLine({ slot, state, covers }: SlotRecord): string {
  const reason = 'reason' in state ? escapeMarkdown(state.reason) : '';
  const span = covers === null ? slot.scheduledFor : `${covers.from} to ${covers.to}`;
  return `- ${inlineCode(span)}: ${reason}`;
}

/** Whose word a pause after failures is. */
const OURS = 'roundsman';

/** Nothing from before `since` is told for the first time, though it stands still. */
export type News = EndedSince & PausesNow;

export interface NewsTold {
  /** It is to be asked again in a moment. */
  readonly more: boolean;
  /** Why some of it could not be told. */
  readonly problems: readonly unknown[];
}

export async function tellNews(
  workspace: Workspace,
  parts: TellParts,
  news: News,
): Promise<NewsTold> {
  const problems: unknown[] = [];
  let more = false;
  const kinds = [
    () => tellEndedRuns(workspace, parts, news),
    async () => {
      const waiting = (await workspace.runs.listUnfinished()).filter((run) =>
        waitsSince(run, news.since),
      );
      return tellEach(waiting, (run) => tellStoredRun(workspace, parts, run));
    },
    () => tellPauses(workspace, parts, news),
    async () => {
      const missed = await tellMissed(workspace, parts, news.since);
      more = missed.more;
      return missed.problems;
    },
  ];
  problems.push(
    ...(await tellEach(kinds, async (tell) => {
      problems.push(...(await tell()));
    })),
  );
  return { more: more || problems.length > 0, problems };
}

function waitsSince({ record }: StoredRun, since: string): boolean {
  return record?.phase.kind === 'waiting' && record.phase.since >= since;
}

/** Messages about runs that were not told when they ended, or that wait for an answer. Made from records alone. */
async function tellStoredRun(
  workspace: Workspace,
  parts: TellParts,
  run: StoredRun,
): Promise<void> {
  const { spec, record } = run;
  const phase = record?.phase;
  if (phase?.kind !== 'ended' && phase?.kind !== 'waiting') return;
  if ((spec.routine.notify ?? []).length === 0) return;
  await tellRun(parts, {
    spec,
    view: toRunView(run),
    rests: record?.rests ?? 0,
    at: phase.kind === 'ended' ? phase.endedAt : phase.since,
    redactor: makeRedactor(secretsOfRun(spec.routine, workspace.env, spec.settings.connections)),
  });
}

interface EndedSince {
  /** What ended before was told, or is too old to be news. */
  readonly since: string;
  /** Runs that were looked at; the caller keeps the set between calls. */
  readonly seen: Set<string>;
}

/** Gives what kept some of them from being told. */
export async function tellEndedRuns(
  workspace: Workspace,
  parts: TellParts,
  { since, seen }: EndedSince,
): Promise<readonly unknown[]> {
  const { views } = await workspace.runs.listViews();
  const ended = views.filter(
    ({ id, state, endedAt }) => state === 'ended' && (endedAt ?? '') >= since && !seen.has(id),
  );
  return tellEach(ended.toReversed(), async ({ id }) => {
    const isTold = await parts.told.has(`run:${id}`);
    const run = isTold ? null : await workspace.runs.read(id);
    if (run !== null) await tellStoredRun(workspace, parts, run);
    seen.add(id);
  });
}

/** Messages about routines that Roundsman paused, because they failed again and again. */
interface PausesNow {
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
  return tellEach(
    await workspace.pauses.list(workspace.clock.now().toISOString()),
    async (pause) => {
      const active = find(pause.routine);
      if (pause.by === OURS && pause.at >= since && active !== null)
        await tellPause(workspace, making, { pause, definition: active.definition });
    },
  );
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
