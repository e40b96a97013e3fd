/** Findings, items and notes: small records, read whole when one of their files changed. */
import { stateAt } from '../../ledger/finding-life.ts';
import { sha256 } from '../../platform/hash.ts';
import { asAppError } from '../../words/errors.ts';
import type { Finding } from '../../words/finding.ts';
import type { Item } from '../../words/item.ts';
import { newestVersion, type Note } from '../../words/note.ts';
import type { Workspace } from '../../workspace/contract.ts';
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
