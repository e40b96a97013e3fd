import type { TopCommand, OptionDeclaration } from '../command.ts';
import { SCHEMA_NAMES } from './value-names.ts';

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

// The daemon as a service of the system.
const DRY_RUN: OptionDeclaration = {
  flags: '--dry-run',
  text: 'print what would be written and run, and do nothing',
};

export const serviceCommands: readonly TopCommand[] = [
  {
    name: 'service',
    group: 'Operate',
    summary: 'Install the daemon as a system service',
    about:
      'A systemd user unit on Linux, a launchd agent on macOS; one per workspace. Without a verb: shows what is ' +
      'installed.',
    examples: ['roundsman service', 'roundsman service install --dry-run'],
    verbs: [
      {
        name: 'install',
        summary: 'Install the service; it starts now and at every login',
        about:
          'Saves the PATH of this shell, so that agents are found. Run it again after you move node, PATH or ' +
          'Roundsman. Runs are separate processes and continue when the daemon stops or restarts.',
        options: [DRY_RUN],
        examples: ['roundsman service install --dry-run', 'roundsman service install'],
        load: async () => (await import('../commands/service.ts')).serviceInstallCommand,
      },
      {
        name: 'uninstall',
        summary: 'Stop and remove the service; active runs continue',
        options: [DRY_RUN],
        examples: ['roundsman service uninstall'],
        load: async () => (await import('../commands/service.ts')).serviceUninstallCommand,
      },
    ],
    load: async () => (await import('../commands/service.ts')).serviceCommand,
  },
];

// Getting room again.
export const cleanUpCommands: readonly TopCommand[] = [
  {
    name: 'gc',
    group: 'Operate',
    summary: 'Remove leftovers of runs where that is safe',
    about:
      'Plans first, then removes expired worktrees, leftovers of dead processes and old archives. Keeps whatever ' +
      'is in use, holds work that was not handed back, or is unclear, and says why. The daemon does the same when ' +
      'idle. --run with --discard-work removes one run’s worktree; its work is saved first, and the command that ' +
      'restores it is printed.',
    options: [
      { flags: '--dry-run', text: 'show what would be done' },
      { flags: '--all', text: 'also list everything that stays' },
      { flags: '--set-aside', text: 'also remove unreadable runs that were set aside' },
      { flags: '--run <run>', text: 'only the worktree of this run', values: 'run' },
      { flags: '--discard-work', text: 'with --run: even with work that was not handed back' },
    ],
    examples: [
      'roundsman gc --dry-run',
      'roundsman gc',
      'roundsman gc --run todo-sweep --discard-work',
    ],
    load: async () => (await import('../commands/gc.ts')).gcCommand,
  },
];

// Records and runs that several machines share.
export const fleetCommands: readonly TopCommand[] = [
  {
    name: 'fleet',
    group: 'Operate',
    summary: 'Show the records, which daemon plans, the workers and what waits for them',
    about:
      'Records are findings, requests, decisions, messages, slots, usage and what is known of runs. Without a verb: ' +
      'shows which store has them, the version of its tables, its connections, which daemon plans, each worker with ' +
      'its labels and runs, and why a queued run waits. One machine needs none of this.',
    examples: ['roundsman fleet', 'roundsman fleet --json'],
    verbs: [
      {
        name: 'migrate',
        summary: 'Make the tables in the database, or bring them up to date',
        about:
          'Once for all machines; safe to repeat. Stop daemons and workers of older versions first. The queue for ' +
          'workers needs Node 22.12 or newer.',
        examples: ['roundsman fleet migrate'],
        load: async () => (await import('../commands/fleet-move.ts')).fleetMigrateCommand,
      },
      {
        name: 'move',
        summary: 'Take the records to the database, or back to files',
        about:
          'Nothing may work with them meanwhile: stop the daemon first. A move that is cut off leaves the records ' +
          'where they were; give the command again. Folders of runs stay on their machine.',
        options: [{ flags: '--to <store>', text: 'postgres, or files' }],
        examples: ['roundsman fleet move --to postgres', 'roundsman fleet move --to files --json'],
        load: async () => (await import('../commands/fleet-move.ts')).fleetMoveCommand,
      },
    ],
    load: async () => (await import('../commands/fleet.ts')).fleetCommand,
  },
  {
    name: 'work',
    group: 'Operate',
    summary: 'Run what the daemon of another machine queues',
    about:
      'A worker of a fleet, in a clone of the repository, with the records on PostgreSQL (see `fleet`). Runs in the ' +
      'foreground. Ctrl-C or SIGTERM: it takes nothing new and ends with the runs that it has. Its labels are ' +
      'os:…, engine:… of engines that are ready here, secret:NAME of variables that look like secrets (names only), ' +
      'and those of --label; a routine asks for them by `runs-on`. Needs Node 22.12 or newer.',
    options: [
      { flags: '--once', text: 'end when nothing waits any more' },
      { flags: '--places <n>', text: 'runs at once (default: one a core, at most 4)' },
      { flags: '--label <label>', text: 'a label of its own', repeatable: true },
    ],
    examples: ['roundsman work', 'roundsman work --places 2 --label gpu', 'roundsman work --once'],
    load: async () => (await import('../commands/work.ts')).workCommand,
  },
];
