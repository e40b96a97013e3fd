import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Needs the npm registry: `npm run test:services`.
    exclude: process.env['ROUNDSMAN_TEST_SERVICES'] === '1' ? [] : ['test/services/**'],
    globalSetup: ['test/kit/build-once.ts'],
    setupFiles: ['test/kit/seal-environment.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
