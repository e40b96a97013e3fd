// The programs that ship: where each lies in dist/, and its source.

/** Each is a bundle of its own: none loads code of another, so that what one needs never slows or burdens the next. */
export const PROGRAMS = [
  'engines/acp/driver',
  'collectors/builtin',
  'daemon/chore',
  'cli',
  'runtime/supervisor',
  'runtime/worker',
  'sandbox/inside',
].map((folder) => ({ folder, source: `src/${folder}/main.ts` }));

/**
 * What is loaded together anyway stands in one file: each file costs more than what is in it. Every group has also what its
 * sources import, unless an earlier group has it.
 */
export const TOGETHER = [
  { name: 'base', sources: /\/main\.ts$/ },
  // First of all, so that a run's processes start before anything else is loaded.
  { name: 'ahead', sources: /\/runtime\/warm-supervisor\.ts$/ },
  { name: 'start', sources: /\/src\/cli\/program\.ts$/ },
  { name: 'complete', sources: /\/src\/cli\/completion\/complete\.ts$/ },
  { name: 'read', sources: /\/src\/cli\/commands\/(?:list|next|runs|status)\.ts$/ },
];

/**
 * Packages that are installed for building alone: what they install asks for a newer Node than the oldest that runs Roundsman,
 * and npm would warn everybody of it.
 */
export const BUNDLED_ONLY = [
  '@octokit/core',
  '@octokit/plugin-paginate-rest',
  '@octokit/plugin-retry',
  '@octokit/plugin-throttling',
];

/**
 * Packages that stand in the bundles: what every run and most commands load. From node_modules they are hundreds of files, and
 * finding these took longer than running them.
 */
export const INLINED = [
  ...BUNDLED_ONLY,
  'commander',
  'croner',
  'execa',
  'handlebars',
  'lowdb',
  'lowdb/node',
  'markdown-it',
  'simple-git',
  'ulid',
  'yaml',
  'zod',
];
