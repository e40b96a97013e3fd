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
