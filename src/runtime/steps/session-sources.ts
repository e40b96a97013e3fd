/** Sessions of the workspace for a brief: looked at once, and only when they are asked for. */
import { join } from 'node:path';

import type { ContextSources } from '../../context/context-sources.ts';
import { openDraftCache } from '../../context/sessions/draft-cache.ts';
import { handOffDocument } from '../../context/sessions/handoff/hand-off-document.ts';
import {
  lookAtSessions,
  type FoundSession,
  type SessionLook,
} from '../../context/sessions/look-at-sessions.ts';
import { readSession } from '../../context/sessions/read-session.ts';
import { contextOf } from '../../domain/context-settings.ts';
import { packageVersion } from '../../platform/package.ts';
import { workspacePaths } from '../../store/state-paths.ts';
import type { StepContext } from './step-context.ts';

/** Older ones nobody is at. */
const LOOK_BACK_MS = 7 * 86_400_000;
const MAX_ENTRIES = 400;

export function sessionSources(
  context: StepContext,
): Pick<ContextSources, 'sessions' | 'transcripts'> {
  let looked: Promise<SessionLook> | null = null;
  const look = (): Promise<SessionLook> => (looked ??= lookAt(context));
  return {
    sessions: look,
    transcripts: async (wanted, maxCharacters) => {
      const { found } = await look();
      return Promise.all(
        wanted.map(async ({ engine, id }) => {
          const one = found.find(({ session }) => session.engine === engine && session.id === id);
          // One that cannot be read costs this one.
          return one === undefined ? null : endOf(context, one, maxCharacters).catch(() => null);
        }),
      );
    },
  };
}

async function lookAt({
  spec,
  record,
  env,
  clock,
  runs,
  redactor,
}: StepContext): Promise<SessionLook> {
  const { root, gitDir, stateDir } = spec.workspace;
  const path = join(workspacePaths(stateDir).cache, 'sessions.jsonl');
  const lastMs = contextOf(spec.routine).transcripts?.lastMs ?? 0;
  return lookAtSessions({
    root,
    gitDir,
    stateDir,
    env,
    clock,
    runs,
    cache: await openDraftCache(path, await packageVersion()),
    redact: redactor.text,
    off: spec.settings.sessionsOff ?? [],
    since: Date.parse(record.startedAt) - Math.max(LOOK_BACK_MS, lastMs),
  });
}

/** Nothing is asked of git: what it would say is of now, and not of the session. */
async function endOf(
  { record, redactor }: StepContext,
  found: FoundSession,
  maxCharacters: number,
): Promise<string> {
  const limits = { maxEntries: MAX_ENTRIES, maxCharacters: maxCharacters * 20 };
  const transcript = await readSession(found, { ...limits, redact: redactor.text });
  return handOffDocument({
    session: found.session,
    transcript,
    git: null,
    decisions: [],
    to: null,
    maxTokens: Math.floor(maxCharacters / 4),
    at: record.startedAt,
  });
}
