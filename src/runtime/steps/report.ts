/**
 * `report`: judges what the agent left, enters its findings into the ledger, and writes the report.
 * `outbox`: takes its proposals, then writes the report again, now with them in it.
 *
 * OUT is read once, in `report`; what comes later reads the validated copies. Both steps may be repeated.
 */
import { join } from 'node:path';

import { rememberFacts } from '../../collect/remember-facts.ts';
import { hasSucceeded } from '../../domain/agent-success.ts';
import type { FactsByCollector } from '../../domain/facts.ts';
import { replayedRun } from '../../domain/replay.ts';
import { isComplete, reportVerdict } from '../../domain/report-rules.ts';
import type { RunProgress, StepOutcome } from '../../domain/run.ts';
import { inlineCode, plural } from '../../domain/text.ts';
import { readTextIfThere, writeText } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { redactFolder } from '../../platform/redact-folder.ts';
import { readAgentOutput } from '../../reports/agent-output.ts';
import type { AgentOutput } from '../../reports/contract.ts';
import { recordFindings, reportedFindings } from '../../review/record-findings.ts';
import { proposalsVerdict, recordProposals } from '../../review/record-proposals.ts';
import { ledgerLock } from '../../store/files/ledger-lock.ts';
import { keepHeldState } from './condition-state.ts';
import { judgeDenials } from './judge-denials.ts';
import { readFacts } from './read-facts.ts';
import { settle } from './settle.ts';
import { done, type StepContext } from './step-context.ts';
import { writeReport, type Judged } from './write-report.ts';

export async function report(context: StepContext): Promise<StepOutcome> {
  const { paths, record, spec } = context;
  const replayed = replayedRun(spec.slot.key) !== null;
  const output = await readOut(context);
  const removed = await redactFolder(paths.out, context.redactor);
  const facts = await readFacts(context);
  const { reported, notices } = await reportedFindings({
    lines: output?.findings ?? [],
    proposals: output?.proposals.map(({ value }) => value) ?? [],
    items: context.items,
    hash: sha256,
  });
  const verdict = reportVerdict({
    output,
    reported,
    ledger: await context.findings.read(spec.routine.id),
    rules: spec.routine.report,
    facts,
    engine: spec.routine.agent.engine,
  });
  // What an agent says beside a report that does not hold is not remembered: the next run says it again.
  const fold =
    verdict.kind === 'valid'
      ? await recordFindings({
          ...context,
          exclusively: ledgerLock(spec.workspace.stateDir, context.clock),
          hash: sha256,
          routine: spec.routine.id,
          run: spec.id,
          at: record.startedAt,
          complete: isComplete({ verdict, agentExit: record.agentExit, facts }),
          reported,
          dry: replayed,
        })
      : null;
  await context.probe?.('worker/findings-recorded');
  const spent = await settle(context);
  const { denied, failure, notices: told } = await judgeDenials(context, output);
  if (verdict.kind === 'valid' && hasSucceeded(record.agentExit) && failure === null && !replayed) {
    await remember(context, facts);
    await keepHeldState(context);
    await context.probe?.('worker/facts-remembered');
  }
  const judged: Judged = { output, verdict, fold };
  await writeText(judgedPath(context), JSON.stringify(judged));
  await context.probe?.('worker/judgement-stored');
  const written = await writeReport({
    context,
    judged,
    facts,
    proposals: [],
    patch: {
      ...patchOf(judged, [...notices, ...removedNotice(removed), ...told, ...spent.notices]),
      denied,
      usage: spent.usage,
    },
    failure,
  });
  return failure === null ? done(written) : { kind: 'failed', failure, patch: written };
}

async function readOut({ paths, record, redactor }: StepContext): Promise<AgentOutput | null> {
  return record.agentExit === null || record.agentExit.cause === 'not-started'
    ? null
    : readAgentOutput({ outFolder: paths.out, acceptedFolder: paths.accepted, redactor });
}

/** What the collectors are to know next time; only a good run counts as having told it. */
async function remember(context: StepContext, facts: FactsByCollector): Promise<void> {
  const { memories, spec } = context;
  await ledgerLock(
    spec.workspace.stateDir,
    context.clock,
  )(async () => {
    for (const [collector, one] of Object.entries(facts)) {
      const current = await memories.read(spec.routine.id, collector);
      const value = await rememberFacts({ facts: one, window: spec.window, run: spec.id, current });
      if (value === undefined) continue;
      await memories.write({ routine: spec.routine.id, collector, run: spec.id, value });
    }
  });
}

/** The agent's folder stays for people to look into, as the rest of the run does: without secrets. */
function removedNotice(removed: readonly string[]): readonly string[] {
  if (removed.length === 0) return [];
  const names = removed.slice(0, 5).map(inlineCode).join(', ');
  const more = removed.length > 5 ? ', …' : '';
  return [
    `of what the agent left in its output folder, ${plural(removed.length, 'entry', 'entries')} could not be searched for secrets and went: ${names}${more}`,
  ];
}

function patchOf({ verdict, fold }: Judged, notices: readonly string[]): Partial<RunProgress> {
  return { report: verdict, findings: fold?.counts ?? null, notices };
}

export async function outbox(context: StepContext): Promise<StepOutcome> {
  const judged = await readJudged(context);
  const valid = judged?.verdict.kind === 'valid';
  const proposals = await recordProposals({
    ...context,
    exclusively: ledgerLock(context.spec.workspace.stateDir, context.clock),
    lines: valid ? (judged.output?.proposals ?? []) : [],
    now: context.clock.now().toISOString(),
  });
  await context.probe?.('worker/proposals-recorded');
  const proposed = proposalsVerdict(proposals);
  if (judged === null) return done({ proposals: proposed });
  const facts = await readFacts(context);
  return done(
    await writeReport({ context, judged, facts, proposals, patch: { proposals: proposed } }),
  );
}

async function readJudged(context: StepContext): Promise<Judged | null> {
  const value = tryParseJson((await readTextIfThere(judgedPath(context))) ?? '');
  return isJudged(value) ? value : null;
}

function judgedPath({ paths }: StepContext): string {
  return join(paths.folder, 'judged.json');
}

function isJudged(value: unknown): value is Judged {
  return isRecord(value) && isRecord(value['verdict']);
}
