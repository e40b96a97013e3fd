/** What goes into a report. The agent's part and the machine's part never mix. */
import type {
  CoverageFile,
  DecisionLine,
  FindingLine,
  KnowledgeLine,
  MissingLine,
  Noop,
  ProposalLine,
  Question,
} from '../engines/agent-contract.ts';
import type { AgentAttempt, AgentExit } from '../words/agent-exit.ts';
import type { Finding } from '../words/finding.ts';
import type { NoteKind, NoteState } from '../words/note.ts';
import type { ProposalState } from '../words/proposal.ts';
import type { EngineId } from '../words/routine.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { FindingCounts, ReportVerdict, RunProgress } from '../words/run.ts';
import type { CollectorCoverage } from './coverage-rules.ts';
import type { FoundBy } from './variants/merge-lines.ts';

/** What was in ROUNDSMAN_OUT, after validation. Read once, refusing links, after the agent's tree was gone. */
export interface AgentOutput {
  /** report.md, controls stripped; `null` when there was none or it was refused. */
  readonly report: string | null;
  /** The report is what the program printed: it wrote none. Absent: no. */
  readonly printed?: true;
  readonly noop: Noop | null;
  readonly question: Question | null;
  readonly findings: readonly FindingLine[];
  readonly proposals: readonly { readonly line: number; readonly value: ProposalLine }[];
  readonly decisions: readonly DecisionLine[];
  readonly knowledge: readonly KnowledgeLine[];
  readonly missing: readonly MissingLine[];
  readonly coverage: CoverageFile;
  /** Every bad line or refused file: `findings.jsonl line 3: …`. Any of them makes the report invalid. */
  readonly problems: readonly string[];
  /** `handoff.md`: what the agent wants the next one to know; absent: nothing. */
  readonly handoff?: string;
  /** What was said twice, or cut, and which of it counts: for the report. */
  readonly notices?: readonly string[];
  /** Names in ROUNDSMAN_OUT that the contract does not know: told, not read. */
  readonly ignored: readonly string[];
}

/** Everything the machine part is made of. */
export interface ReportSource {
  readonly spec: RunSpec;
  readonly progress: RunProgress;
  readonly agentExit: AgentExit | null;
  /** Its agent's processes before that one, and the engine of that one. Default: none, and the routine's. */
  readonly earlier?: readonly AgentAttempt[];
  readonly engine?: EngineId;
  readonly verdict: ReportVerdict;
  /** `output.report`, or a sentence of ours when there is none. */
  readonly agentPart: string | null;
  readonly output: AgentOutput | null;
  readonly counts: FindingCounts | null;
  /** What changed in the ledger by this run: for the lead of the report. */
  readonly newFindings: readonly Finding[];
  readonly resolvedFindings: readonly Finding[];
  readonly regressedFindings: readonly Finding[];
  /** Default of these: none. Reported, and their snooze had ended. */
  readonly wokeFindings?: readonly Finding[];
  /** Known ones that were reported from another place or in other words. */
  readonly renamedFindings?: readonly Finding[];
  /** How many were reported that people had dismissed or snoozed. */
  readonly setAside?: number;
  /** Branches, not landed, that say they deal with a finding, by its id. */
  readonly claims?: readonly { readonly finding: string; readonly branch: string }[];
  /** Of a run with parts: which of them told each finding. */
  readonly foundBy?: readonly FoundBy[];
  /** From `coverageOf`; empty when no collector ran. */
  readonly coverage: readonly CollectorCoverage[];
  readonly checks: readonly {
    readonly command: string;
    readonly exitCode: number | null;
    readonly tail: string;
  }[];
  readonly proposals: readonly {
    readonly id: string;
    readonly state: ProposalState;
    readonly summary: string;
  }[];
  /** Decisions and knowledge that it proposed to keep. Default: none. */
  readonly notes?: readonly {
    readonly id: string;
    readonly kind: NoteKind;
    readonly state: NoteState;
    readonly title: string;
  }[];
  /** Which of them were not entered and why, plain sentences. Default: none. */
  readonly notesTold?: readonly string[];
  readonly failure: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
  } | null;
  readonly startedAt: string;
  readonly now: string;
}
