/** Builds the demo's repository on disk: real commits, no network, no user's git settings needed. */
import { basename, dirname, join } from 'node:path';

import { gitEnvironment } from '../../../git/git-environment.ts';
import { type GitContext, runGit } from '../../../git/run-git.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Environment, hostTimezone } from '../../../platform/environment.ts';
import {
  inspectPath,
  listFolder,
  makeFolder,
  readText,
  readTextIfThere,
  removeTree,
  rename,
  writeText,
} from '../../../platform/files.ts';
import { packageFile } from '../../../platform/package.ts';
import { AppError } from '../../../words/errors.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import { workspaceFiles } from '../init-workspace.ts';
import { demoHistory } from './fast-import.ts';
import { demoTickets } from './tickets.ts';

/**
 * Two routines of the demo whose agents are small programs, so that it needs no account: one mends a bug and is wrong
 * about another place, one fails. Path to content, as the demo's last commit adds them.
 */
const SMALL_FIXES = `# Looks for one small bug a night and fixes it on a branch, with a test.
name: Small fixes
intent: Small bugs do not wait for a sprint

on:
  schedule: "0 3 * * 1-5"
  manual: true

agent:
  engine: command
  command: [node, tools/small-fixes.mjs] # stands in for a coding agent; try: agent.engine claude, codex, …
  prompt: |
    Find one small bug in src/ that a test can show. Fix it, add the test, and commit both. Report other places that
    look wrong as findings, and do not touch them.

workspace:
  checks: [node --test]
`;

const SMALL_FIXES_AGENT = String.raw`// Stands in for a coding agent: makes the same fix each time, and reports as an agent does.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const out = process.env.ROUNDSMAN_OUT;
const file = 'src/parcel.js';
const line = '  if (!postcode) throw new Error(${'`'}parcel ${'$'}{id} has no postcode${'`'});\n';
const fix = '  if (!kilometres) throw new Error(${'`'}parcel ${'$'}{id} has no distance${'`'});\n';
const before = readFileSync(file, 'utf8');
const findings = '\n## Findings\n\n- src/notify.js:15 counts only half a bounce. Is that a typing error?\n';

if (before.includes(fix)) {
  writeFileSync(join(out, 'report.md'), '## Summary\n\nNo small bug found tonight.\n' + findings);
} else {
  writeFileSync(file, before.replace(line, line + fix));
  writeFileSync(
    'test/parcel.test.js',
    [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      '',
      "import { readParcel } from '../src/parcel.js';",
      '',
      "test('a parcel without a distance is refused', () => {",
      "  assert.throws(() => readParcel('P000001;1017;;4711'), /no distance/);",
      '});',
      '',
    ].join('\n'),
  );
  execFileSync('git', ['add', '--all']);
  execFileSync('git', ['commit', '--quiet', '-m', 'Refuse a parcel without a distance, instead of showing "NaN hours"']);
  writeFileSync(
    join(out, 'report.md'),
    '## Summary\n\nA line of the feed without a distance gave an estimate of "NaN to NaN hours". Such a parcel is refused now, ' +
      'like one without a postcode. A test covers it.\n' +
      findings,
  );
}

writeFileSync(
  join(out, 'findings.jsonl'),
  JSON.stringify({
    title: 'A bounce counts only half',
    body: 'src/notify.js adds 0.5 for each bounce. It looks like a typing error for 1.',
    severity: 'low',
    path: 'src/notify.js',
    line: 15,
    fingerprint: 'bounce-counts-half',
  }) + '\n',
);
`;

const FEED_CHECK = `# Reads last night's feed. It fails in the demo: the feed has a line that it does not understand.
name: Feed check
intent: A broken feed is noticed before the customers notice

on:
  schedule: "30 5 * * *"
  manual: true

agent:
  engine: command
  command: [node, tools/feed-check.mjs]
  prompt: Check that each line of the feed can be read.
`;

const FEED_CHECK_AGENT = `// Fails in the demo, so that there is a failed run to look at. Mend feed.csv, commit, and run it again.
import { readFileSync } from 'node:fs';

import { readParcel } from '../src/parcel.js';

const lines = readFileSync('feed.csv', 'utf8').trim().split('\\n');
lines.forEach((line, index) => {
  try {
    readParcel(line);
  } catch (error) {
    console.error(\`feed.csv:\${index + 1}: \${error.message}\`);
    process.exit(1);
  }
});
console.log(\`## Summary\\n\\nAll \${lines.length} lines of the feed can be read.\\n\\n## Findings\\n\\nNone.\`);
`;

const FEED = `P205601;1017;12;4711
P205602;2100;31;1882
P205603;;8;1882
P205604;1362;54;4711
`;

const DEMO_AGENTS: Readonly<Record<string, string>> = {
  'routines/small-fixes.yaml': SMALL_FIXES,
  'tools/small-fixes.mjs': SMALL_FIXES_AGENT,
  'routines/feed-check.yaml': FEED_CHECK,
  'tools/feed-check.mjs': FEED_CHECK_AGENT,
  'feed.csv': FEED,
};

interface DemoRequest {
  /** Absolute. */
  readonly folder: string;
  readonly env: Environment;
  readonly actor: string;
  readonly clock: Clock;
  /** Remove an earlier demo there first, with its runs. */
  readonly fresh: boolean;
}

/** Run one after the other by `roundsman demo`. `fails`: so that there is a failed run to look at. */
export const DEMO_RUNS = [
  { routine: 'todo-sweep', fails: false },
  { routine: 'ticket-digest', fails: false },
  { routine: 'small-fixes', fails: false },
  { routine: 'feed-check', fails: true },
] as const;

/** Of those that ship with Roundsman. */
const SHIPPED = ['todo-sweep', 'ticket-digest', 'release-check'] as const;

/** In the git directory: says that the folder is ours to build again. */
const MARK = 'roundsman-demo';
const MARK_TEXT = 'Made by `roundsman demo`; `roundsman demo --fresh` removes this repository.\n';

/** Throws `refused` when something that is not a demo is in the folder. */
export async function buildDemo(request: DemoRequest): Promise<'built' | 'kept'> {
  const { folder } = request;
  const earlier = await isDemo(folder);
  if (earlier && !request.fresh) return 'kept';
  if (earlier) await removeDemo(request);
  await refuseForeign(folder);
  await makeFolder(dirname(folder));
  // Built under another name: a folder of the demo's name is always whole.
  const building = join(dirname(folder), `.${basename(folder)}.building`);
  await removeTree(building);
  await makeFolder(building);
  await importHistory(building, request);
  await writeText(join(building, '.git', MARK), MARK_TEXT);
  await rename(building, folder);
  await forgetEarlierRuns(request);
  return 'built';
}

/** Whether the repository at the folder is one that we built. */
export async function isDemo(folder: string): Promise<boolean> {
  return (await readTextIfThere(join(folder, '.git', MARK))) === MARK_TEXT;
}

async function refuseForeign(folder: string): Promise<void> {
  const facts = await inspectPath(folder);
  if (facts === null) return;
  if (facts.kind === 'folder' && (await listFolder(folder)).length === 0) return;
  throw new AppError('refused', {
    code: 'demo-folder-taken',
    message: `${folder} is there already and is not a demo`,
    hint: 'Name another folder: roundsman demo FOLDER',
  });
}

/** The repository and the state of its runs: without the one the other means nothing. */
async function removeDemo({ folder, env, actor, clock }: DemoRequest): Promise<void> {
  const workspace = await openWorkspace({ folder, env, actor, clock });
  const unfinished = await workspace.runs.listUnfinished();
  if (unfinished.length > 0) {
    throw new AppError('refused', {
      code: 'demo-at-work',
      message: `a run is still at work in ${folder}`,
      hint: `Let it end, or stop it: roundsman -C ${folder} cancel todo-sweep`,
    });
  }
  await forgetEarlierRuns({ folder, env, actor, clock });
  await removeTree(folder);
}

/** Also of a demo whose folder was removed by hand: its state is kept by path, and would be taken for this one's. */
async function forgetEarlierRuns({
  folder,
  env,
  actor,
  clock,
}: Omit<DemoRequest, 'fresh'>): Promise<void> {
  // A state folder that was named outright may hold more than this demo's runs: it stays.
  if (env['ROUNDSMAN_STATE_DIR'] !== undefined) return;
  const workspace = await openWorkspace({ folder, env, actor, clock });
  await removeTree(workspace.location.stateDir);
}

async function importHistory(folder: string, { env, clock }: DemoRequest): Promise<void> {
  const context = { cwd: folder, env: gitEnvironment(env) };
  const now = clock.now();
  await runGit(['init', '--quiet', '--initial-branch=main', '.'], context);
  await runGit(['fast-import', '--quiet', '--done'], {
    ...context,
    stdin: demoHistory(now, await setupFiles()),
  });
  await runGit(['-c', 'core.autocrlf=false', 'reset', '--quiet', '--hard', 'main'], context);
  await nameCommitter(context);
  // Beside the repository's history, as exports of a help desk should be: they are customers' data.
  await makeFolder(join(folder, 'tickets'));
  await writeText(join(folder, 'tickets', 'inbox.jsonl'), demoTickets(now));
}

/** Landing makes a commit: on a machine where git does not know its user yet, the demo has one of its own. */
async function nameCommitter(context: GitContext): Promise<void> {
  const known = await runGit(['config', '--get', 'user.email'], {
    ...context,
    okExitCodes: [0, 1],
  });
  if (known.exitCode === 0) return;
  await runGit(['config', 'user.name', 'Demo User'], context);
  await runGit(['config', 'user.email', 'demo@harbour.example'], context);
}

/** What the last commit adds: settings, the routines that ship, and the ignored folder of the tickets. */
async function setupFiles(): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {
    ...DEMO_AGENTS,
    ...(await workspaceFiles(hostTimezone())),
    '.gitignore': '# What customers write stays out of the history.\ntickets/\n',
  };
  for (const id of SHIPPED) {
    files[`routines/${id}.yaml`] = await readText(packageFile(`routines/${id}.yaml`));
  }
  return files;
}
