/** What an agent may say by tools in its run: the records of the contract, each checked before it is kept. */
import type { ZodType } from 'zod';

import {
  DecisionLine,
  FindingLine,
  KnowledgeLine,
  MissingLine,
  Noop,
  ProposalLine,
  Question,
} from '../../engines/agent-contract.ts';
import { HANDOFF_LIMIT, OUT_LIMITS } from '../../engines/out-limits.ts';
import { ITEM_ACTS, actRules, type ItemActType } from '../../ledger/requests/item-act.ts';
import { byteLength } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { headingProblems } from '../../reports/report-rules.ts';
import type { StoredRun } from '../../store/ports.ts';
import { pathsOfRun } from '../../store/run-folder/run-paths.ts';
import { AppError } from '../../words/errors.ts';
import { isItemKey, type RunId } from '../../words/ids.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import {
  addLine,
  changeFile,
  checkedRecord,
  putFile,
  toldText,
  type ToldPlace,
} from './told-file.ts';

/** By the file that the agent would have written itself. */
const RECORD_FILES = {
  finding: { file: 'findings.jsonl', schema: FindingLine },
  proposal: { file: 'proposals.jsonl', schema: ProposalLine },
  decision: { file: 'decisions.jsonl', schema: DecisionLine },
  knowledge: { file: 'knowledge.jsonl', schema: KnowledgeLine },
  missing: { file: 'missing.jsonl', schema: MissingLine },
} as const satisfies Readonly<Record<string, { readonly file: string; readonly schema: ZodType }>>;
export type RecordKind = keyof typeof RECORD_FILES;

/** Each throws `usage` for what its schema does not take, and `refused` for what cannot be said now. */
export interface RunRecords {
  readonly spec: RunSpec;
  readonly place: ToldPlace;
  /** How many of its kind came so. */
  readonly add: (kind: RecordKind, value: unknown) => Promise<number>;
  readonly handOff: (note: string) => Promise<void>;
  readonly ask: (question: unknown) => Promise<void>;
  /** The last of these that was said counts. */
  readonly finishWithReport: (markdown: string) => Promise<void>;
  readonly finishWithNothing: (reason: string) => Promise<void>;
}

/** Throws `not-found`, or `refused` when no agent of that run works now. */
export async function openRunRecords(workspace: Workspace, id: RunId): Promise<RunRecords> {
  const { spec } = await working(workspace, id);
  const place: ToldPlace = {
    paths: pathsOfRun(workspace.location.stateDir, spec),
    clock: workspace.clock,
    redactor: makeRedactor(secretsOfRun(spec.routine, workspace.env, spec.settings.connections)),
  };
  const whileItWorks = async <T>(work: () => Promise<T>): Promise<T> => {
    await working(workspace, id);
    return work();
  };
  return {
    spec,
    place,
    add: (kind, value) =>
      whileItWorks(() => addRecord(workspace, { spec, place }, { kind, value })),
    handOff: (note) => whileItWorks(() => handOff(place, note)),
    ask: (question) => whileItWorks(() => ask({ spec, place }, question)),
    finishWithReport: (markdown) => whileItWorks(() => finishWithReport({ spec, place }, markdown)),
    finishWithNothing: (reason) =>
      whileItWorks(() => {
        const noop = checkedRecord(place, {
          value: { reason },
          schema: Noop,
          what: 'the end of the run',
        });
        return putFile(place, { file: 'noop.json', instead: 'report.md' }, JSON.stringify(noop));
      }),
  };
}

async function working({ runs }: Workspace, id: RunId): Promise<StoredRun> {
  const run = await runs.read(id);
  const phase = run?.record?.phase;
  if (run !== null && phase?.kind === 'running' && phase.cursor.step === 'work') return run;
  throw new AppError(run === null ? 'not-found' : 'refused', {
    code: run === null ? 'run-unknown' : 'agent-not-working',
    message: run === null ? `there is no run ${id}` : `no agent of run ${id} works now`,
    hint: 'These tools are started for a run by its supervisor, and end with its agent.',
  });
}

interface OfRun {
  readonly spec: RunSpec;
  readonly place: ToldPlace;
}

async function addRecord(
  workspace: Workspace,
  { spec, place }: OfRun,
  { kind, value }: { readonly kind: RecordKind; readonly value: unknown },
): Promise<number> {
  const { file, schema } = RECORD_FILES[kind];
  const record: unknown = checkedRecord<unknown>(place, { value, schema, what: `the ${kind}` });
  if (kind === 'proposal') await checkProposal(workspace, { spec, place }, record);
  return addLine(place, file, record);
}

/** What the outbox would refuse is refused while the agent can still do otherwise. */
async function checkProposal(
  workspace: Workspace,
  { spec, place }: OfRun,
  record: unknown,
): Promise<void> {
  const { items } = workspace;
  if (isRecord(record) && record['type'] === 'push-branch') return checkPush(spec);
  const act = isRecord(record) ? ITEM_ACTS.find((one) => one === record['type']) : undefined;
  if (act !== undefined && isRecord(record))
    return checkItemAct(workspace, spec, { act, item: String(record['item']) });
  if (isRecord(record) && record['type'] === 'pull-request') return checkPullRequest(spec);
  const key = isRecord(record) && record['type'] === 'file-item' ? String(record['key']) : null;
  if (key === null) return;
  const item = isItemKey(key) ? await items.read(key) : null;
  const used = ((await toldText(place, RECORD_FILES.proposal.file)) ?? '')
    .split('\n')
    .map(tryParseJson)
    .some((line) => isRecord(line) && line['key'] === key);
  if (item?.run === spec.id && item.state === 'reserved' && !used) return;
  const free = (await items.list()).filter(
    ({ run, state }) => run === spec.id && state === 'reserved',
  );
  throw new AppError('refused', {
    code: 'key-not-yours',
    message: used
      ? `${key} is used by an earlier proposal already`
      : `${key} is not set aside for this run`,
    hint:
      free.length === 0
        ? 'This run may file no item. Say it in the report.'
        : `Take one of ${free.map((one) => one.key).join(', ')}, each once.`,
  });
}

function checkPush({ routine }: RunSpec): void {
  if ((routine.outputs.push ?? null) !== null) return;
  throw new AppError('refused', {
    code: 'push-not-allowed',
    message: 'this routine lets nothing be pushed (outputs.push is not set)',
    hint: 'The branch that you leave is looked at all the same. Say in the report what it is for.',
  });
}

function checkPullRequest({ routine }: RunSpec): void {
  if ((routine.outputs.pullRequest ?? null) !== null) return;
  throw new AppError('refused', {
    code: 'pull-request-not-allowed',
    message: 'this routine opens no pull requests (outputs.pull-request is not set)',
    hint: 'The branch that you leave is looked at all the same. Say in the report what it is for.',
  });
}

async function handOff(place: ToldPlace, note: string): Promise<void> {
  const clean = place.redactor.text(stripControls(note)).trim();
  await changeFile(place, 'handoff.md', (before) => {
    const text = before === null ? `${clean}\n` : `${before}\n${clean}\n`;
    if (text.length <= HANDOFF_LIMIT) return text;
    throw tooLong(text.length);
  });
}

function tooLong(length: number): AppError {
  return new AppError('refused', {
    code: 'handoff-too-long',
    message: `what is handed on would have ${length} characters, the limit is ${HANDOFF_LIMIT}`,
    hint: 'Say it shorter: what the next one needs, not what was done.',
  });
}

async function ask({ spec, place }: OfRun, value: unknown): Promise<void> {
  if (spec.routine.workspace.keep.waitingMs === 0) {
    throw new AppError('refused', {
      code: 'nobody-waits',
      message: 'this routine waits for no answers (workspace.keep.waiting is 0)',
      hint: 'Choose the careful way, and say in the report what you would have asked.',
    });
  }
  const question = checkedRecord(place, { value, schema: Question, what: 'the question' });
  await putFile(place, { file: 'question.json' }, JSON.stringify(question));
}

async function finishWithReport({ spec, place }: OfRun, markdown: string): Promise<void> {
  const clean = place.redactor.text(stripControls(markdown));
  const bytes = byteLength(clean);
  const { maxFileBytes } = OUT_LIMITS;
  const problems = [
    ...(clean.trim() === ''
      ? ['it is empty']
      : headingProblems(clean, spec.routine.report.require)),
    ...(bytes > maxFileBytes ? [`it has ${bytes} bytes, the limit is ${maxFileBytes}`] : []),
  ];
  if (problems.length > 0) {
    throw new AppError('usage', {
      code: 'bad-report',
      message: `the report was not taken: ${problems.join('; ')}`,
      hint: 'Call finish once more with the whole report.',
    });
  }
  await putFile(place, { file: 'report.md', instead: 'noop.json' }, clean);
}

/** What the outbox would refuse is refused while the agent can still do otherwise. */
async function checkItemAct(
  { items }: Workspace,
  { routine }: RunSpec,
  { act, item: key }: { readonly act: ItemActType; readonly item: string },
): Promise<void> {
  if (actRules(routine.outputs, act) === null) {
    throw new AppError('refused', {
      code: 'act-not-allowed',
      message: `this routine lets no ${act} be proposed (outputs.${act} is not set)`,
      hint: 'Say in the report what you would have done.',
    });
  }
  const item = isItemKey(key) ? await items.read(key) : null;
  const isOpen = item?.state === 'open' || (item?.state === 'closed' && act === 'comment');
  if (isOpen) return;
  throw new AppError('refused', {
    code: 'item-not-open',
    message: item === null ? `there is no item ${key}` : `${key} is ${item.state}`,
    hint: 'The items that are there: the tool `list`.',
  });
}
