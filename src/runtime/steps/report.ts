/**
 * `report`: judges what the agent left, enters its findings into the ledger, and writes the report.
 * `outbox`: takes its proposals, then writes the report again, now with them in it; without any it stays as it is.
 *
 * OUT is read once, in `report`; what comes later reads the validated copies. Both steps may be repeated.
 */
import { kindOf, leftOutBy } from '../../collectors/registry.ts';
import { proposalsVerdict, recordProposals } from '../../connections/requests/record-proposals.ts';
import type { FileItemLine } from '../../engines/agent-contract.ts';
import { denialFailure, type DenialSources, runDenials } from '../../engines/run-denials.ts';
import { wordingOf } from '../../ledger/findings/likeness.ts';
import { recordFindings, reportedFindings } from '../../ledger/record-findings.ts';
import { type RecordedNotes, recordNotes } from '../../ledger/record-notes.ts';
import { sha256 } from '../../platform/hash.ts';
import { type RedactedFolder, redactFolder } from '../../platform/redact-folder.ts';
import { reopenTree } from '../../platform/reopen-tree.ts';
import { readAgentOutput } from '../../reports/agent-output.ts';
import type { AgentOutput } from '../../reports/contract.ts';
import {
  isComplete,
  mayHaveMoved,
  reportVerdict,
  type VerdictRequest,
} from '../../reports/report-rules.ts';
import { type EgressRecord, readEgressRecords } from '../../sandbox/egress/with-egress.ts';
import { type RunDenial, hasSucceeded } from '../../words/agent-exit.ts';
import { engineSeen } from '../../words/current-attempt.ts';
import type { Failure } from '../../words/errors.ts';
import type { FactsByCollector } from '../../words/facts.ts';
import { narrowingOverrides } from '../../words/run-spec.ts';
import type { ReportVerdict, RunProgress, StepOutcome } from '../../words/run.ts';
import { replayedRun } from '../../words/slot.ts';
import { inlineCode, plural } from '../../words/text.ts';
import { NO_USAGE } from '../../words/usage.ts';
import { leadsParts } from '../../words/variants/parts.ts';
import { settle } from '../day-usage.ts';
import { applyApproved, leftToPush, pullRequestLeft } from './apply-proposals.ts';
import { keepHeldState } from './condition.ts';
import { readFacts } from './read-facts.ts';
import { done, type StepContext } from './step-context.ts';
import { trackingOfRun } from './trackers-of-run.ts';
import { adoptItems, gatherParts } from './variants/gather-parts.ts';
import { type Judged, readJudged, writeJudged, writeReport } from './write-report.ts';

// What the run was denied, from what was recorded on its way and from the agent's own word.

interface JudgedDenials {
  readonly denied: readonly RunDenial[];
  /** With `permissions.on-denied: fail`, when nothing else had failed before. */
  readonly failure: Failure | null;
  readonly notices: readonly string[];
}

async function judgeDenials(
  { paths, record, spec }: Pick<StepContext, 'paths' | 'record' | 'spec'>,
  output: AgentOutput | null,
): Promise<JudgedDenials> {
  const egress = await readEgressRecords(paths.egress);
  const denied = runDenials({
    programs: egress.flatMap(programOf),
    agentExit: record.agentExit,
    missing: output?.missing ?? [],
  });
  const fails = spec.routine.permissions.onDenied === 'fail' && record.failure === null;
  return {
    denied,
    failure: fails ? denialFailure(denied) : null,
    notices: credentialNotices(egress),
  };
}

function programOf({ purpose, denied }: EgressRecord): DenialSources['programs'] {
  return purpose === 'hand-back' ? [] : [{ during: purpose, denied }];
}

function credentialNotices(egress: readonly EgressRecord[]): readonly string[] {
  const hosts = [...new Set(egress.flatMap(({ credentials }) => credentials))];
  if (hosts.length === 0) return [];
  return [
    `set-up was given your credentials for ${hosts.join(', ')}; they were gone before the agent started`,
  ];
}

export async function report(context: StepContext): Promise<StepOutcome> {
  const { paths, record, spec } = context;
  // What a part found is told, and entered by the run that it belongs to.
  const ofPart = spec.part !== undefined || spec.follows?.part !== undefined;
  const leavesNoTrace = replayedRun(spec.slot.key) !== null || ofPart;
  const led = leadsParts(spec) ? await gatherParts(context) : null;
  const output = led === null ? await readOut(context) : led.output;
  const swept = led === null ? await redactFolder(paths.out, context.redactor) : null;
  const facts = await readFacts(context);
  const { reported, notices } = await reportedFindings({
    lines: output?.findings ?? [],
    proposals: itemsIn(output?.proposals ?? []),
    items: context.items,
    hash: sha256,
  });
  const verdict = led?.verdict ?? (await verdictOn(context, { output, reported, facts }));
  // What an agent says beside a report that does not hold is not remembered: the next run says it again.
  const isNarrowed = narrowingOverrides(spec.definition).length > 0;
  const complete = !isNarrowed && isComplete({ verdict, agentExit: record.agentExit, facts });
  const fold =
    verdict.kind === 'valid'
      ? await enterFindings(context, {
          reported,
          complete,
          whole: !isNarrowed && mayHaveMoved(verdict, complete),
          dry: leavesNoTrace,
        })
      : null;
  await context.probe?.('worker/findings-recorded');
  const spent = await spentBy(context, led !== null);
  const { denied, failure, notices: told } = await judgeDenials(context, output);
  const good = verdict.kind === 'valid' && hasSucceeded(record.agentExit) && failure === null;
  if (good && !leavesNoTrace) {
    await remember(context, facts);
    await keepHeldState(context);
    await context.probe?.('worker/facts-remembered');
  }
  const judged: Judged = { output, verdict, fold, foundBy: led?.foundBy ?? [] };
  await writeJudged(paths, judged);
  await context.probe?.('worker/judgement-stored');
  const written = await writeReport({
    context,
    judged,
    facts,
    proposals: [],
    patch: {
      ...patchOf(judged, [
        ...notices,
        ...leftOutNotices(fold),
        ...sweptNotices(swept, output),
        ...told,
        ...spent.notices,
        ...(led?.notices ?? []),
      ]),
      denied,
      usage: spent.usage,
    },
    failure,
  });
  return failure === null ? done(written) : { kind: 'failed', failure, patch: written };
}

async function verdictOn(
  { spec, findings }: StepContext,
  left: Pick<VerdictRequest, 'reported' | 'facts'> & { readonly output: AgentOutput | null },
): Promise<ReportVerdict> {
  return reportVerdict({
    ...left,
    ledger: await findings.read(spec.routine.id),
    // Of what it prints no program knows which headings are asked for.
    rules:
      left.output?.printed === true ? { ...spec.routine.report, require: [] } : spec.routine.report,
    engine: spec.routine.agent.engine,
  });
}

/** What its parts used they have settled themselves. */
async function spentBy(context: StepContext, isLed: boolean): ReturnType<typeof settle> {
  const { usage } = context.record.progress;
  return isLed ? { usage: usage ?? NO_USAGE, notices: [] } : settle(context);
}

function enterFindings(
  context: StepContext,
  found: Pick<Parameters<typeof recordFindings>[0], 'reported' | 'complete' | 'whole' | 'dry'>,
): ReturnType<typeof recordFindings> {
  const { spec, record, locks } = context;
  return recordFindings({
    ...context,
    ...found,
    exclusively: locks.ledger,
    hash: sha256,
    wording: wordingOf(spec.routine.agent.engine),
    leftOut: leftOutBy(spec.routine),
    routine: spec.routine.id,
    run: spec.id,
    at: record.startedAt,
  });
}

async function readOut({
  paths,
  record,
  redactor,
  spec,
}: StepContext): Promise<AgentOutput | null> {
  if (record.agentExit === null || record.agentExit.cause === 'not-started') return null;
  await reopenTree(paths.out);
  const isProgram = engineSeen(record, spec.routine.agent.engine) === 'command';
  return readAgentOutput({
    outFolder: paths.out,
    toldFolder: paths.told,
    acceptedFolder: paths.accepted,
    redactor,
    plans: spec.item?.purpose === 'plan',
    ...(isProgram && hasSucceeded(record.agentExit) ? { printedFile: paths.agentLog } : {}),
  });
}

function itemsIn(lines: AgentOutput['proposals']): readonly FileItemLine[] {
  return lines.map(({ value }) => value).filter((value) => value.type === 'file-item');
}

/** What the collectors are to know next time; only a good run counts as having told it. */
async function remember(context: StepContext, facts: FactsByCollector): Promise<void> {
  const { memories, spec } = context;
  await context.locks.ledger(async () => {
    for (const [collector, one] of Object.entries(facts)) {
      const current = await memories.read(spec.routine.id, collector);
      const value = await kindOf(one).remember?.({
        facts: one,
        window: spec.window,
        run: spec.id,
        current,
      });
      if (value === undefined) continue;
      await memories.replace(current, { routine: spec.routine.id, collector, run: spec.id, value });
    }
  });
}

function leftOutNotices(fold: Judged['fold']): readonly string[] {
  const count = fold?.leftOut ?? 0;
  if (count === 0) return [];
  return [
    `${plural(count, 'finding')} ${count === 1 ? 'is' : 'are'} in files that the routine does not look at any more: out of the inbox, not gone`,
  ];
}

/** The agent's folder stays for people to look into, as the rest of the run does: without secrets. */
function sweptNotices(swept: RedactedFolder | null, output: AgentOutput | null): readonly string[] {
  const { removed = [], stuck = [] } = swept ?? {};
  const notices = [...(output?.notices ?? [])];
  if (removed.length > 0)
    notices.push(
      `of what the agent left in its output folder, ${plural(removed.length, 'entry', 'entries')} could not be searched for secrets and went: ${namesOf(removed)}`,
    );
  if (stuck.length > 0)
    notices.push(
      `of what the agent left in its output folder, ${plural(stuck.length, 'entry', 'entries')} could be neither searched for secrets nor removed: ${namesOf(stuck)}`,
    );
  return notices;
}

function namesOf(names: readonly string[]): string {
  return `${names.slice(0, 5).map(inlineCode).join(', ')}${names.length > 5 ? ', …' : ''}`;
}

function patchOf({ verdict, fold }: Judged, notices: readonly string[]): Partial<RunProgress> {
  return { report: verdict, findings: fold?.counts ?? null, notices };
}

export async function outbox(context: StepContext): Promise<StepOutcome> {
  const { spec, paths } = context;
  // The run that it is a part of takes the proposals, once, no matter which part made them.
  if (spec.part !== undefined) return done({ proposals: 'none' });
  const judged = await readJudged(paths);
  const valid = judged?.verdict.kind === 'valid';
  const exclusively = context.locks.ledger;
  if (leadsParts(spec)) await exclusively(() => adoptItems(context));
  const lines = valid ? (judged.output?.proposals ?? []) : [];
  const recorded = await recordProposals({
    ...context,
    exclusively,
    lines,
    left: await leftToPush(context, lines),
    tracking: lines.some(({ value }) => value.type === 'file-item')
      ? await trackingOfRun(context)
      : null,
    request: await pullRequestLeft(context, lines, judged?.output?.findings ?? []),
    now: context.clock.now().toISOString(),
  });
  await context.probe?.('worker/proposals-recorded');
  const proposals = await applyApproved(context, recorded);
  const notes = await enterNotes(context, valid ? judged.output : null);
  const proposed = proposalsVerdict(proposals);
  const isSaid = proposals.length + notes.notes.length + notes.told.length === 0;
  // The report says all of that already.
  if (judged === null || (isSaid && !leadsParts(spec))) return done({ proposals: proposed });
  const facts = await readFacts(context);
  return done(
    await writeReport({ context, judged, facts, proposals, notes, patch: { proposals: proposed } }),
  );
}

/** Nothing of a replay: what it compares with was entered by the run that it goes over again. */
async function enterNotes(
  { notes, spec, record, locks, clock }: StepContext,
  output: AgentOutput | null,
): Promise<RecordedNotes> {
  if (output === null || replayedRun(spec.slot.key) !== null) return { notes: [], told: [] };
  return recordNotes({
    notes,
    exclusively: locks.ledger,
    spec,
    session: record.agentExit?.outcome?.sessionId ?? null,
    decisions: output.decisions,
    knowledge: output.knowledge,
    now: clock.now().toISOString(),
  });
}
