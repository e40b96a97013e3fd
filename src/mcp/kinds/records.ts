import { listItems } from '../../context/items/list-items.ts';
import { showItem } from '../../context/items/show-item.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { listNotes } from '../../ledger/notes/note-view.ts';
import { showNote } from '../../ledger/notes/show-note.ts';
import { AppError } from '../../words/errors.ts';
import type { Finding } from '../../words/finding.ts';
import type { NoteKind } from '../../words/note.ts';
import { resolveId } from '../../workspace/resolve-id.ts';
import type { Desk, Kind } from '../contract.ts';

/** Those that stand; what is resolved, dismissed or snoozed when it is asked for by its state. */
export const findings: Kind = {
  list: async (desk, { routine, state }) => {
    const now = desk.workspace.clock.now().toISOString();
    return (await allOf(desk)).flatMap((finding) => {
      const at = stateAt(finding, now);
      const wanted = state === null ? STANDING.has(at) : state === 'all' || at === state;
      if (!wanted || (routine !== null && finding.routine !== routine)) return [];
      const { location, verdict } = finding;
      return [
        {
          id: finding.id,
          title: finding.title,
          state: at,
          severity: finding.severity,
          routine: finding.routine,
          place: location === null ? null : `${location.path}:${location.line}`,
          verdict: verdict === null ? null : `${verdict.kind}: ${verdict.reason}`,
          item: finding.item,
          firstSeen: finding.firstSeen,
          fingerprint: finding.fingerprint,
        },
      ];
    });
  },
  read: async (desk, { id }) => {
    const all = await allOf(desk);
    const exact = all.find((one) => one.id === id || one.fingerprint === id);
    const found =
      exact?.id ??
      resolveId({
        noun: 'finding',
        ids: all.map((one) => one.id),
        text: id,
        listedBy: 'list {"kind":"finding","state":"all"}',
      });
    const finding = all.find((one) => one.id === found);
    if (finding !== undefined)
      return { source: `finding ${found}`, text: JSON.stringify(finding, null, 1) };
    throw new AppError('not-found', {
      code: 'finding-unknown',
      message: `no finding ${found}`,
      hint: '',
    });
  },
};

const STANDING: ReadonlySet<string> = new Set(['new', 'known', 'regressed']);

async function allOf({ workspace }: Desk): Promise<readonly Finding[]> {
  const all = await workspace.findings.listAll();
  return all.toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1));
}

/** Those that are open or proposed; others when they are asked for by their state or by where they stand. */
export const items: Kind = {
  list: async ({ workspace }, { routine, state }) => {
    const { items: found } = await listItems(workspace, {
      all: state !== null,
      staleOnly: false,
      routine,
    });
    return found.toReversed().flatMap((item) =>
      state !== null && state !== 'all' && item.state !== state && item.standing !== state
        ? []
        : [
            {
              id: item.key,
              title: item.title,
              standing: item.standing,
              because: item.because,
              state: item.state,
              parent: item.parent ?? null,
              files: item.files ?? [],
            },
          ],
    );
  },
  read: async ({ workspace }, { id }) => {
    const item = await showItem(workspace, id);
    return { source: `item ${item.key}`, text: JSON.stringify(item, null, 1) };
  },
};

/** Decisions bind once a person approved them; what is proposed is shown as such. */
export function notesOf(kind: NoteKind): Kind {
  return {
    list: async ({ workspace }, { routine, state }) => {
      const { notes } = await listNotes(workspace, { kind, all: state !== null });
      return notes.flatMap((note) =>
        (state !== null && state !== 'all' && note.state !== state) ||
        (routine !== null && note.origin.routine !== routine)
          ? []
          : [
              {
                id: note.id,
                title: note.title,
                state: note.state,
                text: note.text,
                paths: note.paths,
                conflicts: note.conflicts.map(({ why }) => why),
              },
            ],
      );
    },
    read: async ({ workspace }, { id }) => {
      const { note } = await showNote(workspace, { kind, text: id });
      return { source: `${kind} ${note.id}, ${note.state}`, text: JSON.stringify(note, null, 1) };
    },
  };
}
