/**
 * Named points in the life of a run, each between two actions that a crash may separate. The process that does the work
 * reports each point it reaches, and continues when the probe allows it: for observing a run from inside, step by step.
 */
import { RUN_STEPS } from './run.ts';

/** The one list. What is done for each step of a run needs no entry of its own. */
export const PROBE_POINTS = [
  // A start by hand.
  'command/slots-recorded',
  'command/run-made',
  'command/supervisor-assigned',
  'command/run-attended',
  // A start by the daemon.
  'daemon/locked',
  'daemon/up',
  'daemon/starts-noted',
  'daemon/slots-recorded',
  'daemon/run-made',
  'daemon/supervisor-assigned',
  'daemon/cursor-written',
  'daemon/index-updated',
  // The run itself.
  'supervisor/told',
  'supervisor/claimed',
  'supervisor/state-stored',
  ...RUN_STEPS.flatMap((step) => [`supervisor/${step}-begun`, `supervisor/${step}-done`] as const),
  'supervisor/agent-started',
  'supervisor/agent-stored',
  'supervisor/agent-ended',
  'supervisor/agent-judged',
  // One of several engines at the same task.
  'lead/part-started',
  'supervisor/end-stored',
  'supervisor/cleaned-up',
  // What comes after a process of its agent, when that is not the next step.
  'rest/stored',
  'rest/wish-stored',
  // Its steps.
  'worker/assigned',
  ...RUN_STEPS.filter((step) => step !== 'work').flatMap(
    (step) => [`worker/${step}-begun`, `worker/${step}-done`] as const,
  ),
  'worker/base-pinned',
  'worker/repository-made',
  'worker/spare-taken',
  'worker/spare-placed',
  'worker/base-checked-out',
  'worker/commits-fetched',
  'worker/leftovers-committed',
  'worker/branch-fetched',
  'worker/branch-published',
  'worker/pins-dropped',
  'worker/findings-recorded',
  'worker/facts-remembered',
  'worker/judgement-stored',
  'worker/report-stored',
  'worker/proposals-recorded',
  'worker/clean-up-begun',
  'worker/clean-up-done',
] as const;

export type ProbePoint = (typeof PROBE_POINTS)[number] | MessageProbePoint;

/** Called when the point was reached, before anything that follows it. Must not throw. */
export type StepProbe = (point: ProbePoint) => Promise<void>;

/** What every program that ships passes. */
export const noProbe: StepProbe = () => Promise.resolve();

/** Named moments of a message on its way out, each between two things that a crash may separate. */
export const MESSAGE_PROBE_POINTS = [
  // Of what happened, messages.
  'message/made',
  'message/noted',
  // One message to its target.
  'message/claimed',
  'message/handed-over',
  'message/stored',
  'message/counted',
  // The channel `file`.
  'message/file-placed',
] as const;

/** Of the channel `email`, while a message is handed over. */
export const MAIL_PROBE_POINTS = [
  'message/mail-connected',
  'message/mail-addressed',
  'message/mail-taken',
] as const;

type MessageProbePoint = (typeof MESSAGE_PROBE_POINTS)[number] | (typeof MAIL_PROBE_POINTS)[number];
