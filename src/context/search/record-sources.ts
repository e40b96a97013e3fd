/** Findings, items and notes: small records, read whole when one of their files changed. */
import type { TranscriptEntry } from '../../engines/sessions/transcript.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { inspectPath } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { asAppError } from '../../words/errors.ts';
import type { Finding } from '../../words/finding.ts';
import type { Item } from '../../words/item.ts';
import { newestVersion, type Note } from '../../words/note.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { DraftCache } from '../sessions/draft-cache.ts';
import type { FoundSession } from '../sessions/inspect-sessions.ts';
import { look, openSessionCache } from '../sessions/look.ts';
import { transcriptOf } from '../sessions/show-session.ts';
import type { SearchDocument, SearchKind, SearchSource } from './contract.ts';

export function recordSources(workspace: Workspace): readonly SearchSource[] {
  const now = (): string => workspace.clock.now().toISOString();
  return [
    recordSource(['finding'], workspace.findings, async () =>
      (await workspace.findings.listAll()).map((one) => ofFinding(one, now())),
    ),
    recordSource(['item'], workspace.items, async () =>
      (await workspace.items.list()).filter(isThere).map(ofItem),
    ),
    recordSource(['decision', 'knowledge'], workspace.notes, async () =>
      (await workspace.notes.list()).map(ofNote),
    ),
  ];
}

type Unstamped = Omit<SearchDocument, 'stamp'>;

function recordSource(
  kinds: readonly SearchKind[],
  store: { stamp(): Promise<string> },
  readAll: () => Promise<readonly Unstamped[]>,
): SearchSource {
  let version: string | null = null;
  let documents = new Map<string, SearchDocument>();
  return {
    kinds,
    list: async () => {
      const now = await store.stamp();
      if (now === version) return null;
      try {
        const read = (await readAll()).map((one) => ({ ...one, stamp: stampOf(one) }));
        documents = new Map(read.map((one) => [`${one.kind} ${one.id}`, one]));
        version = now;
        return { entries: read.map(({ kind, id, stamp }) => ({ kind, id, stamp })), gaps: [] };
      } catch (thrown) {
        const why = asAppError(thrown).message;
        return { entries: [], gaps: kinds.map((kind) => ({ kind, why })), unread: kinds };
      }
    },
    read: async ({ kind, id }) => documents.get(`${kind} ${id}`) ?? null,
    text: async ({ kind, id }) => documents.get(`${kind} ${id}`)?.text ?? null,
  };
}

function stampOf({ title, text, at, label }: Unstamped): string {
  return sha256(`${at}\n${label ?? ''}\n${title}\n${text}`).slice(0, 16);
}

function ofFinding(finding: Finding, now: string): Unstamped {
  const { id, title, body, location, routine, lastSeen, verdict, item, aliases = [] } = finding;
  const place =
    location === null ? '' : `${location.path}:${location.line} ${location.symbol ?? ''}`;
  const told = [body, place, item ?? '', verdict?.reason ?? '', ...aliases.map((one) => one.title)];
  const label = stateAt(finding, now);
  return { kind: 'finding', id, title, text: joined(told), at: lastSeen, routine, label };
}

/** A key that is only set aside has nothing to say. */
function isThere({ state }: Item): boolean {
  return state !== 'reserved' && state !== 'released';
}

function ofItem(item: Item): Unstamped {
  const { key, title, body, state, routine, createdAt, files = [], links = [], closed } = item;
  const told = [body, ...files, ...links.map(({ id }) => id), closed?.reason ?? ''];
  const at = closed?.at ?? item.history?.at(-1)?.at ?? createdAt;
  return {
    kind: 'item',
    id: key,
    title: `${key} ${title}`,
    text: joined(told),
    at,
    routine,
    label: state,
  };
}

function ofNote(note: Note): Unstamped {
  const { title, text, reason, paths, at } = newestVersion(note);
  const told = [text, reason, ...paths, note.verdict?.reason ?? ''];
  return {
    kind: note.kind,
    id: note.id,
    title: `${note.id} ${title}`,
    text: joined(told),
    at: note.verdict?.at ?? at,
    routine: note.origin.routine,
    label: note.state,
  };
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

// Sessions of people, with whichever agent: what they were asked, do and touched; of those whose file is small also what was
// said. What runs of ours said is in their reports. Looking at sessions costs more than all else, so that is done now and
// then.

/** A look is good for so long. */
const LOOK_MS = 30_000;
/** Without activity for longer than that they are not found. */
export const SEARCHED_SESSION_DAYS = 90;
const DAY_MS = 86_400_000;
/** A session in a larger file is found by what its ends say. */
const MAX_BYTES = 2_000_000;
/** Of ours. Only where they work matters here: people may have gone on there. Older ones have left no worktree. */
const MOST_RUNS = 200;
/** Of its beginning and its end. */
const MAX_ENTRIES = 120;
const MAX_CHARACTERS = 48_000;

export function sessionSource(workspace: Workspace): SearchSource {
  const found = new Map<string, FoundSession>();
  let lookedAt = -Infinity;
  let cache: DraftCache | null = null;
  return {
    kinds: ['session'],
    list: async () => {
      const now = workspace.clock.monotonic();
      if (now - lookedAt < LOOK_MS) return null;
      try {
        cache ??= await openSessionCache(workspace);
        const since = workspace.clock.now().getTime() - SEARCHED_SESSION_DAYS * DAY_MS;
        const seen = await look(withFewRuns(workspace), { since }, cache);
        const people = seen.found.filter(({ own }) => own === null);
        lookedAt = now;
        found.clear();
        for (const one of people) found.set(one.session.id, one);
        return {
          entries: people.map(({ session }) => ({
            kind: 'session' as const,
            id: session.id,
            stamp: `${session.lastActivityAt} ${session.title}`.slice(0, 300),
          })),
          gaps: seen.sources
            .filter(({ state }) => state === 'unavailable')
            .map(({ engine, detail }) => ({
              kind: 'session' as const,
              why: `${engine}: ${detail ?? 'its store cannot be read'}`,
            })),
        };
      } catch (thrown) {
        const why = asAppError(thrown).message;
        return { entries: [], gaps: [{ kind: 'session', why }], unread: ['session'] };
      }
    },
    read: async ({ id, stamp }) => {
      const one = found.get(id);
      if (one === undefined) return null;
      const { title, lastActivityAt, engine } = one.session;
      const text = await textOf(workspace, one);
      return {
        kind: 'session',
        id,
        stamp,
        title,
        text,
        at: lastActivityAt,
        routine: null,
        label: engine,
      };
    },
    text: async ({ id }) => {
      const one = found.get(id);
      return one === undefined ? null : textOf(workspace, one);
    },
  };
}

/** Looking at all runs of years would take seconds, and their memory. */
function withFewRuns(workspace: Workspace): Workspace {
  const { runs } = workspace;
  return {
    ...workspace,
    runs: { ...runs, listViews: (filter) => runs.listViews({ ...filter, limit: MOST_RUNS }) },
  };
}

async function textOf(workspace: Workspace, found: FoundSession): Promise<string> {
  const { doing, waitingOn, branch, filesTouched } = found.session;
  const told = [doing, waitingOn, branch, ...filesTouched].filter((one) => one !== null);
  return [...told, ...(await wordsOf(workspace, found))].join('\n').slice(0, MAX_CHARACTERS);
}

/** The newest first: what is cut off is the oldest. */
async function wordsOf(workspace: Workspace, found: FoundSession): Promise<readonly string[]> {
  if (found.place === null) return [];
  const facts = await inspectPath(found.place.handle.location);
  if (facts?.kind !== 'file' || facts.size > MAX_BYTES) return [];
  const transcript = await transcriptOf(workspace, found, { maxEntries: MAX_ENTRIES }).catch(
    () => null,
  );
  return (transcript?.entries ?? []).flatMap(wordsOfEntry).toReversed();
}

function wordsOfEntry(entry: TranscriptEntry): readonly string[] {
  switch (entry.kind) {
    case 'asked':
    case 'said':
      return [entry.text.slice(0, 4_000)];
    case 'tool':
      return [entry.summary];
    case 'steps':
      return entry.steps.map(({ text }) => text);
    case 'thought':
      return [];
  }
}
