/** In which language a file is, as the highlighter calls it, by its name alone. */

const BY_ENDING: Readonly<Record<string, readonly string[]>> = {
  bash: ['sh', 'bash', 'zsh', 'ksh', 'bats'],
  c: ['c', 'h'],
  cpp: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'ino'],
  csharp: ['cs', 'csx'],
  css: ['css'],
  diff: ['diff', 'patch'],
  go: ['go'],
  graphql: ['graphql', 'gql'],
  ini: ['ini', 'toml', 'cfg', 'conf', 'properties', 'editorconfig'],
  java: ['java'],
  javascript: ['js', 'mjs', 'cjs', 'jsx'],
  json: ['json', 'jsonc', 'json5', 'jsonl', 'webmanifest'],
  kotlin: ['kt', 'kts'],
  less: ['less'],
  lua: ['lua'],
  makefile: ['mk', 'mak'],
  markdown: ['md', 'markdown', 'mdx'],
  objectivec: ['m', 'mm'],
  perl: ['pl', 'pm', 't'],
  php: ['php', 'phtml'],
  python: ['py', 'pyi', 'pyw'],
  r: ['r'],
  ruby: ['rb', 'rake', 'gemspec', 'ru'],
  rust: ['rs'],
  scss: ['scss', 'sass'],
  sql: ['sql'],
  swift: ['swift'],
  typescript: ['ts', 'mts', 'cts', 'tsx'],
  vbnet: ['vb'],
  wasm: ['wat', 'wast'],
  xml: ['xml', 'html', 'htm', 'xhtml', 'svg', 'vue', 'svelte', 'plist', 'xsl', 'hbs'],
  yaml: ['yaml', 'yml'],
};

const BY_NAME: Readonly<Record<string, string>> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  vagrantfile: 'ruby',
  '.bashrc': 'bash',
  '.profile': 'bash',
  '.gitconfig': 'ini',
  '.npmrc': 'ini',
  'go.mod': 'go',
  'cargo.lock': 'ini',
};

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_ENDING).flatMap(([language, endings]) =>
    endings.map((ending) => [ending, language]),
  ),
);

/** `null`: of none that is known. */
export function languageOf(path: string): string | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? null;
  const dot = name.lastIndexOf('.');
  return dot === -1 ? null : (ENDINGS.get(name.slice(dot + 1)) ?? null);
}
