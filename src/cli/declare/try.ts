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
