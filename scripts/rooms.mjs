// The rooms of src/, from the ground up: a room may import those that stand above it in this list, and no other. A folder
// of a room that is listed by itself is a room of its own. The rules of
// dependency-cruiser and the table in docs/ARCHITECTURE.md are both made from it.

/** Each folder under src/ with what it holds. */
export const rooms = {
  words:
    'the nouns that several rooms speak of, ids, errors, text, time, redaction; no input or output',
  platform: 'the machine: files, processes, locks, clock, guarded network',
  calendar: 'when a schedule is due: cron lines, intervals, time zones',
  git: 'one git command or question to a repository per file, near twins together',
  store: 'the ports of records, and the files or the database that hold them',
  syntax: 'grammars and comments of programming languages',
  markup: 'Markdown and templates, made safe',
  forges: 'one folder per forge: its client, pull requests, checks',
  collectors: 'facts for runs: one folder per collector',
  sandbox: 'levels of isolation, bubblewrap, egress',
  workspace: 'one repository opened: its stores, its paths, names that people type',
  engines: 'one folder per engine, its gateway, its accounts; the contract with agents',
  connectors:
    'one folder per service outside: its settings, and what it is: ticket source, tracker, forge, message channel',
  routines: 'YAML to routine: schema, rules, what is active, what a person trusted',
  scheduler: 'which slots are due: ticks, events, hooks, watched files, backfill',
  ledger: 'findings, items, notes, requests, and what was decided on them',
  reports: 'what an agent wrote to what a person reads',
  worktrees: "the run's repository and worktree, hand-back, archive",
  context: 'the brief, sessions of agents, search',
  review: 'branches, change sets, couplings, landing',
  connections: 'mail, webhooks, trackers, pull requests, and the requests that go out through them',
  'collectors/builtin': 'the built-in agent that works on facts',
  runtime: 'one run: admission, supervisor, worker, steps, variants, clean-up; first set-up',
  inbox: 'what waits for a person, and the walk through it',
  daemon: 'the long process, doctor, service, rehearsal',
  mcp: 'tools for agents',
  page: 'the web page',
  cli: 'the command line',
};

/** Each outside package with the one room that may import it. */
export const homes = {
  execa: 'platform',
  ulid: 'platform',
  croner: 'calendar',
  'simple-git': 'git',
  lowdb: 'store',
  pg: 'store',
  'pg-boss': 'store',
  'openid-client': 'page',
  '@vscode/tree-sitter-wasm': 'syntax',
  '@agentclientprotocol/sdk': 'engines',
  'smol-toml': 'engines',
  yaml: 'routines',
  handlebars: 'markup',
  'markdown-it': 'markup',
  'sanitize-html': 'markup',
  minisearch: 'context',
  libsql: 'engines',
  diff: 'review',
  nodemailer: 'connectors',
  '@octokit/core': 'forges',
  '@octokit/plugin-paginate-rest': 'forges',
  '@octokit/plugin-retry': 'forges',
  '@octokit/plugin-throttling': 'forges',
  'csv-parse': 'collectors',
  htmlparser2: 'collectors',
  imapflow: 'collectors',
  'postal-mime': 'collectors',
  'snowball-stemmers': 'collectors',
  stemmer: 'collectors',
  stopword: 'collectors',
  'wink-eng-lite-web-model': 'collectors',
  'wink-nlp': 'collectors',
  '@modelcontextprotocol/sdk': 'mcp',
  'd3-scale': 'page',
  'd3-shape': 'page',
  'highlight.js': 'page',
  hono: 'page',
  commander: 'cli',
};

/** What of src/store/ no other room may import: the files and tables that records are kept in, and their paths. */
export const storeInside = ['files/', 'postgres/', 'state-paths\\.ts$', 'review-paths\\.ts$'];

/** Programs that must not reach any outside package, however indirectly. */
export const leanPrograms = ['src/runtime/supervisor/main.ts', 'src/sandbox/inside/main.ts'];
