/** Messages about slots that were missed: those of a routine that were recorded together are told together. */
import type { MessageContent } from '../../words/message.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { escapeMarkdown, inlineCode, oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { makeMessages, type MakingParts } from '../make-messages.ts';
import { tellEach } from './tell-each.ts';

const MOST_LISTED = 20;
/** The process that recorded some may be about to record more at the same instant. */
const SETTLED_MS = 5_000;

/** Older slots are not searched: after a longer absence, `roundsman slots` lists them. */
const FURTHEST_MS = 60 * 86_400_000;

export interface MissedTold {
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
