/** The programs that do the work. */
import { allEngines, sessionEngines } from '../../engines/registry.ts';
import { clientNames } from '../../mcp/client-config.ts';
import { joinWords } from '../../words/text.ts';
import type { TopCommand, WordDeclaration } from '../command.ts';

export const agentCommands: readonly TopCommand[] = [
  {
    name: 'agents',
    group: 'Operate',
    summary: 'List engines: installed, version, ready or why not',
    about:
      'Checks each engine as a run would: program and version, account, model endpoint and isolation level. Starts ' +
      'nothing except programs that only report their version when run.',
    examples: ['roundsman agents', 'roundsman agents --json', 'roundsman agents try claude'],
    verbs: [
      {
        name: 'try',
        summary: 'Test an engine with a small piece of real work',
        about:
          'Uses a throwaway repository and everything a run uses: isolation, model access, a commit, a report. Costs a ' +
          'few thousand tokens of your account. Runs skipped because the account was refused start again when it ' +
          'works. For `acp` and `command`, give the program after `--`.',
        words: [
          { syntax: '<engine>', text: 'claude, codex, …', values: 'engine' },
          {
            syntax: '[program...]',
            text: 'for `acp` and `command`: the program and its arguments',
          },
        ],
        options: [
          { flags: '--model <name>', text: 'its model (default: that of roundsman.yaml)' },
          { flags: '--verbose', text: 'also what it prints' },
        ],
        examples: [
          'roundsman agents try claude',
          'roundsman agents try codex --model gpt-5.5 --json',
          'roundsman agents try command -- node tools/agent.mjs',
        ],
        load: async () => (await import('../commands/agents-try.ts')).agentsTryCommand,
      },
    ],
    load: async () => (await import('../commands/agents.ts')).agentsCommand,
  },
];

// Who works on what, in whichever agent.
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

/** For agents rather than people. */
export const mcpCommands: readonly TopCommand[] = [
  {
    name: 'mcp',
    group: 'Operate',
    summary: 'Start the MCP server for your own agents',
    about:
      'Speaks the Model Context Protocol over stdin and stdout. Your agents can look up reports, findings with ' +
      'decisions, items, branches and notes, and propose notes, which count once you approve them. Runs have their ' +
      'own server. --print-config prints the lines to add to an agent’s configuration.',
    options: [
      {
        flags: '--print-config [agent]',
        text: `the lines for ${clientNames().join(', ')}; without one, all`,
      },
      { flags: '--run <id>', text: 'used by supervisors: the run that it serves' },
    ],
    examples: ['roundsman mcp --print-config claude', 'roundsman mcp -C ~/work/shop'],
    load: async () => (await import('../commands/mcp.ts')).mcpCommand,
  },
];
