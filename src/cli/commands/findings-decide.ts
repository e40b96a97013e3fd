import { setRunsAside, waitingRuns } from '../../inbox/aside-runs.ts';
import { decideFindings, reopenFindings } from '../../inbox/decisions/decide.ts';
import { snoozeEnd } from '../../inbox/decisions/snooze.ts';
import { nameOfEntry, type InboxEntry } from '../../inbox/inbox-entry.ts';
import { splitFindings } from '../../ledger/decide-findings.ts';
import type { Finding, FindingVerdict } from '../../words/finding.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { neededReason } from '../confirm.ts';
import { requireNamedOrAll } from '../named-routines.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { readEnd } from '../read-moment.ts';

export const findingsAcceptCommand: Command = (call) => decide(call, 'accepted', null);

export const findingsDismissCommand: Command = (call) => decide(call, 'dismissed', null);

export const findingsSnoozeCommand: Command = async (call) => {
  const { words, until } = readEnd(call, { example: 'roundsman snooze F-3fa9 --until monday' });
  return decide({ ...call, words }, 'snoozed', until ?? snoozeEnd('', call.clock.now()));
};

/** Takes the verdict back. */
export const findingsReopenCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const said = {
    by: call.actor,
    at: call.clock.now().toISOString(),
    reason: call.options.text('reason') ?? '',
  };
  return tell(call, 'reopened', await reopenFindings(workspace, { ids: call.words, said }));
};

/** Tells two apart that were taken for one. */
export const findingsSplitCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const [kept, other] = await splitFindings(workspace, {
    id: call.words[0] ?? '',
    fingerprint: call.options.text('wording'),
    by: call.actor,
  });
  if (call.json) {
    writeJson(call.terminal, [kept, other]);
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`kept   ${kept.id}  ${oneLine(kept.title, 120)}`);
  page.line(`split  ${other.id}  ${oneLine(other.title, 120)}`);
  return 0;
};

const COMMANDS: Readonly<Record<FindingVerdict['kind'], string>> = {
  accepted: 'accept',
  dismissed: 'dismiss',
  snoozed: 'snooze',
};

async function decide(
  call: CommandCall,
  kind: FindingVerdict['kind'],
  until: string | null,
): Promise<number> {
  requireNamedOrAll(call, { noun: 'finding', example: `${COMMANDS[kind]} F-3fa9` });
  const workspace = await openWorkspace(call);
  const wholeGroups =
    call.options.flag('all') || (kind === 'accepted' && (await areRoutines(workspace, call.words)));
  const { entries: runs, others } = wholeGroups
    ? { entries: [], others: call.words }
    : await waitingRuns(workspace, call.words);
  const readOnly = runs.length > 0 && others.length === 0;
  const decided = readOnly
    ? []
    : await decideFindings(workspace, {
        ids: others,
        wholeGroups,
        verdict: {
          kind,
          reason:
            kind === 'dismissed' ? await neededReason(call) : (call.options.text('reason') ?? ''),
          by: call.actor,
          at: call.clock.now().toISOString(),
          until,
        },
      });
  if (runs.length > 0) await setRunsAside(workspace, runs, { by: call.actor, until });
  if (call.json) {
    const read = runs.map(({ id, title }) => ({ entry: id, title, until }));
    writeJson(call.terminal, [...decided, ...read]);
    return 0;
  }
  tellRead(call, runs, until);
  const code = tell(call, until === null ? kind : `${kind} until ${dayOf(until)}`, decided);
  if (kind === 'accepted') await tellRequests(call, workspace, decided);
  return code;
}

/** Whoever accepts a routine accepts what waits of it; to dismiss or snooze so much takes `--all`. */
async function areRoutines({ findings }: Workspace, words: readonly string[]): Promise<boolean> {
  const routines = new Set((await findings.listAll()).map(({ routine }) => String(routine)));
  return words.length > 0 && words.every((word) => routines.has(word));
}

function tellRead(
  { terminal }: CommandCall,
  entries: readonly InboxEntry[],
  until: string | null,
): void {
  const what = until === null ? 'read' : `snoozed until ${dayOf(until)}`;
  for (const entry of entries)
    openPage(terminal).line(`${what} ${nameOfEntry(entry)}  ${oneLine(entry.title, 120)}`);
}

/** What was filed for them, or could not be. */
async function tellRequests(
  { terminal }: CommandCall,
  { proposals }: Workspace,
  findings: readonly Finding[],
): Promise<void> {
  const accepted = new Set(findings.map(({ fingerprint }) => fingerprint));
  for (const one of await proposals.list()) {
    if (one.type !== 'file-item' || !one.payload.findings.some((name) => accepted.has(name)))
      continue;
    const outcome = oneLine(one.applying?.outcome ?? '', 300);
    if (one.state === 'applied') openPage(terminal).line(`  ${outcome}`);
    if (one.state === 'failed')
      openPage(terminal).line(`  ${outcome}. Try again: roundsman requests retry ${one.id}`);
    if (one.state === 'held')
      openPage(terminal).line(
        `  Not filed: look at ${one.id} first. File it: roundsman approve ${one.id}`,
      );
  }
}

/** `2026-12-22`, as `findings show` says it. */
function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function tell(call: CommandCall, what: string, findings: readonly Finding[]): number {
  if (call.json) {
    writeJson(call.terminal, findings);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const finding of findings)
    page.line(`${what} ${finding.id}  ${oneLine(finding.title, 120)}`);
  return 0;
}
