import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/build-once.ts'],
    setupFiles: ['test/kit/seal-environment.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
