import type { TopCommand } from '../command.ts';

export const operateCommands: readonly TopCommand[] = [
  {
    name: 'validate',
    group: 'Operate',
    first: true,
    summary: 'All problems of roundsman.yaml and the routines at once',
    words: [{ syntax: '[file...]', text: 'only these files (default: all of the workspace)' }],
    options: [
      { flags: '--resolved <routine>', text: 'print it with every value and where that came from' },
    ],
    examples: [
      'roundsman validate',
      'roundsman validate routines/todo-sweep.yaml --json',
      'roundsman validate --resolved todo-sweep',
    ],
    load: async () => (await import('../commands/validate.ts')).validateCommand,
  },
  {
    name: 'schema',
    group: 'Operate',
    first: false,
    summary: 'JSON Schemas: of routines, roundsman.yaml and what agents write',
    about:
      'Names: routine, workspace, agent-finding, agent-proposal, agent-decision, agent-knowledge, ' +
      'agent-missing, agent-noop, agent-question, agent-coverage.',
    words: [{ syntax: '[name]', text: 'which one (default: routine)' }],
    examples: ['roundsman schema > routine.schema.json', 'roundsman schema workspace'],
    load: async () => (await import('../commands/schema.ts')).schemaCommand,
  },
];
