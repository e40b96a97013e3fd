/** A session as a document for another agent or a person, and as what a run continues with. */
import { join } from 'node:path';

import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { AppError } from '../../words/errors.ts';
import type { Handover } from '../../words/handover.ts';
import { redactDeep } from '../../words/redaction/redact-value.ts';
import type { EngineId } from '../../words/routine.ts';
import type { Session } from '../../words/session.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findSession } from './find-session.ts';
import { gitFacts, runGitFacts } from './git-facts.ts';
import type { GitFacts, RecordedDecision } from './handoff/contract.ts';
import {
  HANDOFF_TOKENS,
  MIN_HANDOFF_TOKENS,
  handOffDocument,
} from './handoff/hand-off-document.ts';
import type { FoundSession } from './inspect-sessions.ts';
import { redactorOf } from './look.ts';
import { transcriptOf } from './read-transcript.ts';

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
