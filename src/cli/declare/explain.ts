/** Looking back: where a commit comes from, and what people took of what was made. */
import type { TopCommand } from '../command.ts';

export const explainCommands: readonly TopCommand[] = [
  {
    name: 'explain',
    group: 'Branches',
    summary: 'Show which run made a commit, and who landed it',
    about:
      'Uses stored runs, landings and decisions. Landing adds a short git note to its commits ' +
      '(refs/notes/roundsman); it stays local unless you push it.',
    words: [{ syntax: '[commit]', text: 'a hash, a branch, HEAD~2 (default: HEAD)' }],
    options: [{ flags: '--write', text: 'write the notes of its landing again' }],
    examples: ['roundsman explain 4f2a91c', 'roundsman explain HEAD --json'],
    load: async () => (await import('../commands/explain.ts')).explainCommand,
  },
  {
    name: 'figures',
    group: 'Branches',
    summary: 'Show acceptance rate, cost and waiting time by routine',
    about:
      'Also shows accepted and dismissed findings, and approved and declined requests. A branch and its successors ' +
      'count once; undone landings count as not taken.',
    options: [
      { flags: '--routine <id>', text: 'only this routine', values: 'routine' },
      {
        flags: '--since <moment>',
        text: 'only what ran or was decided since then: month, 30d, 2026-11-01',
      },
      { flags: '--audit', text: 'instead: who did what, when and from where (docs/page.md)' },
      { flags: '--csv', text: 'with --audit: as CSV' },
    ],
    examples: [
      'roundsman figures --since month',
      'roundsman figures --since 30d --json',
      'roundsman figures --audit --csv > audit.csv',
    ],
    load: async () => (await import('../commands/figures.ts')).figuresCommand,
  },
];
