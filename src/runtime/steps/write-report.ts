/** Renders a run's report, stores the original in the run's folder, and puts copies where people look. */
import { join } from 'node:path';

import type { FoldResult } from '../../ledger/finding-life.ts';
import { fingerprintsOf } from '../../ledger/finding-verdict.ts';
import type { RecordedNotes } from '../../ledger/record-notes.ts';
import type { Template } from '../../markup/strict-template.ts';
import { readTextIfThere, writeDurably, writeText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { AgentOutput, ReportSource } from '../../reports/contract.ts';
import { coverageOf } from '../../reports/coverage-rules.ts';
import { renderReport } from '../../reports/render-report.ts';
import type { FoundBy } from '../../reports/variants/merge-lines.ts';
import { writeCopies } from '../../reports/write-copies.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import { engineSeen } from '../../words/current-attempt.ts';
import { asAppError, type Failure } from '../../words/errors.ts';
import type { FactsByCollector } from '../../words/facts.ts';
import type { Finding } from '../../words/finding.ts';
import { type BranchName, isBranchName } from '../../words/ids.ts';
import { localDateOf } from '../../words/local-time.ts';
import { newestVersion } from '../../words/note.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { ReportVerdict, RunProgress } from '../../words/run.ts';
import { replayedRun } from '../../words/slot.ts';
import { oneLine } from '../../words/text.ts';
import { readBaseFile } from './base-file.ts';
import { readChecks } from './check.ts';
import { openedBaseIfAny, type StepContext } from './step-context.ts';

// Which branches say that they deal with a finding: the ones that the run was told of when it began.

interface Claim {
  /** Its id. */
  readonly finding: string;
  readonly branch: BranchName;
}

export async function readClaims(
  { brief }: Pick<RunPaths, 'brief'>,
  findings: readonly Finding[],
): Promise<readonly Claim[]> {
  if (findings.length === 0) return [];
  const told = tryParseJson((await readTextIfThere(join(brief, 'context', 'branches.json'))) ?? '');
  const entries: readonly unknown[] = Array.isArray(told) ? told : [];
  const branches = new Map<string, BranchName>();
  for (const entry of entries) {
    if (!isRecord(entry) || !Array.isArray(entry['covers'])) continue;
    const { branch } = entry;
    if (typeof branch !== 'string' || !isBranchName(branch)) continue;
    for (const name of entry['covers']) if (typeof name === 'string') branches.set(name, branch);
  }
  return findings.flatMap((finding) => {
    const name = fingerprintsOf(finding).find((one) => branches.has(one));
    const branch = name === undefined ? undefined : branches.get(name);
    return branch === undefined ? [] : [{ finding: finding.id, branch }];
  });
}

/** What `report` decided, for `outbox` to build on. */
export interface Judged {
  readonly output: AgentOutput | null;
  readonly verdict: ReportVerdict;
  readonly fold: FoldResult | null;
  /** Of a run with parts: which of them told each finding. */
  readonly foundBy?: readonly FoundBy[];
}

interface WriteReportRequest {
  readonly context: StepContext;
  readonly judged: Judged;
  readonly facts: FactsByCollector;
  readonly proposals: readonly Proposal[];
  /** What became of the decisions and knowledge that it proposed. */
  readonly notes?: RecordedNotes;
  /** What the step found out besides: shown in the report and stored with the run. */
  readonly patch: Partial<RunProgress>;
  /** What the step found to have failed, unless something had before. */
  readonly failure?: Failure | null;
}

/** The step's patch, with the report's place and what went wrong while it was written. */
export async function writeReport(request: WriteReportRequest): Promise<Partial<RunProgress>> {
  const { context, patch } = request;
  const { spec, paths, record } = context;
  const template = await ownTemplate(context);
  const source = await sourceOf(request, template.notices);
  const rendered = await renderReport(source, template.template);
  // The agent's part has none any more; templates, commits and the repository's own text may.
  const markdown = context.redactor.text(rendered.markdown);
  await writeDurably(paths.report, markdown);
  await context.probe?.('worker/report-stored');
  const copies = await writeCopies({
    workspace: spec.workspace,
    trackReports: spec.settings.trackReports,
    run: spec.id,
    routine: spec.routine.id,
    date: localDateOf(new Date(record.startedAt), spec.settings.timezone),
    markdown,
    // `latest.md` is the news.
    latest: replayedRun(spec.slot.key) === null && spec.part === undefined,
  });
  const notices = [
    ...(patch.notices ?? []),
    ...template.notices,
    ...rendered.notices,
    ...copies.notices,
  ];
  const known = new Set(record.progress.notices);
  return {
    ...patch,
    reportPath: copies.path ?? paths.report,
    notices: notices.filter((notice) => !known.has(notice)),
  };
}

async function sourceOf(
  request: WriteReportRequest,
  notices: readonly string[],
): Promise<ReportSource> {
  const { context, judged, facts, proposals, notes, patch } = request;
  const { spec, record } = context;
  const known = record.progress.notices;
  return {
    spec,
    progress: {
      ...record.progress,
      ...patch,
      notices: [...new Set([...known, ...(patch.notices ?? []), ...notices])],
    },
    agentExit: record.agentExit,
    earlier: record.earlier,
    engine: engineSeen(record, spec.routine.agent.engine),
    verdict: judged.verdict,
    agentPart: judged.output?.report ?? null,
    output: judged.output,
    counts: judged.fold?.counts ?? null,
    foundBy: judged.foundBy ?? [],
    newFindings: judged.fold?.new ?? [],
    resolvedFindings: judged.fold?.resolved ?? [],
    regressedFindings: judged.fold?.regressed ?? [],
    wokeFindings: judged.fold?.woke ?? [],
    renamedFindings: judged.fold?.renamed ?? [],
    setAside: judged.fold?.setAside.length ?? 0,
    claims: await readClaims(context.paths, newsOf(judged)),
    coverage: coverageOf({
      facts,
      coverage: judged.output?.coverage ?? {},
      engine: spec.routine.agent.engine,
      minCoverage: spec.routine.report.minCoverage,
    }),
    checks: await readChecks(context),
    proposals: proposals.map(({ id, state, summary }) => ({ id, state, summary })),
    notes: (notes?.notes ?? []).map((note) => ({ ...note, title: newestVersion(note).title })),
    notesTold: notes?.told ?? [],
    failure: record.failure ?? request.failure ?? null,
    startedAt: record.startedAt,
    now: context.clock.now().toISOString(),
  };
}

function newsOf({ fold }: Judged): readonly Finding[] {
  return fold === null ? [] : [...fold.new, ...fold.regressed, ...(fold.woke ?? [])];
}

/** A template that cannot be had costs a notice, never the report. */
async function ownTemplate(
  context: StepContext,
): Promise<{ readonly template: Template | null; readonly notices: readonly string[] }> {
  const path = context.spec.routine.report.template;
  if (path === null || openedBaseIfAny(context) === null) return { template: null, notices: [] };
  try {
    const text = await readBaseFile(context, { path, key: 'report.template' });
    return { template: { name: path, source: text }, notices: [] };
  } catch (thrown) {
    return {
      template: null,
      notices: [`the report's own template was not used: ${oneLine(asAppError(thrown).message)}`],
    };
  }
}

type Folder = Pick<RunPaths, 'folder'>;

/** What step `report` decided of a run, kept for `outbox`, and for the run that it is a part of. */
export async function writeJudged(paths: Folder, judged: Judged): Promise<void> {
  await writeText(pathOf(paths), JSON.stringify(judged));
}

/** `null` when the run did not come so far. */
export async function readJudged(paths: Folder): Promise<Judged | null> {
  const value = tryParseJson((await readTextIfThere(pathOf(paths))) ?? '');
  return isJudged(value) ? value : null;
}

function pathOf({ folder }: Folder): string {
  return join(folder, 'judged.json');
}

function isJudged(value: unknown): value is Judged {
  return isRecord(value) && isRecord(value['verdict']);
}
