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

export type MessageProbePoint =
  | (typeof MESSAGE_PROBE_POINTS)[number]
  | (typeof MAIL_PROBE_POINTS)[number];
