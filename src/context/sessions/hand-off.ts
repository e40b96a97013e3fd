/** A session as a document for another agent or a person, and as what a run continues with. */
import { join } from 'node:path';

import { type GitContext, runGit } from '../../git/run-git.ts';
import { inspectPath } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { AppError } from '../../words/errors.ts';
import { type CommitSha, isCommitSha } from '../../words/ids.ts';
import { redactDeep } from '../../words/redaction/redact-value.ts';
import type { EngineId } from '../../words/routine.ts';
import type { Handover, Session } from '../../words/session.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { GitFacts, RecordedDecision, UncommittedFile } from './handoff/contract.ts';
import {
  HANDOFF_TOKENS,
  handOffDocument,
  MIN_HANDOFF_TOKENS,
} from './handoff/hand-off-document.ts';
import type { FoundSession } from './inspect-sessions.ts';
import { redactorOf } from './look.ts';
import { transcriptOf, findSession } from './show-session.ts';

// What git says of the folder that a session works in: what was committed since it began, and what is not.

interface GitFactsRequest {
  /** The folder that it works in; it has to be one of the user's own checkouts. */
  readonly folder: string;
  /** When it began, ISO 8601; `null`: unknown, and no commits are listed. */
  readonly since: string | null;
  readonly env: GitContext['env'];
}

/** Of a run of ours: what it handed back, as the user's repository has it. In its own folder no git of ours runs. */
interface RunGitRequest {
  readonly gitDir: string;
  readonly base: CommitSha;
  readonly head: CommitSha;
  readonly branch: string | null;
  readonly env: GitContext['env'];
}

const MOST_COMMITS = 50;
const MOST_FILES = 500;

/** `null`: the folder is gone, or is not a checkout with a commit. */
async function gitFacts({ folder, since, env }: GitFactsRequest): Promise<GitFacts | null> {
  if ((await inspectPath(folder))?.kind !== 'folder') return null;
  const context = { cwd: folder, env, okExitCodes: [0, 1, 128] };
  const head = (await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], context)).stdout.trim();
  if (!isCommitSha(head)) return null;
  const branch = (
    await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], context)
  ).stdout.trim();
  const from = since === null ? Number.NaN : Date.parse(since);
  // git counts whole seconds.
  const range = Number.isNaN(from) ? null : [`--since=${Math.floor(from / 1_000)}`, 'HEAD'];
  const { commits, files } = await commitsOf(range, context);
  return {
    branch: branch === '' ? null : branch,
    head,
    commits,
    committed: files,
    uncommitted: [...(await changedFiles(context)), ...(await newFiles(context))],
  };
}

/** `null`: its commits are not there any more. */
async function runGitFacts(request: RunGitRequest): Promise<GitFacts | null> {
  const { gitDir, base, head, branch, env } = request;
  const context = { cwd: gitDir, env, okExitCodes: [0, 128] };
  const there = await runGit(['cat-file', '-e', `${head}^{commit}`], context);
  if (there.exitCode !== 0) return null;
  const { commits, files } = await commitsOf([head, `^${base}`], context);
  return { branch, head, commits, committed: files, uncommitted: [] };
}

async function commitsOf(
  range: readonly string[] | null,
  context: GitContext,
): Promise<{ readonly commits: GitFacts['commits']; readonly files: readonly string[] }> {
  if (range === null) return { commits: [], files: [] };
  const { stdout } = await runGit(
    [
      'log',
      '-z',
      '--first-parent',
      '--no-renames',
      '--name-only',
      `--max-count=${MOST_COMMITS}`,
      '--format=%x02%H %s%x03',
      ...range,
      '--',
    ],
    context,
  );
  const commits: { sha: string; subject: string }[] = [];
  const files = new Set<string>();
  for (const part of stdout.replaceAll('\u0003', '\0').split('\0')) {
    const text = part.replace(/^\n/, '');
    if (text.startsWith('\u0002')) {
      const [sha = '', ...subject] = text.slice(1).split(' ');
      if (isCommitSha(sha)) commits.push({ sha, subject: subject.join(' ') });
    } else if (text !== '' && files.size < MOST_FILES) files.add(text);
  }
  return { commits, files: [...files] };
}

async function changedFiles(context: GitContext): Promise<readonly UncommittedFile[]> {
  const { stdout } = await runGit(
    ['diff', '-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv', 'HEAD', '--'],
    context,
  );
  return stdout
    .split('\0')
    .slice(0, MOST_FILES)
    .flatMap((line): readonly UncommittedFile[] => {
      const [added = '', removed = '', ...path] = line.split('\t');
      if (path.length === 0) return [];
      return [{ path: path.join('\t'), insertions: countOf(added), deletions: countOf(removed) }];
    });
}

async function newFiles(context: GitContext): Promise<readonly UncommittedFile[]> {
  const { stdout } = await runGit(
    ['ls-files', '-z', '--others', '--exclude-standard', '--'],
    context,
  );
  const paths = stdout.split('\0').filter((path) => path !== '');
  return paths.slice(0, MOST_FILES).map((path) => ({ path, insertions: null, deletions: null }));
}

function countOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

export interface HandOffRequest {
  readonly to?: EngineId;
  /** Of the document; default: 6,000. */
  readonly maxTokens?: number;
}

export interface HandOff {
  readonly session: Session;
  /** Markdown. */
  readonly document: string;
}

const MAX_TOKENS = 200_000;
const MAX_OUT_BYTES = 1_000_000;

/** @param id may be shortened; throws `not-found` when none or several are meant */
export async function handOff(
  workspace: Workspace,
  id: string,
  { to, maxTokens = HANDOFF_TOKENS }: HandOffRequest = {},
): Promise<HandOff> {
  if (!(maxTokens >= MIN_HANDOFF_TOKENS && maxTokens <= MAX_TOKENS)) throw badSize(maxTokens);
  const found = await findSession(workspace, id);
  const [transcript, git, decisions, before] = await Promise.all([
    transcriptOf(workspace, found),
    gitOf(workspace, found),
    decisionsOf(workspace, found),
    documentBefore(workspace, found),
  ]);
  const { session } = found;
  const at = workspace.clock.now().toISOString();
  const request = { session, transcript, git, decisions, before, to: to ?? null, maxTokens, at };
  return { session, document: handOffDocument(request) };
}

/** The same for a run that is about to be admitted: kept by its hash. */
export async function takeOver(
  workspace: Workspace,
  id: string,
  to: EngineId | null,
): Promise<Handover> {
  const { session, document } = await handOff(workspace, id, to === null ? {} : { to });
  const { engine, title } = session;
  const hash = await workspace.events.put(new TextEncoder().encode(document));
  return { session: session.id, engine, title, document: hash };
}

/** Words of commits and names of files are as hostile as any, and may hold a secret. */
async function gitOf(
  workspace: Workspace,
  { session, own }: FoundSession,
): Promise<GitFacts | null> {
  const redact = redactorOf(workspace);
  const facts = await (own === null ? personFacts(workspace, session) : runFacts(workspace, own));
  if (facts === null) return null;
  return {
    ...facts,
    branch: facts.branch === null ? null : redact(facts.branch),
    commits: facts.commits.map(({ sha, subject }) => ({ sha, subject: redact(subject) })),
    committed: facts.committed.map(redact),
    uncommitted: facts.uncommitted.map((file) => ({ ...file, path: redact(file.path) })),
  };
}

async function personFacts(
  { gitEnv }: Workspace,
  { cwd, startedAt }: Session,
): Promise<GitFacts | null> {
  if (cwd === null) return null;
  // A folder that is gone by now, or a repository in an odd state: the document says less.
  return gitFacts({ folder: cwd, since: startedAt, env: gitEnv }).catch(() => null);
}

async function runFacts(
  { location, gitEnv }: Workspace,
  { view }: NonNullable<FoundSession['own']>,
): Promise<GitFacts | null> {
  const { base, head, branch } = view;
  if (base === null || head === null) return null;
  const request = { gitDir: location.gitDir, base, head, branch, env: gitEnv };
  return runGitFacts(request).catch(() => null);
}

/** Of a run that continued with a session itself. */
async function documentBefore(
  { events }: Workspace,
  { own }: FoundSession,
): Promise<string | null> {
  const hash = own?.run.spec.handover?.document;
  const bytes = hash === undefined ? null : await events.read(hash);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** What the agent of a run wrote down as decided; bad lines count for nothing here, the report names them. */
async function decisionsOf(
  workspace: Workspace,
  { own }: FoundSession,
): Promise<readonly RecordedDecision[]> {
  if (own === null) return [];
  const redact = redactorOf(workspace);
  // By file, and by tool.
  const texts = await Promise.all(
    [own.paths.out, own.paths.told].map(async (folder) => {
      const read = await readUntrusted(join(folder, 'decisions.jsonl'), MAX_OUT_BYTES);
      return read.kind === 'content' ? read.bytes.toString('utf8') : '';
    }),
  );
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line): readonly RecordedDecision[] => {
      const value = redactDeep(tryParseJson(line), redact);
      if (!isRecord(value)) return [];
      const { title = '', decision = '', reason = '' } = value;
      const isSound =
        typeof title === 'string' && typeof decision === 'string' && typeof reason === 'string';
      return isSound && decision.trim() !== '' ? [{ title, decision, reason }] : [];
    });
}

function badSize(maxTokens: number): AppError {
  return new AppError('usage', {
    code: 'bad-size',
    message: `a hand-over of ${maxTokens} tokens cannot be made`,
    hint: `Give a number from ${MIN_HANDOFF_TOKENS} to ${MAX_TOKENS}; without one it is ${HANDOFF_TOKENS}.`,
  });
}
