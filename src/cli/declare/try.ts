import type { TopCommand } from '../command.ts';

export const tryCommands: readonly TopCommand[] = [
  {
    name: 'demo',
    group: 'Try',
    first: true,
    summary: 'See it work on a small repository with months of history',
    about:
      'Needs no account and no network. A second time it runs another night on the same repository; ' +
      'with --fresh it builds it anew.',
    words: [
      {
        syntax: '[folder]',
        text: 'where to build it (default: ./roundsman-demo; inside a repository, ~/.local/share/roundsman/demo)',
      },
    ],
    options: [{ flags: '--fresh', text: 'remove an earlier demo there, with its runs, first' }],
    examples: ['roundsman demo', 'roundsman demo /tmp/look --fresh'],
    load: async () => (await import('../commands/demo.ts')).demoCommand,
  },
  {
    name: 'init',
    group: 'Try',
    first: true,
    summary: 'Set this repository up: roundsman.yaml and a first routine',
    about: 'Writes roundsman.yaml and routines/todo-sweep.yaml. Overwrites nothing.',
    examples: ['roundsman init', 'roundsman -C ../other-repo init'],
    load: async () => (await import('../commands/init.ts')).initCommand,
  },
];
