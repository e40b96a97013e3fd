/**
 * Everything that a brief could tell of the workspace, before it is cut to size. A source that fails is left out and said:
 * it never fails the run. Only what the built-in recipes decide by must be there for them.
 */
import type { ProposalStore, RunStore } from '../store/ports.ts';
import type { ContextSettings } from '../words/context-settings.ts';
import type { FactsByCollector } from '../words/facts.ts';
import type { RunId } from '../words/ids.ts';
import { madeAnew, type Predecessor } from '../words/review/predecessor.ts';
import type { Routine } from '../words/routine.ts';
import type { RunView } from '../words/run.ts';
import type { Handover, Session, SessionList } from '../words/session.ts';
import { oneLine, plural } from '../words/text.ts';
import type {
  ToldFile,
  ToldItem,
  ToldNote,
  ToldOverlap,
  ToldSession,
  ToldTranscript,
  ToldVerdict,
  UnavailablePart,
} from './brief-context.ts';
import type { BriefContext, PriorFinding, WaitingBranch } from './brief.ts';
import type { ContextSources, MatchedFiles } from './context-sources.ts';
import { tokensOf } from './cut-to-size.ts';
import { namedFiles, pathsInText, findOverlap } from './overlap.ts';
import { type PriorReportFile, priorReports } from './prior-work.ts';
import { chooseItems } from './told-items.ts';
import { activeSessions, toldSessions, transcriptEnds } from './told-sessions.ts';
import { type BranchLook, waitingBranches } from './waiting-branches.ts';

// Files of the base commit as a brief holds them. Pure.

const MOST_NAMED = 5;

/** `refused`: for people, which are not given and why; `null` when all are. */
function filesToTell({ files, refused }: MatchedFiles): {
  readonly told: readonly { readonly told: ToldFile; readonly content: string }[];
  readonly refused: string | null;
} {
  const told = files.map(({ path, content }) => ({
    told: { path, file: `context/files/${path}`, tokens: tokensOf(content) },
    content,
  }));
  if (refused.length === 0) return { told, refused: null };
  const named = refused.slice(0, MOST_NAMED).map((path) => oneLine(path, 100));
  const more = refused.length - named.length;
  return {
    told,
    refused: `${plural(refused.length, 'file')} of \`context.files\` ${refused.length === 1 ? 'is' : 'are'} too large, no text, or one too many: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  };
}

// Which of the branches that wait a run is told of, and what it does again because the branch no longer merges. Pure.

export function toldBranches(
  waiting: readonly WaitingBranch[],
  predecessors: readonly Predecessor[] = [],
): Required<Pick<BriefContext, 'branches' | 'lapsed'>> {
  const again = madeAnew(predecessors);
  const touched = new Set<string>(
    predecessors.filter((one) => one.touched).map(({ branch }) => branch),
  );
  return {
    branches: waiting
      .filter(({ branch }) => !again.has(branch))
      .map((one) => (touched.has(one.branch) ? { ...one, touched: true } : one)),
    lapsed: waiting.filter(({ branch }) => again.has(branch)).flatMap(({ covers }) => covers),
  };
}

export interface GatherRequest {
  readonly routine: Routine;
  readonly settings: ContextSettings;
  readonly run: RunId | null;
  readonly at: Date;
  readonly timezone: string;
  readonly facts: FactsByCollector;
  /** As they are to be told. */
  readonly findings: readonly PriorFinding[];
  /** What its runs are likely to change, gitignore-like. */
  readonly touches: readonly string[];
  /** The words of the prompt, before they are filled in. */
  readonly promptText: string;
  readonly handover: Handover | null;
  readonly stateDir: string;
  readonly look: BranchLook;
  /** Branches of the same routine that wait. Default: none. */
  readonly predecessors?: readonly Predecessor[];
  readonly runs: RunStore;
  readonly proposals: ProposalStore;
  readonly sources: ContextSources;
}

export interface Gathered {
  /** Newest first. */
  readonly own: readonly PriorReportFile[];
  readonly others: readonly PriorReportFile[];
  readonly branches: readonly WaitingBranch[];
  readonly lapsed: readonly string[];
  readonly verdicts: readonly ToldVerdict[];
  readonly sessions: readonly ToldSession[];
  readonly items: readonly ToldItem[];
  readonly decisions: readonly ToldNote[];
  readonly knowledge: readonly ToldNote[];
  readonly transcripts: readonly WithContent<ToldTranscript>[];
  /** Sessions that were active, and whose transcripts were not looked at because there are too many. */
  readonly moreTranscripts: number;
  readonly files: readonly WithContent<ToldFile>[];
  readonly overlap: readonly ToldOverlap[];
  /** The document of the session that the run continues with. */
  readonly handover: string | null;
  readonly item: ToldItem | null;
  readonly unavailable: readonly UnavailablePart[];
}

export interface WithContent<Told> {
  readonly told: Told;
  readonly content: string;
}

type Section = UnavailablePart['section'];
type Try = <T>(section: Section, work: () => Promise<T>, otherwise: T) => Promise<T>;

export async function gatherContext(request: GatherRequest): Promise<Gathered> {
  const { settings, sources, touches, facts, findings } = request;
  const unavailable: UnavailablePart[] = [];
  const attempt = attempts(request.routine, unavailable);
  // Chains that wait for nothing of each other: most of the time goes by in git and on the disk.
  const viewed = attempt('own-report', () => viewsOf(request.runs), []);
  const [views, found, asked, reports, waiting, prompt] = await Promise.all([
    viewed,
    attempt('sessions', async () => (wantsSessions(settings) ? sources.sessions() : null), null),
    askSources(request, attempt),
    attempt('own-report', async () => reportsOf(request, await viewed), { own: [], others: [] }),
    attempt('branches', async () => branchesOf(request, await viewed), []),
    attempt('overlap', () => sources.base.existing(pathsInText(request.promptText)), []),
  ]);
  const choice = {
    sessions: found?.sessions ?? [],
    without: ownRuns(views, request.run),
    at: request.at,
  };
  unavailable.push(...unreadSources(found));
  const none = { told: [], more: 0 };
  const transcripts = await attempt('transcripts', () => transcriptsOf(request, choice), none);
  const { matched, ...rest } = asked;
  const { told: files, refused } = filesToTell(matched);
  if (refused !== null) unavailable.push({ section: 'files', why: refused });
  const itemFiles = rest.item?.files ?? [];
  const named = namedFiles({ facts, findings, touches, itemFiles, prompt, files: settings.files });
  const { branches, lapsed } = toldBranches(waiting, request.predecessors);
  const sessions = settings.sessions ? toldSessions(choice) : [];
  return {
    ...rest,
    ...reports,
    branches,
    lapsed,
    sessions,
    transcripts: transcripts.told,
    moreTranscripts: transcripts.more,
    files,
    overlap: findOverlap({ named, sessions, branches }),
    unavailable: inOrder(unavailable),
  };
}

/** What fails is noted, and nothing stands for it; what a recipe needs fails the brief. */
function attempts(routine: Routine, unavailable: UnavailablePart[]): Try {
  return async (section, work, otherwise) => {
    try {
      return await work();
    } catch (thrown) {
      if (isNeeded(section, routine)) throw thrown;
      unavailable.push({ section, why: reasonOf(thrown) });
      return otherwise;
    }
  };
}

/** Those that depend on nothing else; what is switched off is not asked. */
async function askSources(
  request: GatherRequest,
  attempt: Try,
): Promise<
  Pick<Gathered, 'verdicts' | 'items' | 'decisions' | 'knowledge' | 'handover' | 'item'> & {
    readonly matched: MatchedFiles;
  }
> {
  const { settings, sources } = request;
  const [verdicts, items, decisions, knowledge, matched, handover, item] = await Promise.all([
    attempt('verdicts', async () => (settings.verdicts ? sources.verdicts() : []), []),
    attempt('items', async () => (settings.items === 'none' ? [] : sources.items()), []),
    attempt('decisions', async () => (settings.decisions ? sources.notes('decision') : []), []),
    attempt('knowledge', async () => (settings.knowledge ? sources.notes('knowledge') : []), []),
    attempt('files', () => sources.base.matching(settings.files), { files: [], refused: [] }),
    attempt('handover', () => handoverOf(request), null),
    attempt('item', () => sources.item(), null),
  ]);
  const chosen = chooseItems(items, settings.items);
  return { verdicts, items: chosen, decisions, knowledge, matched, handover, item };
}

function wantsSessions({ sessions, transcripts }: ContextSettings): boolean {
  return sessions || transcripts !== null;
}

function unreadSources(found: SessionList | null): readonly UnavailablePart[] {
  return (found?.sources ?? [])
    .filter(({ state }) => state === 'unavailable')
    .map(({ engine, detail }) => ({
      section: 'sessions',
      why: `${engine}: ${oneLine(detail ?? 'it cannot be read')}`,
    }));
}

/** What a recipe would take for new if it did not see it. */
function isNeeded(section: Section, { agent }: Routine): boolean {
  return agent.engine === 'builtin' && (section === 'own-report' || section === 'branches');
}

async function viewsOf(runs: RunStore): Promise<readonly RunView[]> {
  return (await runs.listViews({ parts: true })).views;
}

async function reportsOf(
  { settings, runs, routine }: GatherRequest,
  views: readonly RunView[],
): Promise<Pick<Gathered, 'own' | 'others'>> {
  const { last, from } = settings.reports;
  const all = await Promise.all(
    from.map((one) => priorReports({ views, runs, routine: one, last })),
  );
  return {
    own: all[from.indexOf(routine.id)] ?? [],
    others: all
      .flatMap((reports, index) => (from[index] === routine.id ? [] : reports))
      .toSorted((a, b) => (a.entry.run < b.entry.run ? 1 : -1)),
  };
}

async function branchesOf(
  request: GatherRequest,
  views: readonly RunView[],
): Promise<readonly WaitingBranch[]> {
  return request.settings.branches
    ? waitingBranches({ ...request, decided: request.sources.decided, views })
    : [];
}

async function transcriptsOf(
  { settings, sources }: GatherRequest,
  choice: {
    readonly sessions: readonly Session[];
    readonly without: ReadonlySet<RunId>;
    readonly at: Date;
  },
): Promise<{ readonly told: Gathered['transcripts']; readonly more: number }> {
  const { transcripts } = settings;
  if (transcripts === null) return { told: [], more: 0 };
  const active = activeSessions(choice, transcripts.lastMs);
  return transcriptEnds(active, transcripts.maxTokens, sources.transcripts);
}

async function handoverOf({ handover, sources }: GatherRequest): Promise<string | null> {
  return handover === null ? null : sources.handover(handover);
}

/** The run, what it is a part of, and the other parts of that. */
function ownRuns(views: readonly RunView[], run: RunId | null): ReadonlySet<RunId> {
  if (run === null) return new Set();
  const leading = views.find(({ id }) => id === run)?.part?.of ?? run;
  const parts = views.filter(({ part }) => part?.of === leading).map(({ id }) => id);
  return new Set([run, leading, ...parts]);
}

function reasonOf(thrown: unknown): string {
  return oneLine(thrown instanceof Error ? thrown.message : String(thrown), 300);
}

/** Sources answer in any order; the brief tells them in one. */
function inOrder(parts: readonly UnavailablePart[]): readonly UnavailablePart[] {
  const text = ({ section, why }: UnavailablePart): string => `${section} ${why}`;
  return parts.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}
