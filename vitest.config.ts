import { defineConfig } from 'vitest/config';

/** Programs that work as agents, run end to end: the cookbook's, and those that misbehave. */
const AGENTS = ['test/cookbook/recipes.test.ts', 'test/e2e/hostile-agents.test.ts'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tiers of their own: `npm run test:services` (needs the npm registry), `test:crash` and `test:agents`.
    exclude:
      process.env['ROUNDSMAN_TEST_TIER'] === undefined
        ? ['test/services/**', 'test/crash/**', ...AGENTS]
        : [],
    globalSetup: ['test/kit/build-once.ts'],
    setupFiles: ['test/kit/seal-environment.ts'],
    // Most tests wait for processes of their own: one worker a core would leave the cores idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
