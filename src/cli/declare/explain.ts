/** Looking back: where a commit comes from, and what people took of what was made. */
import type { TopCommand } from '../command.ts';

export const explainCommands: readonly TopCommand[] = [
  {
    name: 'explain',
    group: 'Branches',
    summary: 'Of a commit: which run made it, told what, and who let it in',
    about:
      'Goes by what is stored here: runs, landings and verdicts. When something lands, a short git note is left on its ' +
      'commits (refs/notes/roundsman), which stays here unless you push it, and is read where nothing else is known.',
    words: [{ syntax: '[commit]', text: 'a hash, a branch, HEAD~2 (default: HEAD)' }],
    options: [
      { flags: '--write', text: 'write the notes of the landing that it came in by once more' },
    ],
    examples: ['roundsman explain 4f2a91c', 'roundsman explain HEAD --json'],
    load: async () => (await import('../commands/explain.ts')).explainCommand,
  },
  {
    name: 'figures',
    group: 'Branches',
    summary: 'How often what routines made was taken, what it cost, and how long it waited',
    about:
      'A branch and those that go on from it count once; what was undone counts as not taken. Beside it findings that were ' +
      'accepted or dismissed, and proposals that were approved or declined.',
    options: [
      { flags: '--routine <id>', text: 'only this routine', values: 'routine' },
      {
        flags: '--since <moment>',
        text: 'only what was made or decided since then: 30d, 2026-11-01',
      },
    ],
    examples: ['roundsman figures', 'roundsman figures --since 30d --json'],
    load: async () => (await import('../commands/figures.ts')).figuresCommand,
  },
];
