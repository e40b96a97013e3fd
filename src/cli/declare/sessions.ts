/** Who works on what, in whichever agent. */
import { allEngines, sessionEngines } from '../../engines/registry.ts';
import { joinWords } from '../../words/text.ts';
import type { TopCommand, WordDeclaration } from '../command.ts';

const SESSION: WordDeclaration = {
  syntax: '<session>',
  text: 'its id or a part of it, or a run',
  values: 'session',
};

const names = allEngines().flatMap(({ sessions }) => sessions?.name ?? []);

export const sessionCommands: readonly TopCommand[] = [
  {
    name: 'sessions',
    group: 'Runs',
    summary: 'List agent sessions on this repository, from any agent',
    about:
      `Shows sessions of ${joinWords(names)} in this repository ` +
      'and its worktrees, and our runs: all live ones and those of the last seven days. Each state names its ' +
      'evidence. Exclude an engine with `sessions: { off: [NAME] }` in roundsman.yaml.',
    words: [],
    options: [
      {
        flags: '--engine <name>',
        text: `only these: ${sessionEngines().join(', ')}`,
        repeatable: true,
        values: 'session-engine',
      },
      {
        flags: '--state <state>',
        text: 'only these: waiting, working, idle, unknown, ended',
        repeatable: true,
      },
      { flags: '--since <when>', text: 'active since then: 12h, 30d, 2026-12-01 (default: 7d)' },
      { flags: '--all', text: 'however long ago' },
    ],
    examples: [
      'roundsman sessions',
      'roundsman sessions --state waiting --state working',
      'roundsman sessions --since 30d --json',
      'roundsman sessions show 5f0c21aa',
      'roundsman sessions handoff 5f0c21aa --to codex',
    ],
    verbs: [
      {
        name: 'show',
        summary: 'Show a session: task, state and last messages',
        words: [SESSION],
        options: [{ flags: '--full', text: 'the whole transcript' }],
        examples: ['roundsman sessions show 5f0c21aa', 'roundsman sessions show 5f0c21aa --full'],
        load: async () => (await import('../commands/sessions-show.ts')).sessionsShowCommand,
      },
      {
        name: 'handoff',
        summary: 'Write a session up for another agent or person',
        about:
          'Contains the task, decisions, rejected options, work done (from git) and open points. Text from the session ' +
          'is quoted and labelled as data. `roundsman run ROUTINE --with SESSION` gives it to a run.',
        words: [SESSION],
        options: [
          { flags: '--to <engine>', text: 'who takes it over', values: 'engine' },
          { flags: '--out <file>', text: 'write it there (default: to stdout)', values: 'file' },
          { flags: '--max-tokens <n>', text: 'its size (default: 6000)' },
        ],
        examples: [
          'roundsman sessions handoff 5f0c21aa',
          'roundsman sessions handoff 5f0c21aa --to codex --out handover.md',
        ],
        load: async () => (await import('../commands/sessions-handoff.ts')).sessionsHandoffCommand,
      },
    ],
    load: async () => (await import('../commands/sessions.ts')).sessionsCommand,
  },
];
