/** How sessions look in lists. */
import { relativeTime } from '../../words/local-time.ts';
import type {
  Session,
  SessionList,
  SessionSourceReport,
  SessionState,
} from '../../words/session.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

/** What wants a person first, then what works, then what could. */
export const STATE_ORDER: readonly SessionState[] = [
  'waiting',
  'working',
  'idle',
  'unknown',
  'ended',
];

export const STATE_TITLES: Readonly<Record<SessionState, string>> = {
  waiting: 'Waiting for a person',
  working: 'Working',
  idle: 'Idle',
  unknown: 'Not known',
  ended: 'Ended',
};

export const STATE_STYLES: Readonly<Record<SessionState, StyleName | null>> = {
  waiting: 'warn',
  working: 'good',
  idle: null,
  unknown: 'warn',
  ended: 'faint',
};

export interface SessionColumns {
  readonly now: Date;
  /** Of all that are listed, so that each is unique. */
  readonly ids: readonly string[];
  /** The checkout: folders are told from there. */
  readonly root: string;
}

export function sessionColumns({ now, ids, root }: SessionColumns): readonly Column<Session>[] {
  const shorten = sessionIdShortener(ids);
  return [
    { title: 'session', text: ({ id }) => shorten(id) },
    { title: 'engine', text: ({ engine }) => engine },
    { title: 'title', text: ({ title }) => title, shrinkTo: 24 },
    { title: 'where', text: (one) => whereWords(one, root), shrinkTo: 12 },
    { title: 'active', text: ({ lastActivityAt }) => relativeTime(lastActivityAt, now) },
  ];
}

/** The line under a session: what it does or waits for; for an unknown state, the reason why it is unknown. */
export function formatDoing({ state, doing, waitingOn, evidence }: Session): string {
  if (state === 'waiting') return `waits: ${waitingOn ?? doing ?? 'on what is not said'}`;
  if (state === 'unknown') return evidence.detail;
  return doing ?? '';
}

/** Gives of an id among these the shortest beginning of at least eight characters that no other one has. */
export function sessionIdShortener(ids: readonly string[]): (id: string) => string {
  const distinct = [...new Set(ids)];
  const byLength = new Map<number, ReadonlyMap<string, number>>();
  const beginnings = (length: number): ReadonlyMap<string, number> => {
    const known = byLength.get(length);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const id of distinct) {
      const short = id.slice(0, length);
      counts.set(short, (counts.get(short) ?? 0) + 1);
    }
    byLength.set(length, counts);
    return counts;
  };
  return (id) => {
    for (let length = 8; length < id.length; length += 4) {
      const short = id.slice(0, length);
      if (beginnings(length).get(short) === 1) return short;
    }
    return id;
  };
}

function whereWords({ branch, cwd }: Session, root: string): string {
  const folder =
    cwd === null || cwd === root
      ? ''
      : cwd.startsWith(`${root}/`)
        ? cwd.slice(root.length + 1)
        : (cwd.split('/').at(-1) ?? '');
  return [branch ?? '', folder].filter((part) => part !== '').join(' · ');
}

/** One line for each source that was not looked at, or not wholly. */
export function sourceNotes(sources: readonly SessionSourceReport[]): readonly string[] {
  return sources.flatMap((report) => {
    const { engine, state, detail, unreadable } = report;
    const why = detail === null ? '' : `: ${oneLine(detail, 300)}`;
    if (state === 'off') return [`${engine}: switched off in roundsman.yaml`];
    if (state === 'unavailable') return [`${engine}: could not be looked at${why}`];
    if (unreadable === 0) return [];
    return [`${engine}: ${plural(unreadable, 'session')} could not be understood${why}`];
  });
}

/** For an empty list: `claude, codex (read), gemini (none here)`. */
export function lookedAtWords({ sources }: SessionList): string {
  const named = (state: SessionSourceReport['state']): string =>
    sources
      .filter((one) => one.state === state && one.engine !== 'roundsman')
      .map(({ engine }) => engine)
      .join(', ');
  const parts = [
    ['looked at', named('read')],
    ['not on this machine', named('none')],
  ].filter(([, engines]) => engines !== '');
  return parts.map(([words, engines]) => `${words}: ${engines}`).join('; ');
}
