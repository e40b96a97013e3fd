import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { leftOut } from './test/kit/optional-parts.ts';
import { filesWithoutProcesses } from './test/kit/without-processes.ts';

/** Whole uses, which work the same whatever keeps the records. */
const USES = [
  'test/e2e/todo-sweep.test.ts',
  'test/e2e/ticket-digest.test.ts',
  'test/e2e/release-check.test.ts',
] as const;

/** Tiers of their own, each called by name (`npm run test:agents`); whatever is in none of them is `npm test`. */
const TIERS: Readonly<Record<string, readonly string[]>> = {
  // Whole runs of programs that work as agents: real ones, the cookbook's, and the shipped recipes.
  agents: [
    'test/engines/real/**/*.test.ts',
    'test/cookbook/recipes.test.ts',
    'test/cookbook/other-agents.test.ts',
    'test/e2e/gateway.test.ts',
    'test/e2e/budgets.test.ts',
    'test/e2e/demo.test.ts',
    'test/e2e/parked.test.ts',
    ...USES,
    'test/e2e/shipped-with-engines.test.ts',
  ],
  // What hostile agents try and odd work they leave, and what a sandbox keeps from them.
  attacks: [
    'test/context/sessions/attacks/**/*.test.ts',
    'test/context/hostile/**/*.test.ts',
    'test/runtime/supervisor/attacks/**/*.test.ts',
    'test/platform/confined-process.test.ts',
    'test/e2e/hostile-agents.test.ts',
    'test/e2e/secrets.test.ts',
    'test/e2e/connection-secrets.test.ts',
    'test/e2e/credentials-unseen.test.ts',
    'test/e2e/attacks/**/*.test.ts',
    'test/e2e/denied.test.ts',
    'test/page/attacks/**/*.test.ts',
    'test/sandbox/egress/enclosed.test.ts',
    'test/sandbox/egress/many-connections.test.ts',
    'test/worktrees/hand-back/enclosed.test.ts',
    'test/worktrees/hand-back/odd-work.test.ts',
    'test/worktrees/hostile-folder.test.ts',
    'test/worktrees/leaks.test.ts',
    'test/worktrees/limits-and-levels.test.ts',
  ],
  // Processes of runs that die, and their disk. Daemons that are killed cost little besides time, and stand with the services.
  crash: ['test/crash/**/*.test.ts'],
  // Records on PostgreSQL, and some uses once more with that store.
  fleet: ['test/fleet/**/*.test.ts', ...USES],
  // What runs know of each other, and of sessions: real agents beside them, hand-overs, tools, many nights.
  context: ['test/context/real/**/*.test.ts', 'test/context/nights/**/*.test.ts'],
  // Review over real histories, its checks, and what becomes of landings that are killed.
  review: ['test/review/real/**/*.test.ts', 'test/review/crash/**/*.test.ts'],
  // The page in a real browser.
  page: ['test/page/browser/**/*.test.ts'],
  // The world outside: mail servers, git servers, forges, all on loopback.
  services: [
    'test/services/**/*.test.ts',
    'test/review/tracker.test.ts',
    'test/connectors/webhook/shipped-bodies.test.ts',
  ],
  // What the daemon, supervisors and shells do with the program as it ships, its build and its package; long histories; and what
  // needs the registry of npm.
  daemon: [
    'test/build/**/*.test.ts',
    'test/daemon/shipped/**/*.test.ts',
    'test/connections/killed-delivery.test.ts',
    'test/connectors/webhook/killed-sender.test.ts',
    'test/e2e/messages.test.ts',
    'test/cli/preview.test.ts',
    'test/e2e/active-definitions.test.ts',
    'test/e2e/again.test.ts',
    'test/e2e/backfill.test.ts',
    'test/e2e/daemon.test.ts',
    'test/e2e/newcomer-errors.test.ts',
    'test/e2e/recovery.test.ts',
    'test/e2e/supervision.test.ts',
    'test/e2e/webhook.test.ts',
    'test/engines/acp/driver.test.ts',
    'test/daemon/doctor/run-doctor.test.ts',
    'test/daemon/doctor/routine/diagnose-routine.test.ts',
    'test/runtime/killed-starts.test.ts',
    'test/runtime/killed-at-each-point.test.ts',
    'test/collectors/release-notes/pair-range.test.ts',
    'test/runtime/setup/new-routine/new-routine.test.ts',
    'test/cli/brief.test.ts',
    'test/cli/definitions.test.ts',
    'test/cli/run.test.ts',
    'test/e2e/own-program.test.ts',
    'test/cli/emit.test.ts',
    'test/cli/completion/scripts.test.ts',
    'test/cli/enable.test.ts',
    'test/cli/pause.test.ts',
    'test/cli/rehearse.test.ts',
    'test/cli/run-inputs.test.ts',
    'test/cli/service.test.ts',
    'test/runtime/steps/condition.test.ts',
    'test/collectors/large-history.test.ts',
    'test/collectors/todo-history.test.ts',
    'test/collectors/release-notes/planted-errors.test.ts',
    'test/worktrees/sources.test.ts',
  ],
};

const tier = process.env['ROUNDSMAN_TEST_TIER'];
const named = tier === undefined || tier === 'unit' ? undefined : TIERS[tier];
if (tier !== undefined && tier !== 'unit' && named === undefined)
  throw new Error(`there is no test tier ${tier}`);

const left = leftOut(process.env);
// oxlint-disable-next-line eslint/no-console -- nobody is to take it for a test that passed
if (left.length > 0)
  console.warn(`left out, because this machine cannot run it: ${left.join(', ')}`);

const each = {
  setupFiles: ['test/kit/seal-environment.ts'],
  // For what hangs, not for what is slow: some machines take three times as long as others.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What runs at once within one file: real agents, each of which keeps a core busy.
  maxConcurrency: Math.min(3, Math.ceil(availableParallelism() / 2)),
};

const unit = filesWithoutProcesses();
const inTiers = Object.values(TIERS).flat();
/** They share processes and what is loaded there, which takes 40 % less of the processor. */
const unitProject = {
  test: {
    ...each,
    name: 'unit',
    include: [...unit],
    exclude: [...left, ...inTiers],
    isolate: false,
  },
};
/** Each file has a process of its own: the larger one is, the longer it takes to start another. */
const project = {
  test: {
    ...each,
    name: tier ?? 'default',
    include: [...(named ?? ['test/**/*.test.ts'])],
    exclude: [...left, ...(named === undefined ? [...unit, ...inTiers] : [])],
  },
};

export default defineConfig({
  test: {
    projects: [
      ...(tier === 'unit' ? [] : [project]),
      ...(named === undefined ? [unitProject] : []),
    ],
    // A tier that this machine cannot run at all is said to be left out, above.
    passWithNoTests: left.length > 0,
    globalSetup: [
      'test/kit/build-once.ts',
      ...(['crash', 'daemon', 'review'].includes(tier ?? '')
        ? ['test/kit/probed-programs.ts']
        : []),
      ...(tier === 'fleet' ? ['test/kit/fleet-server.ts'] : []),
      ...(tier === 'services' && !left.includes('test/services/**/*.test.ts')
        ? ['test/kit/services/needs-services.ts']
        : []),
    ],
    // Most tests wait for processes of their own: one worker a core would leave the cores idle.
    maxWorkers: 3,
    // By content, in node_modules: the tiers, and runs of a few files, import much of the same.
    experimental: { fsModuleCache: true },
    reporters: ['default', './test/kit/overdue-files.ts'],
  },
});
