/** The sessions of a workspace as a run is told of them: all but its own, whether or not they have ended. */
import { join } from 'node:path';

import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { packageBuild } from '../../platform/package.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { RunStore } from '../../store/ports.ts';
import { contextOf } from '../../words/context-settings.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { SessionEngine, SessionList } from '../../words/session.ts';
import type { Redact } from './clean-text.ts';
import { openDraftCache } from './draft-cache.ts';
import { inspectSessions, type SessionLook } from './inspect-sessions.ts';
import { readSession } from './read-session.ts';
import { transcriptTail } from './transcript-markdown.ts';

export interface SessionsForRunRequest {
  readonly spec: RunSpec;
  readonly runs: RunStore;
  readonly env: Environment;
  readonly clock: Clock;
  readonly redact: Redact;
}

export interface SessionsForRun {
  readonly sessions: () => Promise<SessionList>;
  /** The end of the transcript of each, as Markdown; `null` where there is none. */
  readonly transcripts: (
    sessions: readonly { readonly engine: SessionEngine; readonly id: string }[],
    maxCharacters: number,
  ) => Promise<readonly (string | null)[]>;
}

/** An older session without a process is not in use. */
const DAY_MS = 86_400_000;
/** More of the end is in no brief. */
const MAX_ENTRIES = 400;

/** One look for all that is asked of it. */
export function sessionsForRun(request: SessionsForRunRequest): SessionsForRun {
  let looked: Promise<SessionLook> | null = null;
  const look = (): Promise<SessionLook> => (looked ??= lookFor(request));
  return {
    sessions: async () => {
      const { sessions, sources } = await look();
      const own = request.spec.id;
      return { sources, sessions: sessions.filter(({ runId }) => runId !== own) };
    },
    transcripts: async (names, maxCharacters) => {
      const { found } = await look();
      const each = names.map(async ({ engine, id }) => {
        const one = found.find(({ session }) => session.engine === engine && session.id === id);
        if (one === undefined) return null;
        const limits = { redact: request.redact, maxEntries: MAX_ENTRIES };
        const tail = transcriptTail((await readSession(one, limits)).entries, maxCharacters);
        return tail === '' ? null : tail;
      });
      return Promise.all(each);
    },
  };
}

async function lookFor({ spec, ...rest }: SessionsForRunRequest): Promise<SessionLook> {
  const { root, gitDir, stateDir } = spec.workspace;
  const lookBackMs = Math.max(DAY_MS, contextOf(spec.routine).transcripts?.lastMs ?? 0);
  const path = join(machinePaths(stateDir).cache, 'sessions.jsonl');
  return inspectSessions({
    ...rest,
    root,
    gitDir,
    stateDir,
    off: spec.settings.sessionsOff ?? [],
    cache: await openDraftCache(path, packageBuild()),
    since: rest.clock.now().getTime() - lookBackMs,
  });
}
