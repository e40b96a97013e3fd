/** What is known of a running run, folded from its events. Pure. */
import type { RunEvent } from '../../words/run-event.ts';
import type { RunStep } from '../../words/run.ts';

export interface RunProgressView {
  readonly current: {
    readonly step: RunStep;
    readonly since: string;
    /** It said what it does: a step with nothing to do says nothing. */
    readonly spoke: boolean;
  } | null;
  /** What the step does, or the agent's newest line. */
  readonly doing: string;
}

export const NO_PROGRESS: RunProgressView = { current: null, doing: '' };

/** Something worth a line of its own, in a pipe as on a terminal. */
export type ProgressLine =
  | {
      readonly kind: 'step';
      readonly step: RunStep;
      readonly ms: number;
      readonly failed: boolean;
      /** False for what passed in a moment and did nothing that a person waits for. */
      readonly notable: boolean;
    }
  | { readonly kind: 'notice'; readonly text: string };

export function foldEvent(
  view: RunProgressView,
  event: RunEvent,
): { readonly view: RunProgressView; readonly line: ProgressLine | null } {
  switch (event.kind) {
    case 'step':
      return foldStep(view, event);
    case 'progress':
    case 'agent-line':
      return { view: spoken(view, event.text), line: null };
    case 'notice':
      return { view, line: { kind: 'notice', text: event.text } };
    case 'ended':
      return { view: NO_PROGRESS, line: null };
  }
}

/** The agent's work and the report are what a run is for. */
const ALWAYS_NOTABLE: ReadonlySet<RunStep> = new Set(['work', 'report']);
const NOTABLE_MS = 1_000;

function spoken(view: RunProgressView, text: string): RunProgressView {
  return { current: view.current === null ? null : { ...view.current, spoke: true }, doing: text };
}

function foldStep(
  view: RunProgressView,
  event: Extract<RunEvent, { kind: 'step' }>,
): { readonly view: RunProgressView; readonly line: ProgressLine | null } {
  if (event.phase === 'begun') {
    const current = { step: event.step, since: event.at, spoke: false };
    return { view: { current, doing: '' }, line: null };
  }
  if (event.phase === 'skipped') return { view: NO_PROGRESS, line: null };
  const { step, at } = event;
  const begun = view.current?.step === step ? view.current : { since: at, spoke: false };
  const ms = Math.max(0, Date.parse(at) - Date.parse(begun.since));
  const failed = event.phase === 'failed';
  const notable = failed || begun.spoke || ms >= NOTABLE_MS || ALWAYS_NOTABLE.has(step);
  return { view: NO_PROGRESS, line: { kind: 'step', step, ms, failed, notable } };
}
