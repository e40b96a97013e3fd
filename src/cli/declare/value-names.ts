/** What `roundsman schema` takes; here so that help and completion load no schema. */
export const SCHEMA_NAMES = [
  'routine',
  'workspace',
  'agent-finding',
  'agent-proposal',
  'agent-decision',
  'agent-knowledge',
  'agent-missing',
  'agent-plan',
  'agent-noop',
  'agent-question',
  'agent-coverage',
] as const;

/** The shells that `roundsman completion` writes for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];
