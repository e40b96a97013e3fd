/** Where the brief of a run, or of a preview, gets what it tells of the workspace: the one place that builds it. */
import { baseFiles } from '../../context/base-files.ts';
import type { ToldItem, ToldNote, ToldVerdict } from '../../context/brief-context.ts';
import type { ContextSources } from '../../context/context-sources.ts';
import { sessionsForRun } from '../../context/sessions/sessions-for-run.ts';
import { toldItems } from '../../context/told-items.ts';
import { verdictsTold } from '../../context/verdicts-told.ts';
import { readCommitFacts } from '../../git/commit-facts.ts';
import type { GitContext } from '../../git/run-git.ts';
import { surveyItems } from '../../ledger/item-survey.ts';
import { notesTold } from '../../ledger/notes-told.ts';
import { contextOf } from '../../words/context-settings.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { NoteKind } from '../../words/note.ts';
import { type BranchVerdict, decidedBranches } from '../../words/review/branch-verdict.ts';
import type { RunView } from '../../words/run.ts';
import type { Session, SessionList } from '../../words/session.ts';
import type { StepContext } from './step-context.ts';

export function contextSources(
  context: StepContext,
  base: CommitSha,
  git: GitContext,
): ContextSources {
  const { spec } = context;
  const ofSessions = sessionsForRun({ ...context, redact: context.redactor.text });
  let told: Promise<readonly ToldItem[]> | null = null;
  const items = (): Promise<readonly ToldItem[]> =>
    (told ??= surveyFor(context, { base, git, sessions: ofSessions.sessions }));
  return {
    verdicts: () => verdictsFor(context, git),
    decided: async () => decidedBranches(await context.review.verdicts.list()),
    ...ofSessions,
    items,
    notes: (kind) => notesFor(context, kind),
    handover: async ({ document }) => {
      const bytes = await context.events.read(document);
      if (bytes !== null) return new TextDecoder().decode(bytes);
      throw missing('no-handover', 'the document of the session is no longer kept');
    },
    item: async () => {
      const key = spec.item?.key ?? null;
      if (key === null) return null;
      const item = (await items()).find((one) => one.key === key);
      if (item === undefined) throw missing('no-item', `there is no item ${key} any more`);
      return item;
    },
    base: baseFiles(base, git),
  };
}

/** One survey for all that is asked of it. The run itself does not count as work on an item, since it is told about it. */
async function surveyFor(
  { spec, record, items, runs, slots, findings }: StepContext,
  around: {
    readonly base: CommitSha;
    readonly git: GitContext;
    readonly sessions: ContextSources['sessions'];
  },
): Promise<readonly ToldItem[]> {
  const settings = contextOf(spec.routine);
  const leading = spec.part?.of ?? spec.id;
  const isOwn = ({ id, part }: RunView): boolean =>
    id === spec.id || id === leading || part?.of === leading;
  const survey = await surveyItems({
    items: await items.list(),
    now: new Date(record.startedAt),
    sources: {
      runs: async () => (await runs.listViews({ parts: true })).views.filter((one) => !isOwn(one)),
      slots: () => slots.listOpen(),
      findings: () => findings.listAll(),
      sessions: async () => (settings.sessions ? known(around.sessions()) : []),
      branches: async () => ({ bases: [around.base], git: around.git }),
    },
  });
  return toldItems(survey);
}

/** That they cannot be read is told where they are told themselves: an item is there all the same. */
async function known(list: Promise<SessionList>): Promise<readonly Session[]> {
  try {
    return (await list).sessions;
  } catch {
    return [];
  }
}

/** Of the routine, and of those whose reports it reads. */
async function verdictsFor(
  context: StepContext,
  git: GitContext,
): ReturnType<ContextSources['verdicts']> {
  const { spec, record, findings } = context;
  const { routine } = spec;
  const from = [...new Set([routine.id, ...contextOf(routine).reports.from])];
  const [ledgers, proposals, items, branches] = await Promise.all([
    Promise.all(from.map((id) => findings.read(id))),
    context.proposals.list(),
    context.items.list(),
    context.review.verdicts.list(),
  ]);
  const isTheirs = (one: { readonly routine: string | null }): boolean =>
    from.some((id) => id === one.routine);
  const told = verdictsTold({
    ledgers,
    proposals: proposals.filter(isTheirs),
    items: items.filter(isTheirs),
    branches: branches.filter(isTheirs),
    now: record.startedAt,
  });
  return withCovers(
    told,
    branches.filter(({ kind, routine: of }) => kind === 'discarded' && of === routine.id),
    git,
  );
}

const MAX_DISCARDED = 20;

/** What the newest discarded branches of the routine dealt with, as their commits say. */
async function withCovers(
  told: readonly ToldVerdict[],
  discarded: readonly BranchVerdict[],
  git: GitContext,
): Promise<readonly ToldVerdict[]> {
  const covers = new Map<string, readonly string[]>();
  for (const { branch, at, tip } of discarded.slice(-MAX_DISCARDED)) {
    const facts = await readCommitFacts(git, tip);
    covers.set(`${branch} ${at}`, facts?.ours.covers ?? []);
  }
  return told.map((one) => {
    const names = covers.get(`${one.id} ${one.at}`) ?? [];
    return names.length === 0 ? one : { ...one, covers: names };
  });
}

/** What is about files that the run will not come to is of no use to it. */
async function notesFor(
  { spec, notes, items }: StepContext,
  kind: NoteKind,
): Promise<readonly ToldNote[]> {
  const key = spec.item?.key ?? null;
  const item = key === null ? null : await items.read(key);
  const files = [...(spec.touches ?? spec.routine.policy.touches), ...(item?.files ?? [])];
  const told = notesTold(await notes.list(kind), { kind, files });
  return told.notes.map(({ id, title, text, reason, paths, approvedAt, approvedBy }) => ({
    id,
    title,
    text,
    reason,
    paths,
    at: approvedAt,
    by: approvedBy,
  }));
}

function missing(code: string, message: string): AppError {
  return new AppError('not-found', { code, message, hint: '' });
}
