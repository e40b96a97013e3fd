/** The walk through what needs a person. Without a terminal it lists it, with the commands for each. */
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox, type Inbox } from '../../inbox/inbox.ts';
import { lookAtSets } from '../../inbox/morning/act-on-step.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { KIND_WORDS } from '../output/morning-view.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

const MOST = 1_000;

export async function morningCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const found = await inbox(workspace, { limit: MOST, look: lookAtSets });
  const { terminal } = call;
  if (call.json) {
    writeJson(terminal, found);
    return 0;
  }
  for (const problem of found.problems) terminal.err(`note: ${oneLine(problem, 300)}\n`);
  const canWalk = terminal.inIsTerminal && terminal.outIsTerminal && !call.options.flag('list');
  if (!canWalk || found.entries.length === 0) return writeList(call, found);
  return walk(call, workspace, found.entries);
}

async function walk(
  call: CommandCall,
  workspace: Workspace,
  entries: readonly InboxEntry[],
): Promise<number> {
  const { walkThrough } = await import('../walk-through.ts');
  return walkThrough(call, workspace, entries);
}

function writeList(call: CommandCall, found: Inbox): number {
  const page = openPage(call.terminal);
  const { entries, filed, aside, next } = found;
  if (entries.length === 0) page.line('Nothing needs you.');
  else page.table(columns(call.clock.now()), entries, commandOf);
  page.line();
  const more = next === null ? '' : `; more than ${MOST} are there`;
  page.line(
    `${plural(entries.length, 'step')}${more}; ${plural(filed, 'run')} with nothing new, ${aside} set aside.`,
  );
  return 0;
}

function columns(now: Date): readonly Column<InboxEntry>[] {
  return [
    { title: 'what', text: ({ kind }) => KIND_WORDS[kind] },
    { title: 'title', text: ({ title }) => title, shrinkTo: 20 },
    { title: 'why', text: ({ why }) => why, shrinkTo: 16 },
    { title: 'since', text: ({ since }) => relativeTime(since, now) },
  ];
}

/** How it is looked at by itself. */
function commandOf({ kind, links }: InboxEntry): string {
  const run = links.run?.slice(-6) ?? '';
  switch (kind) {
    case 'question':
      return `roundsman answer ${run}`;
    case 'failed-run':
      return `roundsman show ${run}`;
    case 'message':
      return `roundsman messages show ${links.message ?? ''}`;
    case 'report':
      return `roundsman reports show ${run}`;
    case 'finding':
      return `roundsman findings show ${links.finding ?? ''}`;
    case 'proposal':
      return `roundsman outbox show ${links.proposal ?? ''}`;
    case 'pull-request':
      return 'roundsman review pr';
    case 'change-set':
      return `roundsman review show ${links.set ?? ''}`;
    case 'note':
      return `roundsman ${(links.note ?? '').startsWith('D') ? 'decisions' : 'knowledge'} show ${links.note ?? ''}`;
  }
}
