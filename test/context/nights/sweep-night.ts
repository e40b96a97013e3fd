/** One night of the todo sweep, as a run has it: the real collector, recipe, verdict, ledger and report, without the processes. */
import { sweepTodos } from '../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import { collectTodos } from '../../../src/collectors/todos/collect-todos.ts';
import { priorFindings } from '../../../src/context/prior-work.ts';
import { gitEnvironment } from '../../../src/git/git-environment.ts';
import type { FoldResult } from '../../../src/ledger/finding-life.ts';
import { recordFindings, reportedFindings } from '../../../src/ledger/record-findings.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import { renderReport } from '../../../src/reports/render-report.ts';
import { isComplete, mayHaveMoved, reportVerdict } from '../../../src/reports/report-rules.ts';
import { fileLocks } from '../../../src/store/files/file-locks.ts';
import type { ReportVerdict } from '../../../src/words/run.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { brief, priorReport, routineId } from '../../kit/briefs.ts';
import { ALL_TODOS, collectRequest } from '../../kit/collect-request.ts';
import { EXITED_WELL, NO_OUTPUT, reportSource, runId } from '../../kit/report-source.ts';

export interface Night {
  readonly verdict: ReportVerdict;
  readonly fold: FoldResult;
  readonly markdown: string;
}

export const SWEEP = routineId('todo-sweep');

export async function sweepNight(request: {
  readonly workspace: Workspace;
  readonly number: number;
  readonly cacheFolder: string;
}): Promise<Night> {
  const { workspace, number, cacheFolder } = request;
  const { root, stateDir } = workspace.location;
  const now = workspace.clock.now();
  const facts = {
    todos: await collectTodos(collectRequest(root, ALL_TODOS, { now, cacheFolder })),
  };
  const ledger = await workspace.findings.read(SWEEP);
  const result = await sweepTodos({
    brief: brief(facts, {
      reports: number === 1 ? [] : [priorReport()],
      findings: priorFindings({ ledger, items: [], now: now.toISOString() }),
      fileItem: null,
    }),
    worktree: root,
    env: gitEnvironment(process.env),
    say: () => undefined,
  });
  const { reported } = await reportedFindings({
    lines: result.findings,
    proposals: [],
    items: workspace.items,
    hash: sha256,
  });
  const output = { ...NO_OUTPUT, ...result, findings: result.findings, proposals: [] };
  const verdict = reportVerdict({
    output,
    reported,
    ledger,
    rules: { template: null, require: [], minCoverage: {} },
    facts,
    engine: 'builtin',
  });
  const complete = isComplete({ verdict, agentExit: EXITED_WELL, facts });
  const fold = await recordFindings({
    findings: workspace.findings,
    items: workspace.items,
    exclusively: fileLocks(stateDir, workspace.clock).ledger,
    hash: sha256,
    wording: 'fixed',
    routine: SWEEP,
    run: runId(number),
    at: now.toISOString(),
    complete,
    whole: mayHaveMoved(verdict, complete),
    reported,
  });
  const { markdown } = await renderReport(
    reportSource({
      verdict,
      output,
      agentPart: result.report,
      counts: fold.counts,
      newFindings: fold.new,
      resolvedFindings: fold.resolved,
      regressedFindings: fold.regressed,
      wokeFindings: fold.woke ?? [],
      renamedFindings: fold.renamed ?? [],
      setAside: fold.setAside.length,
    }),
  );
  return { verdict, fold, markdown };
}
