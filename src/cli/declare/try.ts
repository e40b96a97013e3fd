import type { TopCommand } from '../command.ts';

export const tryCommands: readonly TopCommand[] = [
  {
    name: 'demo',
    group: 'Begin',
    summary: 'See it work on an example repository',
    about:
      'Needs no account and no network. Run it again for another night on the same repository; --fresh builds the ' +
      'repository again.',
    words: [
      {
        syntax: '[folder]',
        text: 'where to build it (default: ./roundsman-demo; inside a repository, ~/.local/share/roundsman/demo)',
        values: 'folder',
      },
    ],
    options: [{ flags: '--fresh', text: 'delete an earlier demo there first' }],
    examples: ['roundsman demo', 'roundsman demo /tmp/look --fresh'],
    load: async () => (await import('../commands/demo.ts')).demoCommand,
  },
  {
    name: 'init',
    group: 'Begin',
    summary: 'Set up this repository: roundsman.yaml and routines that fit',
    about:
      'Detects the time zone, default branch, changelog, tickets, project type and installed agents, and writes ' +
      'roundsman.yaml and routines that fit. It overwrites nothing and says why it wrote or skipped each file.',
    examples: ['roundsman init', 'roundsman -C ../other-repo init', 'roundsman init --json'],
    load: async () => (await import('../commands/init.ts')).initCommand,
  },
  {
    name: 'new',
    group: 'Begin',
    summary: 'Write a routine',
    about:
      'Writes routines/<name>.yaml and overwrites nothing. With a prompt or a program it writes just that, and under the ' +
      'name of a template that template. Templates: ' +
      'blank (a small start), sweep (notes such as TODO), digest (tickets by theme), check (release notes against the ' +
      'commits), and those of the cookbook, each with its program for tools/: coverage, dead-code, dependency-check, ' +
      'docs-drift, error-triage, flaky-tests, licence-check, on-call-summary, security-advisories, stale-branches.',
    words: [
      { syntax: '<name>', text: 'its id: lower-case letters, digits and hyphens' },
      { syntax: '[program...]', text: 'after `--`: a program that does the work' },
    ],
    options: [
      {
        flags: '--from <template>',
        text: 'a template, such as sweep or stale-branches (default: that of the name, or blank)',
        values: 'template',
      },
      {
        flags: '--engine <engine>',
        text: 'who works (default: builtin; with --prompt, an agent that is ready here)',
        values: 'engine',
      },
      { flags: '--prompt <text>', text: 'what the agent is to do' },
      { flags: '--schedule <when>', text: 'such as "weekdays at 7", or a cron line' },
      { flags: '--timezone <zone>', text: 'IANA zone of that schedule', values: 'timezone' },
      { flags: '--print', text: 'show the file on stdout and write nothing' },
    ],
    examples: [
      'roundsman new weekly-look',
      'roundsman new dead-links --engine claude --schedule "weekdays at 7" --prompt "Report dead links in docs/."',
      'roundsman new line-count -- sh tools/count.sh',
      'roundsman new nightly-sweep --from sweep --schedule "daily at 3"',
      'roundsman new stale-branches',
    ],
    load: async () => (await import('../commands/new.ts')).newCommand,
  },
];

// Whether a night without anybody there would go well.
export const readinessCommands: readonly TopCommand[] = [
  {
    name: 'rehearse',
    group: 'Operate',
    summary: 'Simulate the coming night: what would run, what would fail',
    about:
      'Simulates the coming hours on paper: schedules, jitter, pauses, overlap and concurrency, with the usual ' +
      'duration of each routine. Checks engine, variables, base and files of each routine, and renders its brief. ' +
      'Starts nothing. Exits with 5 if the night would fail.',
    options: [
      { flags: '--hours <n>', text: 'how long the night is (default: 24, at most 744)' },
      { flags: '--from <instant>', text: 'when it begins, ISO 8601 (default: now)' },
      { flags: '--quick', text: 'render no briefs' },
    ],
    examples: ['roundsman rehearse', 'roundsman rehearse --hours 12 --json'],
    load: async () => (await import('../commands/rehearse.ts')).rehearseCommand,
  },
  {
    name: 'doctor',
    group: 'Operate',
    summary: 'Check that this machine is ready to run unattended',
    about:
      'Checks git, Node, disk, clock, definitions, engines, isolation, secrets and the daemon. Exits with 5 if ' +
      'something would make the night fail. --routine checks one routine and renders its brief; exits with 1 if it ' +
      'is not ready. Starts nothing.',
    options: [
      {
        flags: '--routine <routine>',
        text: 'what a run of this routine would meet',
        values: 'routine',
      },
      { flags: '--night', text: 'simulate the next 24 hours, like `rehearse`' },
      { flags: '--hours <n>', text: 'with --night: how many hours' },
    ],
    examples: [
      'roundsman doctor',
      'roundsman doctor --routine todo-sweep',
      'roundsman doctor --json',
    ],
    load: async () => (await import('../commands/doctor.ts')).doctorCommand,
  },
];
