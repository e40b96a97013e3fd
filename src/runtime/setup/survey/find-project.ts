/** What kind of project the files at the top of a repository tell of, and how it is checked. */
import { join } from 'node:path';

import { listFolder } from '../../../platform/files.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { readUntrusted } from '../../../platform/read-untrusted.ts';

export interface FoundProject {
  /** In words: `Node.js`, `Python`, … */
  readonly kind: string;
  /** The file that told: `package.json`. */
  readonly because: string;
  /** Makes a fresh checkout ready; `null` when nothing is needed or known. */
  readonly setup: string | null;
  /** Says whether the project holds; `null` when the files tell of none. */
  readonly check: string | null;
}

/** What stands at the top: names, and the text of those that are small enough to matter. */
interface TopFiles {
  readonly names: ReadonlySet<string>;
  text(name: string): string;
}

type Look = (top: TopFiles) => FoundProject | null;

const MAX_BYTES = 1_000_000;
const READ = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'Makefile',
  'composer.json',
  'justfile',
];

export async function findProject(root: string): Promise<readonly FoundProject[]> {
  const names = new Set(await listFolder(root));
  const texts = new Map<string, string>();
  for (const name of READ) {
    if (!names.has(name)) continue;
    const read = await readUntrusted(join(root, name), MAX_BYTES);
    if (read.kind === 'content') texts.set(name, read.bytes.toString('utf8'));
  }
  return projectsOf({ names, text: (name) => texts.get(name) ?? '' });
}

/** Pure. The likeliest first: what builds the project before what only gathers commands. */
export function projectsOf(top: TopFiles): readonly FoundProject[] {
  return LOOKS.flatMap((look) => look(top) ?? []);
}

const LOOKS: readonly Look[] = [
  node,
  deno,
  python,
  rust,
  go,
  java,
  ruby,
  php,
  elixir,
  cmake,
  make,
  just,
];

function node(top: TopFiles): FoundProject | null {
  if (!top.names.has('package.json')) return null;
  const content = tryParseJson(top.text('package.json'));
  const scripts = isRecord(content) && isRecord(content['scripts']) ? content['scripts'] : {};
  const script = typeof scripts['test'] === 'string' ? scripts['test'] : '';
  const tested = script !== '' && !script.includes('no test specified');
  const tool = nodeTool(top.names);
  return {
    kind: 'Node.js',
    because: 'package.json',
    setup: tool.setup,
    check: tested ? tool.check : null,
  };
}

function nodeTool(names: ReadonlySet<string>): { readonly setup: string; readonly check: string } {
  if (names.has('pnpm-lock.yaml'))
    return { setup: 'pnpm install --frozen-lockfile', check: 'pnpm test' };
  if (names.has('yarn.lock')) return { setup: 'yarn install', check: 'yarn test' };
  if (names.has('bun.lock') || names.has('bun.lockb'))
    return { setup: 'bun install', check: 'bun run test' };
  return { setup: names.has('package-lock.json') ? 'npm ci' : 'npm install', check: 'npm test' };
}

function deno({ names }: TopFiles): FoundProject | null {
  const because = ['deno.json', 'deno.jsonc'].find((name) => names.has(name));
  return because === undefined ? null : { kind: 'Deno', because, setup: null, check: 'deno test' };
}

const PYTHON_FILES = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'requirements.txt',
  'Pipfile',
  'tox.ini',
  'pytest.ini',
];

function python(top: TopFiles): FoundProject | null {
  const because = PYTHON_FILES.find((name) => top.names.has(name));
  if (because === undefined) return null;
  const project = top.text('pyproject.toml');
  const usesPytest =
    ['pytest.ini', 'conftest.py', 'tests', 'test'].some((name) => top.names.has(name)) ||
    /\bpytest\b/.test(project + top.text('setup.cfg') + top.text('tox.ini'));
  const tool = pythonTool(top.names, project);
  return {
    kind: 'Python',
    because,
    setup: tool.setup,
    check: usesPytest ? `${tool.prefix}pytest` : null,
  };
}

function pythonTool(
  names: ReadonlySet<string>,
  project: string,
): { readonly setup: string | null; readonly prefix: string } {
  if (names.has('uv.lock')) return { setup: 'uv sync', prefix: 'uv run ' };
  if (names.has('poetry.lock') || project.includes('[tool.poetry'))
    return { setup: 'poetry install', prefix: 'poetry run ' };
  if (names.has('Pipfile')) return { setup: 'pipenv sync --dev', prefix: 'pipenv run ' };
  return { setup: null, prefix: '' };
}

function rust({ names }: TopFiles): FoundProject | null {
  return names.has('Cargo.toml')
    ? { kind: 'Rust', because: 'Cargo.toml', setup: null, check: 'cargo test' }
    : null;
}

function go({ names }: TopFiles): FoundProject | null {
  const because = ['go.mod', 'go.work'].find((name) => names.has(name));
  return because === undefined
    ? null
    : { kind: 'Go', because, setup: null, check: 'go test ./...' };
}

function java({ names }: TopFiles): FoundProject | null {
  if (names.has('pom.xml'))
    return {
      kind: 'Java (Maven)',
      because: 'pom.xml',
      setup: null,
      check: names.has('mvnw') ? './mvnw test' : 'mvn test',
    };
  const because = ['build.gradle', 'build.gradle.kts'].find((name) => names.has(name));
  return because === undefined
    ? null
    : {
        kind: 'Java (Gradle)',
        because,
        setup: null,
        check: names.has('gradlew') ? './gradlew test' : 'gradle test',
      };
}

function ruby({ names }: TopFiles): FoundProject | null {
  if (!names.has('Gemfile')) return null;
  const check = names.has('spec')
    ? 'bundle exec rspec'
    : names.has('Rakefile')
      ? 'bundle exec rake test'
      : null;
  return { kind: 'Ruby', because: 'Gemfile', setup: 'bundle install', check };
}

function php(top: TopFiles): FoundProject | null {
  if (!top.names.has('composer.json')) return null;
  const content = tryParseJson(top.text('composer.json'));
  const scripts = isRecord(content) && isRecord(content['scripts']) ? content['scripts'] : {};
  const check = scripts['test'] === undefined ? null : 'composer test';
  return { kind: 'PHP', because: 'composer.json', setup: 'composer install', check };
}

function elixir({ names }: TopFiles): FoundProject | null {
  return names.has('mix.exs')
    ? { kind: 'Elixir', because: 'mix.exs', setup: 'mix deps.get', check: 'mix test' }
    : null;
}

/** What its tests need to be built with differs. */
function cmake({ names }: TopFiles): FoundProject | null {
  return names.has('CMakeLists.txt')
    ? { kind: 'CMake', because: 'CMakeLists.txt', setup: null, check: null }
    : null;
}

function make(top: TopFiles): FoundProject | null {
  return /^test:/m.test(top.text('Makefile'))
    ? { kind: 'make', because: 'Makefile', setup: null, check: 'make test' }
    : null;
}

function just(top: TopFiles): FoundProject | null {
  return /^test\b[^\n=]{0,200}:/m.test(top.text('justfile'))
    ? { kind: 'just', because: 'justfile', setup: null, check: 'just test' }
    : null;
}
