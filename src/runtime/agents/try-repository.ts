/** A repository to throw away, with one routine that has an engine do a tiny piece of work. */
import { join } from 'node:path';

import { gitEnvironment } from '../../git/git-environment.ts';
import { runGit } from '../../git/run-git.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { makeFolder } from '../../platform/files.ts';
import { newRunId } from '../../platform/ids.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import type { EngineId } from '../../words/routine.ts';
import { stateHome } from '../../workspace/state-folder.ts';

export interface TryRequest {
  readonly engine: EngineId;
  /** `null`: that of roundsman.yaml, else the engine's own. */
  readonly model: string | null;
  /** For engines whose program is named by each routine. */
  readonly command: readonly string[];
  readonly settings: EngineSettings | undefined;
  readonly env: Environment;
  readonly clock: Clock;
}

export interface TryRepository {
  /** All of it: the repository and the state of its one run. */
  readonly folder: string;
  readonly root: string;
  readonly env: Environment;
}

export const TRY_ROUTINE = 'try';
/** What the agent is to commit. */
export const TRY_FILE = 'HELLO.md';

const TASK = `Write a file ${TRY_FILE} at the top of this repository, with one line that greets whoever reads it.
Commit it with the message "Say hello". Then write your report, with the one heading Summary and one sentence.
Do nothing else.`;

export async function makeTryRepository(request: TryRequest): Promise<TryRepository> {
  const { env, clock } = request;
  const folder = join(stateHome(env), 'try', newRunId(clock.now()));
  const root = join(folder, 'repository');
  await makeFolder(root, 0o700);
  const context = { cwd: root, env: gitEnvironment(env) };
  await runGit(['init', '--quiet', '--initial-branch=main', '.'], context);
  await runGit(['fast-import', '--quiet', '--done'], {
    ...context,
    stdin: firstCommit(tryFiles(request), clock.now()),
  });
  await runGit(['-c', 'core.autocrlf=false', 'reset', '--quiet', '--hard', 'main'], context);
  return { folder, root, env: { ...env, ROUNDSMAN_STATE_DIR: join(folder, 'state') } };
}

function tryFiles(request: TryRequest): Readonly<Record<string, string>> {
  const { engine, settings } = request;
  const engines = settings === undefined ? {} : { engines: { [engine]: settingsOf(settings) } };
  return {
    'README.md': '# A repository to throw away\n\n<!-- TODO: greet whoever reads this -->\n',
    // JSON is YAML.
    'roundsman.yaml': `${JSON.stringify(engines)}\n`,
    [`routines/${TRY_ROUTINE}.yaml`]: `${JSON.stringify(routineOf(request))}\n`,
  };
}

function settingsOf(settings: EngineSettings): Readonly<Record<string, unknown>> {
  const { key } = settings;
  return { ...settings, key: key === null ? null : `env:${key}` };
}

/** Bounded on all sides: whoever tries an engine does not want to wait for it, or to pay much. */
function routineOf({ engine, model, command }: TryRequest): unknown {
  const common = {
    on: 'manual',
    report: { require: ['summary'] },
    limits: { timeout: '5m', 'park-max': '0s', budget: { 'tokens-per-run': 1_000_000 } },
  };
  // It follows no prose.
  if (engine === 'builtin') {
    const collect = [{ todos: { 'older-than': '0s' } }];
    return { ...common, collect, agent: { engine, builtin: 'todo-sweep' } };
  }
  return { ...common, agent: { engine, model, command, prompt: TASK, 'max-turns': 20 } };
}

function firstCommit(files: Readonly<Record<string, string>>, now: Date): string {
  const who = `Roundsman <roundsman@localhost> ${Math.floor(now.getTime() / 1000)} +0000`;
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\n${dataOf(text)}\n`,
  );
  return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${dataOf('Begin\n')}\n${changes.join('')}\ndone\n`;
}

/** `text` ends in a newline. */
function dataOf(text: string): string {
  return `data <<END-OF-THE-TEXT\n${text}END-OF-THE-TEXT\n`;
}
