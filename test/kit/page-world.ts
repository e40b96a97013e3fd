/** A night's work with a daemon and its page: branches that belong together, variants, a question, a proposal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { agentProgram } from './agent-program.ts';
import { fakeClaude, type FakeClaude } from './fake-claude.ts';
import { openRepo, temporaryFolder } from './git-repo.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';

export interface AgentPlan {
  readonly files?: Readonly<Record<string, string>>;
  readonly deletes?: readonly string[];
  readonly message?: string;
  /** Asked until the prompt holds `told`. */
  readonly asks?: { readonly told: string; readonly question: unknown };
  /** For ROUNDSMAN_OUT. */
  readonly out?: Readonly<Record<string, string>>;
}

export interface PageWorld extends TestWorkspace {
  /** A routine with an agent that does what the plan says, and one run of it. */
  night(routine: string, plan: AgentPlan, yaml?: string): RunView;
  /** The agent of routines with `engine: claude`. */
  readonly claude: FakeClaude;
  /** Starts the daemon, and gives a link that logs one browser in. */
  open(): string;
  /** Another such link. */
  link(): string;
}

const FILES = {
  'README.md': '# Ledger\n\nReads dates and writes reports.\n',
  'src/dates.ts': `/** Reads a date as people write it. */
export function parseDate(text: string): Date {
  const [year, month, day] = text.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1));
}

export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
`,
  'src/report.ts': `import { parseDate } from './dates.ts';

export interface Entry {
  readonly day: string;
  readonly amount: number;
}

/** The sum of all entries of a month. */
export function monthTotal(entries: readonly Entry[], month: number): number {
  return entries
    .filter(({ day }) => parseDate(day).getUTCMonth() === month)
    .reduce((sum, { amount }) => sum + amount, 0);
}
`,
  'src/money.ts': `export function format(amount: number): string {
  return amount.toFixed(2);
}
`,
  'test/dates.test.ts': `import { parseDate } from '../src/dates.ts';

console.assert(parseDate('2026-01-02').getUTCDate() === 2);
`,
  '.gitignore': 'node_modules/\n',
} as const;

/** @param settings lines of roundsman.yaml besides those of the engines */
export function pageWorld(more: Readonly<Record<string, string>> = {}, settings = ''): PageWorld {
  const claude = fakeClaude();
  const folder = join(temporaryFolder('rm-repo-'), 'ledger');
  mkdirSync(folder);
  const repo = openRepo(folder);
  repo.git('init', '--quiet', '--initial-branch=main', '.');
  repo.commit({
    files: { ...FILES, 'roundsman.yaml': `${claude.settings}${settings}`, ...more },
    message: 'Read dates and write reports',
  });
  repo.git('config', 'user.name', 'Dana Example');
  repo.git('config', 'user.email', 'dana@example.com');
  const at = workspaceOf(repo, { env: { ...claude.env, USER: 'dana' } });
  const plans = join(temporaryFolder('rm-plans-'), 'plans');
  mkdirSync(plans);
  const link = (): string => {
    const { exitCode, stdout, stderr } = at.roundsman('page', '--json');
    if (exitCode !== 0) throw new Error(stdout + stderr);
    const answer: { readonly link: string } = JSON.parse(stdout);
    return answer.link;
  };
  return {
    ...at,
    night: (routine, plan, yaml = 'workspace: { isolation: private }\n') => {
      const path = join(plans, `${routine}.json`);
      writeFileSync(path, JSON.stringify(plan));
      at.agentRoutine(routine, agentProgram('edits', path), yaml);
      return at.run(routine).view;
    },
    claude,
    open: () => {
      onTestFinished(() => void at.roundsman('stop'));
      const started = at.roundsman('start', '--detach', '--no-doctor', '--json');
      if (started.exitCode !== 0) throw new Error(started.stdout + started.stderr);
      return link();
    },
    link,
  };
}

export const RENAMED_DATES = FILES['src/dates.ts']
  .replaceAll('parseDate', 'readDate')
  .replace('as people write it', 'as people write it, in UTC');

/** Three branches that belong together, one that asks, one that proposes. */
export function wholeNight(world: PageWorld): void {
  const report = (summary: string, findings = 'None.'): Readonly<Record<string, string>> => ({
    'report.md': `## Summary\n\n${summary}\n\n## Findings\n\n${findings}\n`,
  });
  world.night('rename-dates', {
    files: {
      'src/dates.ts': RENAMED_DATES,
      'src/report.ts': FILES['src/report.ts'].replaceAll('parseDate', 'readDate'),
      'test/dates.test.ts': FILES['test/dates.test.ts'].replaceAll('parseDate', 'readDate'),
    },
    message: 'Call it readDate: nothing is parsed twice',
    out: report('Renamed **parseDate** to `readDate`, with its three callers.'),
  });
  world.night('money-signs', {
    files: {
      'src/money.ts': `import { parseDate } from './dates.ts';

/** With its sign, for people. */
export function format(amount: number): string {
  return \`\${amount < 0 ? '−' : ''}\${Math.abs(amount).toFixed(2)}\`;
}

export function dated(day: string, amount: number): string {
  return \`\${parseDate(day).getUTCDate()}: \${format(amount)}\`;
}
`,
    },
    message: 'Show amounts with their day and sign',
    out: report('Amounts have a sign now, and the day that parseDate reads.'),
  });
  world.night('day-list', {
    files: {
      'src/list.ts': `import { parseDate } from './dates.ts';

export function sortedDays(days: readonly string[]): readonly string[] {
  return days.toSorted((a, b) => parseDate(a).getTime() - parseDate(b).getTime());
}
`,
    },
    message: 'List days in their order',
    out: report('A new file, which calls parseDate twice.'),
  });
  world.night('ask-owner', {
    asks: {
      told: 'Keep both',
      question: {
        question: 'The old name parseDate is used by others. Keep it as an alias?',
        options: ['Keep both', 'Drop it'],
        default: 'Drop it',
        why: 'Three packages outside of this repository import it.',
      },
    },
    files: { 'docs/names.md': '# Names\n\nparseDate stays as an alias.\n' },
    message: 'Write down that the old name stays',
    out: report('The old name stays.'),
  });
  world.night(
    'file-items',
    {
      out: {
        'proposals.jsonl': `${JSON.stringify({ type: 'file-item', key: 'RM-1', title: 'Amounts below zero lose their sign', body: 'format(-1) prints 1.00 in two reports.\n\nSeen in src/money.ts.', findings: [] })}\n`,
      },
    },
    'workspace: { isolation: private }\noutputs: { file-item: { tracker: local, max: 5 } }\n',
  );
}

/** A look at everything with findings, and a branch that is in the way of another; a comment on it. */
export function auditOf(world: PageWorld): void {
  const found = [
    {
      title: 'parseDate takes the 31st of every month',
      severity: 'high',
      path: 'src/dates.ts',
      line: 3,
      body: '`parseDate("2026-02-31")` is the third of March.\n\nTwo callers rely on it being refused.',
    },
    {
      title: 'monthTotal counts entries of every year',
      severity: 'medium',
      path: 'src/report.ts',
      line: 11,
      body: 'Only the month is compared.',
    },
    {
      title: 'format rounds half a cent down',
      severity: 'low',
      path: 'src/money.ts',
      line: 2,
      body: '`toFixed` rounds what is stored, not what is meant.',
    },
  ];
  world.night('audit', {
    out: {
      'report.md': `## Summary

Read all of \`src/\` against its tests. **Three things** are wrong, one of them badly:

| where | what | since |
|---|---|---|
| \`src/dates.ts:3\` | days that do not exist | the first commit |
| \`src/report.ts:11\` | years are mixed | the first commit |
| \`src/money.ts:2\` | half a cent | last week |

## Findings

- parseDate takes the 31st of every month
- monthTotal counts entries of every year
- format rounds half a cent down
`,
      'findings.jsonl': found.map((one) => `${JSON.stringify(one)}\n`).join(''),
    },
  });
  const strict = world.night('strict-dates', {
    files: {
      'src/dates.ts': FILES['src/dates.ts'].replace(
        '/** Reads a date as people write it. */\nexport function parseDate(text: string): Date {',
        '/** Refuses days that do not exist. */\nexport function parseDate(text: string): Date {\n  if (!isDay(text)) throw new RangeError(text);',
      ),
    },
    message: 'Refuse days that do not exist',
    out: {
      'report.md':
        '## Summary\n\nparseDate throws a RangeError for the 31st of February.\n\n## Findings\n\nNone.\n',
    },
  });
  const said = world.roundsman(
    'review',
    'comment',
    strict.branch ?? '',
    'src/dates.ts:3',
    'isDay is nowhere defined: which one is meant?',
  );
  if (said.exitCode !== 0) throw new Error(said.stdout + said.stderr);
}

/** The same task by two. */
export function variantsOf(world: PageWorld): RunView {
  return world.night(
    'two-ways',
    {
      files: { 'docs/ways.md': '# One way\n\nAs {run} has it.\n' },
      message: 'Describe one way',
      out: { 'report.md': '## Summary\n\nOne of two.\n\n## Findings\n\nNone.\n' },
    },
    '  variants: [command, { engine: command, model: other }]\nworkspace: { isolation: private }\n',
  );
}

/** A branch whose session can be gone on with: it answers comments with another commit. */
export function talkedTo(world: PageWorld): RunView {
  const report = '## Summary\n\nDone.\n\n## Findings\n\nNone.\n';
  world.claude.plays(
    {
      shell: `mkdir -p docs && printf '# Guide\\n\\nDates are text.\\n' > docs/guide.md && git add -A && git commit -qm 'Begin a guide'`,
      out: { 'report.md': report },
    },
    {
      shell: `printf '# Guide\\n\\nDates are text, in UTC.\\n' > docs/guide.md && git commit -qam 'Name the zone'`,
      out: { 'report.md': report },
    },
  );
  world.repo.write(
    'routines/guide.yaml',
    'on: manual\nagent: { engine: claude, prompt: Write a guide. }\nworkspace: { isolation: private }\npermissions: { env: [FAKE_CLAUDE] }\n',
  );
  return world.run('guide').view;
}
