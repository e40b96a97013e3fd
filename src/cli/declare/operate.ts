import type { TopCommand } from '../command.ts';
import { SCHEMA_NAMES } from './schema-names.ts';

export const operateCommands: readonly TopCommand[] = [
  {
    name: 'validate',
    group: 'Operate',
    first: true,
    summary: 'All problems of roundsman.yaml and the routines at once',
    words: [
      {
        syntax: '[file...]',
        text: 'only these files, or routines by id (default: all of the workspace)',
        values: 'file',
      },
    ],
    options: [
      {
        flags: '--resolved <routine>',
        text: 'print it with every value and where that came from',
        values: 'routine',
      },
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
    about: `Names: ${SCHEMA_NAMES.join(', ')}.`,
    words: [{ syntax: '[name]', text: 'which one (default: routine)', values: 'schema' }],
    examples: ['roundsman schema > routine.schema.json', 'roundsman schema workspace'],
    load: async () => (await import('../commands/schema.ts')).schemaCommand,
  },
  {
    name: 'completion',
    group: 'Operate',
    first: false,
    summary: 'A script that completes commands, options and ids at Tab',
    about:
      'Install it once: for bash ' +
      '`roundsman completion bash > ~/.local/share/bash-completion/completions/roundsman`, for the others as the ' +
      'head of the script says. It completes names of routines, runs, findings and proposals too.',
    words: [{ syntax: '<shell>', text: 'bash, zsh or fish', values: 'shell' }],
    examples: [
      'eval "$(roundsman completion bash)"',
      'roundsman completion zsh > ~/.zfunc/_roundsman',
    ],
    load: async () => (await import('../commands/completion.ts')).completionCommand,
  },
];
