import type { TopCommand } from '../command.ts';
import { SCHEMA_NAMES } from './schema-names.ts';

export const operateCommands: readonly TopCommand[] = [
  {
    name: 'start',
    group: 'Operate',
    summary: 'Start the daemon, which runs routines when they are due',
    about:
      'Runs in the foreground; Ctrl-C stops it. One per workspace. It uses the definitions on the default branch, ' +
      'unless roundsman.yaml names another ref, not the working tree. Runs are separate processes and continue ' +
      'when the daemon stops.',
    options: [
      { flags: '--detach', text: 'run in the background' },
      { flags: '--restart', text: 'stop the one that runs first; active runs continue' },
      { flags: '--log <where>', text: 'terminal, or file: daemon.log in the state folder' },
      { flags: '--no-doctor', text: 'skip the checks before starting' },
    ],
    examples: ['roundsman start', 'roundsman start --detach'],
    load: async () => (await import('../commands/start.ts')).startCommand,
  },
  {
    name: 'stop',
    group: 'Operate',
    summary: 'Stop the daemon; active runs continue',
    examples: ['roundsman stop'],
    load: async () => (await import('../commands/stop.ts')).stopCommand,
  },
  {
    name: 'status',
    group: 'Operate',
    summary: 'Show the daemon, active runs, what waits and what is next',
    about: 'The exit code is 0 also when no daemon runs; with --json, `running` says which.',
    options: [{ flags: '--all', text: 'of every workspace of yours on this machine' }],
    examples: ['roundsman status', 'roundsman status --all', 'roundsman status --json'],
    load: async () => (await import('../commands/status.ts')).statusCommand,
  },
  {
    name: 'validate',
    group: 'Routines',
    summary: 'Check roundsman.yaml and all routines',
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
    summary: 'JSON Schemas: of routines, roundsman.yaml and what agents write',
    about: `Names: ${SCHEMA_NAMES.join(', ')}.`,
    words: [{ syntax: '[name]', text: 'which one (default: routine)', values: 'schema' }],
    examples: ['roundsman schema > routine.schema.json', 'roundsman schema workspace'],
    load: async () => (await import('../commands/schema.ts')).schemaCommand,
  },
  {
    name: 'completion',
    group: 'Operate',
    summary: 'Print a shell script for Tab completion',
    about:
      'Install it once: for bash ' +
      '`roundsman completion bash > ~/.local/share/bash-completion/completions/roundsman`, for the others as the ' +
      'head of the script says. It completes names of routines, runs, findings and requests too.',
    words: [{ syntax: '<shell>', text: 'bash, zsh or fish', values: 'shell' }],
    examples: [
      'eval "$(roundsman completion bash)"',
      'roundsman completion zsh > ~/.zfunc/_roundsman',
    ],
    load: async () => (await import('../commands/completion.ts')).completionCommand,
  },
];
