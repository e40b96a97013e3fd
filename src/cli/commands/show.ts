import { messagesOfRun } from '../../connections/messages/list-messages.ts';
import { toMessageView } from '../../connections/messages/message-view.ts';
import { formatDenial } from '../../engines/run-denials.ts';
import { heldProposals } from '../../ledger/proposal-rules.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { branchesElsewhere } from '../../review/fleet/whereabouts.ts';
import { findRunOrWaiting } from '../../routines/find-run.ts';
import type { RunElsewhere } from '../../store/dispatch-port.ts';
import { asAppError } from '../../words/errors.ts';
import { groupBy } from '../../words/group-by.ts';
import { isRoutineId, shortIdOf, type RoutineId } from '../../words/ids.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { formatAttempt } from '../../words/next-attempt.ts';
import { decidedBranches } from '../../words/review/branch-verdict.ts';
import { resultSentence, resultWords, isResting, wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import { formatUsage } from '../../words/usage.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { noteMergesLate, openAttended } from '../open-attended.ts';
import { messageLine } from '../output/message-fields.ts';
import { openPage } from '../output/page.ts';
import { writeQuestion } from '../output/question-view.ts';
import { closingLines } from '../output/run-closing.ts';
import { formatFinding, outcomeStyle, tookOf, partFields } from '../output/run-columns.ts';
import { writeJson } from '../output/write-json.ts';

export async function showCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  await noteMergesLate(workspace);
  const [word = null] = call.words;
  const found = await findRunOrWaiting(workspace, word).catch(async (thrown: unknown) => {
    // It has not run yet: why not is what was asked.
    if (asAppError(thrown).reason === 'no-runs' && word !== null && isRoutineId(word) && !call.json)
      await tellSilence(call, workspace, word);
    throw thrown;
  });
  if (found.kind === 'waiting')
    return (await import('./show-waiting.ts')).showWaiting(call, workspace, found.waiting);
  const { run } = found;
  const messages = await messagesOfRun(workspace, run.id);
  const elsewhere = (await workspace.fleet?.whereIs(run.id)) ?? null;
  const branchNotes = await branchesElsewhere(workspace, run.id);
  if (call.json) {
    const notices = [...run.notices, ...branchNotes];
    const machine = elsewhere === null ? {} : { machine: elsewhere.host };
    writeJson(call.terminal, {
      ...run,
      notices,
      ...machine,
      messages: messages.map(toMessageView),
    });
    return 0;
  }
  const since = await decidedSince(workspace, run);
  const page = openPage(call.terminal);
  const now = call.clock.now();
  const zone = hostTimezone();
  if (call.words[0] === run.routine) await tellSilence(call, workspace, run.routine);
  const style = outcomeStyle(run);
  const outcome = run.failure === null ? resultSentence(run) : resultWords(run);
  page.line(
    `${page.paint('strong', run.routine)}  ${style === null ? outcome : page.paint(style, outcome)}`,
  );
  for (const block of [
    failureFields(run, await lastLine(workspace, run)),
    mainFields(run, { now, zone, elsewhere, since }),
    ...blocksOf({ ...run, notices: [...run.notices, ...branchNotes] }),
  ]) {
    if (block.every(([, value]) => value === null)) continue;
    page.line();
    page.fields(block);
  }
  if (messages.length > 0) {
    page.line();
    page.fields(messages.map((message) => ['message', messageLine(message)]));
  }
  if (run.question !== undefined) {
    page.line();
    const { id, routine, question, startedAt, until } = run;
    const open = { run: id, routine, question, since: startedAt ?? '', until };
    writeQuestion(page, open, { now, timezone: zone });
  }
  // The question says itself how it is answered.
  if (run.question === undefined) await writeClosing(call, workspace, { run, since });
  return 0;
}

async function writeClosing(
  { terminal, standing }: CommandCall,
  workspace: Workspace,
  { run, since }: { readonly run: RunView; readonly since: DecidedSince },
): Promise<void> {
  const page = openPage(terminal);
  page.line();
  const held = await heldProposals(workspace, run.id);
  const closing = closingLines({
    run,
    folder: standing,
    held,
    ...(since.review === null ? {} : { decided: true }),
  });
  // The way on from here is not this page again.
  page.fields(
    wentWell(run) || isResting(run) ? closing : [...closing.slice(0, 2), ['next', lookInto(run)]],
  );
}

/** Loaded only where a routine is named. */
async function tellSilence(
  call: CommandCall,
  workspace: Workspace,
  routine: RoutineId,
): Promise<void> {
  await (await import('./show-silence.ts')).writeSilence(call, workspace, routine);
}

function mainFields(
  run: RunView,
  {
    now,
    zone,
    elsewhere,
    since,
  }: {
    readonly now: Date;
    readonly zone: string;
    readonly elsewhere: RunElsewhere | null;
    readonly since: DecidedSince;
  },
): readonly [string, string | null][] {
  return [
    ['run', run.id],
    [
      'machine',
      elsewhere === null
        ? null
        : `${elsewhere.host}${run.state === 'ended' ? '' : `, as of ${localTime(elsewhere.toldAt, zone)}`}`,
    ],
    ['slot', `${run.slot.trigger}, for ${localTime(run.slot.scheduledFor, zone)}`],
    ['event', run.event === null ? null : oneLine(run.event.summary)],
    ['inputs', inputWords(run)],
    ['item', itemWords(run)],
    ['continues', handoverWords(run)],
    [
      'started',
      run.startedAt === null
        ? null
        : `${localTime(run.startedAt, zone)} (${relativeTime(run.startedAt, now)})`,
    ],
    ['took', run.startedAt === null ? null : tookOf(run, now)],
    ['engine', run.engine],
    ['part of', run.part === null ? null : `${run.part.of}, as ${run.part.label}`],
    ['isolation', run.isolation],
    ['base', run.base],
    ['window', formatWindow(run, zone)],
    ['definition', definitionWords(run)],
    ...resultFields(run, since),
    ['findings', formatFinding(run.findings)],
    ['usage', formatUsage(run.usage)],
  ];
}

type Fields = readonly (readonly [string, string | null])[];

function itemWords({ item }: RunView): string | null {
  if (item === null) return null;
  return item.purpose === 'plan' ? `${item.key}, to split it up` : item.key;
}

/** First of all: it is why a person looks. */
function failureFields({ failure }: RunView, printed: string | null): Fields {
  if (failure === null) return [];
  return [
    ['failure', `${failure.message} [${failure.code}]`],
    ['last line', printed],
    ['hint', failure.hint],
  ];
}

/** These say how the agent ended, and not why. */
const ENDED_OTHERWISE: ReadonlySet<string> = new Set(['agent-failed', 'agent-killed', 'silent']);

/** Of what the agent printed, its errors first; mostly it says why. */
async function lastLine(workspace: Workspace, { id, failure }: RunView): Promise<string | null> {
  if (failure === null || !ENDED_OTHERWISE.has(failure.code)) return null;
  const { readLogs } = await import('../../runtime/read-logs.ts');
  const { agent, errors, told } = await readLogs(workspace, id);
  const last = [errors, told ?? agent].map((text) => text.trimEnd().split('\n').at(-1) ?? '');
  const line = oneLine(last.find((one) => one !== '') ?? '', 300);
  return line === '' ? null : line;
}

function blocksOf(run: RunView): readonly Fields[] {
  const { denied, notices } = run;
  return [
    partFields(run),
    run.earlier.length === 0 ? [] : attemptFields(run),
    denied.length === 0 ? [] : deniedFields(run),
    notices.map((notice) => ['note', notice]),
  ];
}

/** A run that never got as far as a base has no agent whose words could help. */
function lookInto(run: RunView): string {
  return run.base === null
    ? `roundsman run ${run.routine}   (after you fix that)`
    : `roundsman logs ${shortIdOf(run.id)}`;
}

/** What people made of it since it ended; `null`: nothing. */
interface DecidedSince {
  readonly requests: string | null;
  readonly review: string | null;
}

async function decidedSince(workspace: Workspace, run: RunView): Promise<DecidedSince> {
  const own = (await workspace.proposals.list()).filter((one) => one.run === run.id);
  const states = [...groupBy(own, ({ state }) => state)];
  const isHeld = states.length === 1 && states[0]?.[0] === 'held';
  const verdicts = run.branch === null ? [] : await workspace.review.verdicts.list();
  const decision = decidedBranches(verdicts).get(run.branch ?? '')?.decision ?? 'open';
  return {
    requests:
      states.length === 0 || isHeld
        ? null
        : states.map(([state, those]) => `${those.length} ${state}`).join(', '),
    review: decision === 'open' ? null : decision,
  };
}

function resultFields(run: RunView, since: DecidedSince): readonly [string, string | null][] {
  const result = run.result;
  if (result === null) return [];
  const fields: readonly [string, string][] = [
    ['execution', result.execution],
    // What Roundsman itself writes of a failed run is there all the same, and named below.
    [result.report === 'missing' ? 'agent’s report' : 'report', result.report],
    ['checks', result.checks],
    ['changes', result.changes],
    ['requests', since.requests ?? result.proposals],
    ['delivery', result.delivery],
    ['review', since.review ?? result.review],
  ];
  return fields.filter(([, value]) => value !== 'none');
}

/** The processes of the agent before the newest, oldest first. */
function attemptFields({ earlier }: RunView): readonly [string, string | null][] {
  return earlier.map((one, at) => [`attempt ${at + 1}`, formatAttempt(one)]);
}

const MAX_DENIED = 10;

function deniedFields({ denied }: RunView): readonly [string, string | null][] {
  const shown = denied
    .slice(0, MAX_DENIED)
    .map((one): [string, string] => ['denied', formatDenial(one)]);
  const more = denied.length - shown.length;
  return more === 0 ? shown : [...shown, ['denied', `and ${more} more, in the report`]];
}

function formatWindow(run: RunView, zone: string): string {
  const from = run.window.from === null ? 'the beginning' : localTime(run.window.from, zone);
  const uncovered = run.window.uncovered;
  const gap =
    uncovered === null
      ? ''
      : `\nnot covered: ${localTime(uncovered.from, zone)} to ${localTime(uncovered.to, zone)}`;
  return `${from} to ${localTime(run.window.to, zone)}${gap}`;
}

function definitionWords(run: RunView): string {
  const { path, overrides } = run.definition;
  return overrides.length === 0 ? path : `${path}\nwith ${overrides.join(', ')}`;
}

function handoverWords({ handover = null }: RunView): string | null {
  if (handover === null) return null;
  return oneLine(`with ${handover.engine} session ${handover.session}: ${handover.title}`, 300);
}

function inputWords({ inputs }: RunView): string | null {
  const given = Object.entries(inputs).map(([name, value]) => `${name}=${oneLine(String(value))}`);
  return given.length === 0 ? null : given.join(', ');
}
