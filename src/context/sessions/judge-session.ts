/**
 * How a session stands: by its own records, and by whether a process works in it. Pure.
 *
 * `working` is never told by a file alone: it takes a process that lives. Where processes cannot be seen, what would need one
 * is `unknown`, with why.
 */
import { findEngine } from '../../engines/registry.ts';
import type {
  JudgedState,
  LiveMarker,
  SessionDraft,
  Standing,
} from '../../engines/sessions/contract.ts';
import { assertNever } from '../../words/errors.ts';
import {
  OUR_SESSIONS,
  type EvidenceSource,
  type SessionEngine,
  type SessionEvidence,
} from '../../words/session.ts';
import { oneLine } from '../../words/text.ts';
import { ownershipOf, type Ownership, type OwnershipView } from './agent-processes.ts';

export interface JudgeView extends OwnershipView {
  /** Epoch milliseconds. */
  readonly now: number;
}

type Live = Extract<Ownership, { readonly kind: 'live' }>;

const RECENT_MS = 2 * 60_000;

export function judgeSession(draft: SessionDraft, view: JudgeView): JudgedState {
  const ownership = ownershipOf(draft, view);
  const by = new Witness(draft, view);
  if (ownership.kind === 'live') return judgeLive(draft, ownership, by);
  if (draft.standing.kind === 'closed') return ended(draft.standing, by.closed());
  switch (ownership.kind) {
    case 'gone':
      return view.visible
        ? cutOff(draft.standing, ownership.marker, by)
        : unsure(draft.standing, by.unseen());
    case 'elsewhere':
      return unsure(draft.standing, by.elsewhere(ownership.marker.pid));
    case 'none':
      return view.visible
        ? ended(draft.standing, by.noProcess())
        : unsure(draft.standing, by.unseen());
    default:
      return assertNever(ownership);
  }
}

/** What was seen, in words. */
class Witness {
  readonly #draft: SessionDraft;
  readonly #view: JudgeView;

  constructor(draft: SessionDraft, view: JudgeView) {
    this.#draft = draft;
    this.#view = view;
  }

  live({ pid, by, marker }: Live, then: string): SessionEvidence {
    const said = marker?.status ?? null;
    if (said !== null && marker !== null)
      return this.#told('process', `process ${pid} lives and says ${oneLine(said, 40)}`, marker.at);
    const where = by === 'folder' ? ' in its folder' : '';
    return this.#told('process', `process ${pid} lives${where}, and ${then}`);
  }

  gone(pid: number): SessionEvidence {
    return this.#told('process', `its process ${pid} is gone`);
  }

  noProcess(): SessionEvidence {
    return this.#told('process', `no ${nameOf(this.#draft.engine)} process works in it`);
  }

  elsewhere(pid: number): SessionEvidence {
    return this.#told(
      'inferred',
      `its process ${pid} was started in another container, and cannot be seen from here`,
    );
  }

  unseen(): SessionEvidence {
    const age = this.#view.now - Date.parse(this.#draft.lastActivityAt);
    const recent = age >= 0 && age < RECENT_MS;
    const written = recent ? `it was written to ${Math.round(age / 1000)} s ago, but ` : '';
    return this.#told('inferred', `${written}processes cannot be seen on this system`);
  }

  closed(): SessionEvidence {
    return this.#told('file', 'its engine wrote that it ended', this.#draft.lastActivityAt);
  }

  #told(source: EvidenceSource, detail: string, at?: string): SessionEvidence {
    return { source, detail, at: at ?? new Date(this.#view.now).toISOString() };
  }
}

function judgeLive({ standing }: SessionDraft, live: Live, by: Witness): JudgedState {
  const { pid, marker } = live;
  const status = marker?.status ?? null;
  const state = { pid, waitingOn: null, doing: null };
  if (status === 'waiting') {
    const waitingOn = formatWait(standing, marker?.waitingFor ?? null);
    return {
      ...state,
      state: 'waiting',
      waitingOn,
      doing: doingOf(standing),
      evidence: by.live(live, ''),
    };
  }
  if (status === 'idle') return { ...state, state: 'idle', evidence: by.live(live, '') };
  switch (standing.kind) {
    case 'tool':
    case 'model': {
      const then =
        standing.kind === 'tool'
          ? 'the tool that it began has not ended'
          : 'its model has not answered';
      return {
        ...state,
        state: 'working',
        doing: doingOf(standing),
        evidence: by.live(live, then),
      };
    }
    case 'asks': {
      // It was answered, and that is not written yet.
      if (status === 'busy') return { ...state, state: 'working', evidence: by.live(live, '') };
      const evidence = by.live(live, 'what it asked is not answered');
      return {
        ...state,
        state: 'waiting',
        waitingOn: standing.what,
        doing: doingOf(standing),
        evidence,
      };
    }
    case 'turn-over':
    case 'closed':
      // A word that it is at work is newer than what it has written so far.
      if (status === 'busy') return { ...state, state: 'working', evidence: by.live(live, '') };
      if (standing.kind === 'closed' && live.by === 'folder') return ended(standing, by.closed());
      return { ...state, state: 'idle', evidence: by.live(live, 'its turn is over') };
    case 'unclear':
      if (status === 'busy') return { ...state, state: 'working', evidence: by.live(live, '') };
      return { ...state, state: 'unknown', evidence: by.live(live, standing.why) };
    default:
      return assertNever(standing);
  }
}

function ended(standing: Standing, evidence: SessionEvidence): JudgedState {
  const doing = cutOffWords(standing);
  return { state: 'ended', doing, waitingOn: null, evidence, pid: null };
}

/** The last word of its marker may be newer than its records. */
function cutOff(standing: Standing, marker: LiveMarker, by: Witness): JudgedState {
  const judged = ended(standing, by.gone(marker.pid));
  if (marker.status !== 'waiting' || standing.kind !== 'tool') return judged;
  const waitingOn = formatWait(standing, marker.waitingFor ?? null);
  return { ...judged, doing: `was cut off while it waited for ${waitingOn}` };
}

/** Not even that it ended can be told. */
function unsure(standing: Standing, evidence: SessionEvidence): JudgedState {
  return { state: 'unknown', doing: doingOf(standing), waitingOn: null, evidence, pid: null };
}

function doingOf(standing: Standing): string | null {
  switch (standing.kind) {
    case 'tool':
      return standing.doing;
    case 'model':
      return standing.doing ?? 'thinking';
    case 'asks':
      return `asks: ${standing.what}`;
    case 'turn-over':
    case 'closed':
    case 'unclear':
      return null;
    default:
      return assertNever(standing);
  }
}

function cutOffWords(standing: Standing): string | null {
  switch (standing.kind) {
    case 'tool':
      return `was cut off while ${standing.doing}`;
    case 'model':
      return 'was cut off while its model was answering';
    case 'asks':
      return `was cut off while it asked: ${standing.what}`;
    case 'turn-over':
    case 'closed':
    case 'unclear':
      return null;
    default:
      return assertNever(standing);
  }
}

/** A tool that was begun and waits for a person waits for leave. */
function formatWait(standing: Standing, waitingFor: string | null): string {
  if (standing.kind === 'asks') return standing.what;
  const reason = waitingFor === null ? null : oneLine(waitingFor, 100);
  if (standing.kind === 'tool' && (reason === null || reason.includes('permission')))
    return `permission for ${standing.doing}`;
  return reason ?? 'a person';
}

function nameOf(engine: SessionEngine): string {
  return engine === OUR_SESSIONS ? 'Roundsman' : (findEngine(engine).sessions?.name ?? engine);
}
