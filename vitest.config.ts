import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tiers of their own: `npm run test:services` (needs the npm registry) and `npm run test:crash`.
    exclude:
      process.env['ROUNDSMAN_TEST_TIER'] === undefined ? ['test/services/**', 'test/crash/**'] : [],
    globalSetup: ['test/kit/build-once.ts'],
    setupFiles: ['test/kit/seal-environment.ts'],
    // Most tests wait for processes of their own: one worker a core would leave the cores idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
