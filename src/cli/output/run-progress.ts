/** What is known of a running run, folded from its events. Pure. */
import type { RunEvent } from '../../domain/run-event.ts';
import type { RunStep } from '../../domain/run.ts';

export interface RunProgressView {
  readonly current: { readonly step: RunStep; readonly since: string } | null;
  /** What the step does, or the agent's newest line. */
  readonly doing: string;
}

export const NO_PROGRESS: RunProgressView = { current: null, doing: '' };

/** Something worth a line of its own, in a pipe as on a terminal. */
export type ProgressLine =
  | { readonly kind: 'step'; readonly step: RunStep; readonly ms: number; readonly failed: boolean }
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
      return { view: { ...view, doing: event.text }, line: null };
    case 'notice':
      return { view, line: { kind: 'notice', text: event.text } };
    case 'ended':
      return { view: NO_PROGRESS, line: null };
  }
}

function foldStep(
  view: RunProgressView,
  event: Extract<RunEvent, { kind: 'step' }>,
): { readonly view: RunProgressView; readonly line: ProgressLine | null } {
  if (event.phase === 'begun') {
    return { view: { current: { step: event.step, since: event.at }, doing: '' }, line: null };
  }
  if (event.phase === 'skipped') return { view: NO_PROGRESS, line: null };
  const since = view.current?.step === event.step ? view.current.since : event.at;
  const ms = Math.max(0, Date.parse(event.at) - Date.parse(since));
  return {
    view: NO_PROGRESS,
    line: { kind: 'step', step: event.step, ms, failed: event.phase === 'failed' },
  };
}
