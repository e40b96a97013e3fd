/** Changes of a made-up product as its commits tell them and as its release notes do, in other words. Data. */

export interface ProductChange {
  readonly type: 'feat' | 'fix' | 'perf';
  readonly scope: string;
  /** What the commit says, without type and scope. */
  readonly commit: string;
  readonly body?: string;
  /** What the notes say. */
  readonly entry: string;
  readonly path: string;
  /** A line of the code that it adds. */
  readonly code: string;
}

type Row = readonly [
  type: ProductChange['type'],
  scope: string,
  commit: string,
  entry: string,
  path: string,
  code: string,
];

const ROWS: readonly Row[] = [
  [
    'feat',
    'export',
    'write tables as CSV',
    'Tables can now be exported to CSV files',
    'src/export/csv.js',
    'export function tableToCsv(table, delimiter) {}',
  ],
  [
    'feat',
    'cli',
    'add a --dry-run flag that prints the plan',
    'New option `--dry-run`: shows what would be done without doing it',
    'src/cli/dry-run.js',
    'const dryRun = flags.has("--dry-run");',
  ],
  [
    'feat',
    'http',
    'retry idempotent requests with exponential backoff',
    'Requests that are safe to repeat are retried, with growing pauses between attempts (exponential backoff)',
    'src/http/retry.js',
    'export function retryDelay(attempt) { return 2 ** attempt; }',
  ],
  [
    'feat',
    'theme',
    'dark palette that follows the operating system',
    'Dark mode: the palette follows the setting of the operating system',
    'src/theme/dark.js',
    'export const darkPalette = { background: "#111" };',
  ],
  [
    'feat',
    'plugins',
    'load plugins from a folder',
    'Plugins are picked up from the `plugins/` folder',
    'src/plugins/load-folder.js',
    'export function loadPluginFolder(path) {}',
  ],
  [
    'feat',
    'search',
    'fuzzy matching for titles',
    'Search finds titles with typing mistakes (fuzzy matching)',
    'src/search/fuzzy.js',
    'export function fuzzyScore(needle, title) {}',
  ],
  [
    'feat',
    'auth',
    'sign in with a passkey',
    'Passkeys: sign in without a password',
    'src/auth/passkey.js',
    'export async function signInWithPasskey() {}',
  ],
  [
    'feat',
    'api',
    'expose `session.close()`',
    '`session.close()` is part of the public API',
    'src/api/session.js',
    'session.close = () => release(session);',
  ],
  [
    'feat',
    'i18n',
    'translate messages to Portuguese',
    'Portuguese translation of all messages',
    'src/i18n/pt.js',
    'export const portuguese = {};',
  ],
  [
    'feat',
    'watch',
    'ignore globs when watching',
    'Watch mode takes a list of globs to ignore',
    'src/watch/ignore.js',
    'export function ignoredByGlob(path, globs) {}',
  ],
  [
    'feat',
    'charts',
    'stacked bars',
    'Bar charts can be stacked',
    'src/charts/stacked.js',
    'export function stackBars(series) {}',
  ],
  [
    'feat',
    'mail',
    'attach the report as PDF',
    'Mails carry the report as a PDF attachment',
    'src/mail/attach-pdf.js',
    'export function attachPdf(mail, report) {}',
  ],
  [
    'feat',
    'config',
    'read settings from TOML',
    'Settings may be written in TOML',
    'src/config/toml.js',
    'export function parseToml(text) {}',
  ],
  [
    'feat',
    'cache',
    'share the cache between processes',
    'Several processes on one machine use one cache',
    'src/cache/shared.js',
    'export class SharedCache {}',
  ],
  [
    'feat',
    'hooks',
    'call `onIdle` when the queue runs empty',
    'Hook `onIdle`, called once nothing is left in the queue',
    'src/hooks/on-idle.js',
    'if (queue.size === 0) hooks.onIdle?.();',
  ],
  [
    'feat',
    'metrics',
    'Prometheus endpoint',
    'Metrics for Prometheus under `/metrics`',
    'src/metrics/prometheus.js',
    'router.get("/metrics", renderMetrics);',
  ],
  [
    'fix',
    'parser',
    'do not throw on an empty file',
    'Fixed a crash when the input file is empty',
    'src/parser/read.js',
    'if (text.length === 0) return emptyDocument();',
  ],
  [
    'fix',
    'dates',
    'keep the UTC offset when formatting timestamps',
    'Timestamps no longer lose their UTC offset',
    'src/dates/format.js',
    'return formatOffset(timestamp.offset);',
  ],
  [
    'fix',
    'http',
    'follow redirects with a relative location',
    'Relative `Location` headers of redirects are resolved correctly',
    'src/http/redirect.js',
    'const next = new URL(location, current);',
  ],
  [
    'fix',
    'cli',
    'exit with 2 on unknown flags',
    'Unknown flags end the program with exit code 2 rather than 0',
    'src/cli/flags.js',
    'if (unknownFlags.length > 0) return 2;',
  ],
  [
    'fix',
    'tree',
    'stop the selection from jumping after a drop',
    'Dropping a node does not move the selection any more',
    'src/tree/drop.js',
    'selection.restoreAfterDrop(node);',
  ],
  [
    'fix',
    'sqlite',
    'release the lock if a transaction is aborted',
    'The database lock is given back when a transaction fails',
    'src/sqlite/lock.js',
    'finally { lock.release(); }',
  ],
  [
    'fix',
    'markdown',
    'escape pipes inside table cells',
    'Pipe characters in table cells are escaped',
    'src/markdown/cells.js',
    'cell.replaceAll("|", "\\\\|")',
  ],
  [
    'fix',
    'upload',
    'resume after a dropped connection',
    'Uploads continue where they stopped when the connection was lost',
    'src/upload/resume.js',
    'export function resumeUpload(offset) {}',
  ],
  [
    'fix',
    'windows',
    'quote paths with spaces when spawning',
    'Paths that contain spaces work on Windows',
    'src/spawn/quote-path.js',
    'export function quotePath(path) {}',
  ],
  [
    'fix',
    'tooltip',
    'hide it when the anchor scrolls out of view',
    'Tooltips disappear once their anchor is scrolled away',
    'src/tooltip/hide.js',
    'observer.onLeave(anchor, () => tooltip.hide());',
  ],
  [
    'fix',
    'worker',
    'memory leak through unremoved listeners',
    'Workers leaked memory: listeners were never removed',
    'src/worker/listeners.js',
    'worker.removeAllListeners();',
  ],
  [
    'fix',
    'yaml',
    'accept tabs after a list dash',
    'YAML lists may have a tab behind the dash',
    'src/yaml/list.js',
    'const afterDash = /[ \\t]/;',
  ],
  [
    'fix',
    'zoom',
    'round scale factors to two digits',
    'Zoom levels such as 110.00000001 % are rounded',
    'src/zoom/scale.js',
    'const scale = Math.round(factor * 100) / 100;',
  ],
  [
    'fix',
    'proxy',
    'honour `no_proxy` entries with a port',
    '`no_proxy` entries that name a port are respected',
    'src/proxy/no-proxy.js',
    'if (entry.port && entry.port !== url.port) continue;',
  ],
  [
    'fix',
    'print',
    'page breaks within long tables',
    'Long tables break over pages when printed',
    'src/print/page-break.js',
    'rows.forEach((row) => row.allowPageBreak());',
  ],
  [
    'fix',
    'clipboard',
    'paste keeps line endings',
    'Line endings survive pasting from the clipboard',
    'src/clipboard/paste.js',
    'const lines = pasted.split(/\\r?\\n/);',
  ],
  [
    'perf',
    'index',
    'build the search index lazily',
    'Start-up is faster: the search index is built when first asked for',
    'src/index/lazy.js',
    'const searchIndex = lazy(buildIndex);',
  ],
  [
    'perf',
    'render',
    'skip rows outside the viewport',
    'Rendering of large tables: rows out of sight (outside the viewport) are left out',
    'src/render/viewport.js',
    'if (!viewport.contains(row)) continue;',
  ],
  [
    'perf',
    'diff',
    'avoid quadratic comparison of lines',
    'Comparing long files took quadratic time; it is linear now',
    'src/diff/lines.js',
    'const byHash = groupLinesByHash(lines);',
  ],
  [
    'perf',
    'json',
    'stream large responses',
    'Large JSON responses are streamed and need less memory',
    'src/json/stream.js',
    'export function streamJson(response) {}',
  ],
];

export const PRODUCT_CHANGES: readonly ProductChange[] = ROWS.map(
  ([type, scope, commit, entry, path, code]) => ({ type, scope, commit, entry, path, code }),
);

/** What no commit ever did; each shares some words with what commits did. */
export const INVENTED_ENTRIES: readonly string[] = [
  'Support for OAuth device codes on headless servers',
  'Export of diagrams to SVG and PNG',
  'Added a GraphQL endpoint for all resources',
  'Fixed a race between the scheduler and the garbage collector',
  'New `--parallel` option runs jobs on all cores',
  'Calendar feeds can be subscribed to from phones',
  'Spell checking in the comment editor',
  'Undo and redo reach back over restarts',
  'Fixed flickering cursors in right-to-left scripts',
  'Two-factor codes are accepted from hardware tokens',
  'Webhooks are signed with Ed25519',
  'Images are converted to AVIF while they are uploaded',
  'Keyboard shortcuts can be remapped',
  'The import wizard understands Jira archives',
];

/** Work that no user notices. */
export const SILENT_CHANGES: readonly {
  readonly type: string;
  readonly commit: string;
  readonly path: string;
}[] = [
  { type: 'test', commit: 'cover the retry delays', path: 'test/retry.test.js' },
  { type: 'ci', commit: 'run on the newest runner image', path: '.github/workflows/ci.yml' },
  { type: 'docs', commit: 'explain how to write a plugin', path: 'docs/plugins.md' },
  { type: 'chore', commit: 'update the linter', path: '.eslintrc.json' },
  {
    type: 'refactor',
    commit: 'move helpers of the parser into one file',
    path: 'test/helpers/parser.js',
  },
];
