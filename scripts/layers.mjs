// The one place that says who may import whom. The dependency-cruiser rules and the table in
// docs/ARCHITECTURE.md are both made from it.

const beforeRuntime = [
  'domain',
  'platform',
  'git',
  'syntax',
  'routines',
  'store',
  'agents',
  'forges',
  'reports',
  'collect',
  'worktrees',
  'context',
  'review',
  'delivery',
];

/** Each folder under src/ with the folders it may import besides itself. */
export const layers = {
  domain: [],
  platform: ['domain'],
  git: ['domain', 'platform'],
  syntax: ['domain', 'platform'],
  routines: ['domain', 'platform'],
  store: ['domain', 'platform'],
  agents: ['domain', 'platform', 'syntax'],
  forges: ['domain', 'platform'],
  reports: ['domain', 'platform'],
  collect: ['domain', 'platform', 'git', 'syntax', 'store', 'forges'],
  worktrees: ['domain', 'platform', 'git', 'store'],
  context: ['domain', 'platform', 'git', 'store', 'reports', 'routines', 'agents'],
  review: ['domain', 'platform', 'git', 'syntax', 'store', 'forges', 'reports'],
  delivery: ['domain', 'platform', 'git', 'store', 'reports'],
  scheduler: ['domain', 'platform', 'git', 'routines', 'store'],
  runtime: beforeRuntime,
  app: [...beforeRuntime, 'scheduler', 'runtime'],
  web: ['domain', 'platform', 'app'],
  mcp: ['domain', 'platform', 'app'],
  cli: ['domain', 'platform', 'app', 'web', 'mcp'],
};

/** Each outside package with the one folder that may import it. */
export const homes = {
  execa: 'platform',
  ulid: 'platform',
  'simple-git': 'git',
  croner: 'scheduler',
  lowdb: 'store',
  stemmer: 'collect',
  handlebars: 'reports',
  commander: 'cli',
  yaml: 'routines',
  'csv-parse': 'collect',
  htmlparser2: 'collect',
  'postal-mime': 'collect',
  'wink-nlp': 'collect',
  'wink-eng-lite-web-model': 'collect',
  'snowball-stemmers': 'collect',
  stopword: 'collect',
  '@agentclientprotocol/sdk': 'agents',
  'smol-toml': 'agents',
  '@modelcontextprotocol/sdk': 'mcp',
  minisearch: 'context',
  libsql: 'context',
  '@vscode/tree-sitter-wasm': 'syntax',
  hono: 'web',
  'markdown-it': 'reports',
  'sanitize-html': 'reports',
  'highlight.js': 'web',
  diff: 'review',
  '@octokit/core': 'forges',
  '@octokit/plugin-paginate-rest': 'forges',
  '@octokit/plugin-retry': 'forges',
  '@octokit/plugin-throttling': 'forges',
  imapflow: 'collect',
  nodemailer: 'delivery',
};

/** Programs that must not reach any outside package, however indirectly. */
export const leanPrograms = [
  'src/runtime/supervisor/main.ts',
  'src/worktrees/sandbox/inside/main.ts',
];
