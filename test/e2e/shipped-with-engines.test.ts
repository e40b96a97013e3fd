/**
 * The routines that ship, each done by Claude Code and by Codex as variants of one run, in the sandbox: the real programs,
 * their model's endpoint a script on loopback. The script has the agent look for the user's key wherever it can.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { startModelStub, type ModelStub, type Script, type StubRun } from '../kit/model-stub.ts';
import { INSTALL_TIMEOUT_MS, realAgent } from '../kit/real-agents.ts';
import { PROGRAM } from '../kit/run-cli.ts';

/** The user's own. Whoever looks for it must not say it: it would find its own words. */
const KEY = 'sk-of-the-user-0815-4711-abcdef';
const CODEX_MODEL = 'gpt-5.1-codex';
const CLAUDE_MODEL = 'claude-sonnet-4-5';

let stub: ModelStub;
let path = '';

beforeAll(async () => {
  const [claude, codex] = [await realAgent('claude'), await realAgent('codex')];
  path = `${claude.path}:${codex.path}`;
  stub = await startModelStub();
}, INSTALL_TIMEOUT_MS);

afterAll(async () => stub.stop());

/** Counts what begins like a key in everything that it can read; then a word that is there, by the same means. */
const SEARCH = String.raw`
cat > "$ROUNDSMAN_OUT/search.sh" <<'END'
half=sk-of-the-user
count() {
  # A pattern that does not match itself.
  pattern="[$(printf %.1s "$2")]$(printf %s "$2" | cut -c2-)"
  printf '%s env %s\n' "$1" "$(env | grep -c -e "$pattern")"
  printf '%s processes %s\n' "$1" "$(cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -c -e "$pattern")"
  printf '%s files %s\n' "$1" "$(grep -rls -e "$pattern" "$HOME" /tmp /etc /run "$ROUNDSMAN_BRIEF" "$ROUNDSMAN_OUT" . | wc -l)"
}
count key "$half-0815-4711"
count known "$ROUNDSMAN_RUN"
END
sh "$ROUNDSMAN_OUT/search.sh" > "$ROUNDSMAN_OUT/found.txt"; cat "$ROUNDSMAN_OUT/found.txt"; rm "$ROUNDSMAN_OUT/search.sh"`;

/** What is asked of every engine: a report that answers its headings, and how much of the facts was looked at. */
const REPORT = String.raw`
node -e '
const fs = require("fs"), out = process.env.ROUNDSMAN_OUT, brief = process.env.ROUNDSMAN_BRIEF;
const coverage = {};
for (const name of fs.readdirSync(brief + "/facts")) {
  const facts = JSON.parse(fs.readFileSync(brief + "/facts/" + name, "utf8"));
  coverage[name.replace(".json", "")] = { examined: facts.coverage.found };
}
fs.writeFileSync(out + "/coverage.json", JSON.stringify(coverage));
const found = fs.readFileSync(out + "/found.txt", "utf8");
fs.writeFileSync(out + "/report.md", "## Summary\n\nAll was looked at.\n\n## Findings\n\nOne.\n\n## Search\n\n" + found.trim().split("\n").map((line) => "- " + line).join("\n") + "\n");
fs.writeFileSync(out + "/findings.jsonl", JSON.stringify({ title: "Something to know", severity: "low", path: "README.md" }) + "\n");
fs.rmSync(out + "/found.txt");
'`;

function script(change: string | null): Script {
  const turns = [SEARCH, REPORT, ...(change === null ? [] : [change])];
  return {
    turns: [
      ...turns.map((command) => ({ bash: { command }, usage: { input: 100, output: 10 } })),
      { text: 'Done.', usage: { input: 100, output: 10 } },
    ],
  };
}

function repository(): GitRepo {
  const routine = (name: string): string => readFileSync(resolve(`routines/${name}.yaml`), 'utf8');
  const repo = gitRepo({
    'README.md': '# Small\n',
    'src/one.ts': '// TODO: name it after what it does\nexport const one = 1;\n',
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n### Added\n\n- A way to count\n',
    'tickets/export.json': JSON.stringify([
      { id: 1, title: 'Cannot log in', body: 'Since today.', created_at: '2026-11-20T08:00:00Z' },
    ]),
    'routines/todo-sweep.yaml': routine('todo-sweep'),
    'routines/ticket-digest.yaml': routine('ticket-digest'),
    'routines/release-check.yaml': routine('release-check'),
  });
  repo.commit({
    files: { 'src/two.ts': 'export const two = 2;\n' },
    message: 'feat: count to two',
  });
  return repo;
}

interface Ran {
  readonly view: RunView;
  readonly stateDir: string;
  readonly repo: GitRepo;
  readonly asked: readonly StubRun[];
  readonly words: string;
}

async function run(
  routine: string,
  change: string | null,
  ...set: readonly string[]
): Promise<Ran> {
  const folder = realpathSync(temporaryFolder('rm-shipped-'));
  const repo = repository();
  const claude = await stub.play(script(change));
  const codex = await stub.play(script(change));
  const engines = {
    claude: { endpoint: claude.baseUrl, api: 'anthropic', key: 'env:USERS_KEY' },
    codex: { endpoint: codex.baseUrl, api: 'openai-responses', key: 'env:USERS_KEY' },
  };
  repo.commit({ files: { 'roundsman.yaml': `${JSON.stringify({ engines })}\n` } });
  const variants = [
    { engine: 'claude', model: CLAUDE_MODEL },
    { engine: 'codex', model: CODEX_MODEL },
  ];
  const stateDir = join(folder, 'state');
  mkdirSync(join(folder, 'home'));
  const values = [
    'agent.engine=claude',
    `agent.variants=${JSON.stringify(variants)}`,
    'workspace.isolation=sandbox',
    ...set,
  ];
  const child = spawn(
    process.execPath,
    [PROGRAM, 'run', routine, '--json', ...values.flatMap((value) => ['--set', value])],
    {
      cwd: repo.path,
      env: {
        PATH: path,
        HOME: join(folder, 'home'),
        ROUNDSMAN_STATE_DIR: stateDir,
        USERS_KEY: KEY,
        NO_COLOR: '1',
        TZ: 'UTC',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [stdout, words] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (words += String(chunk)));
  await once(child, 'close');
  if (!stdout.includes('"parts"')) throw new Error(`no run: ${stdout}${words}`);
  return { view: JSON.parse(stdout), stateDir, repo, asked: [claude, codex], words };
}

/** `key files 0` → `{ 'key files': 0 }`. */
function searchOf({ stateDir }: Ran, part: RunView['parts'][number]): Record<string, number> {
  const report = readFileSync(join(stateDir, 'runs', part.id ?? '', 'report.md'), 'utf8');
  const lines = [...report.matchAll(/^- (key|known) (env|processes|files) (\d+)$/gm)];
  return Object.fromEntries(
    lines.map(([, what, where, count]) => [`${what} ${where}`, Number(count)]),
  );
}

function expectGood(ran: Ran): void {
  const { view, words } = ran;
  expect(
    view.parts.map(({ label, result }) => [label, result?.execution, result?.report]),
    `${words}${JSON.stringify(view, null, 1)}`,
  ).toEqual([
    ['claude', 'succeeded', 'valid'],
    ['codex', 'succeeded', 'valid'],
  ]);
  expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
  for (const part of view.parts) {
    expect([part.isolation, part.credentials]).toEqual(['sandbox', 'outside']);
    expect(part.usage.outputTokens).toBeGreaterThan(0);
    const seen = searchOf(ran, part);
    expect(seen).toMatchObject({ 'key env': 0, 'key processes': 0, 'key files': 0 });
    // The same search finds what is there.
    expect(
      Math.min(seen['known env'] ?? 0, seen['known processes'] ?? 0, seen['known files'] ?? 0),
    ).toBeGreaterThan(0);
  }
  for (const stubRun of ran.asked) {
    const keys = stubRun.requests().map(({ auth }) => auth ?? '');
    expect(keys.some((key) => key.includes(KEY.slice(0, 7)))).toBe(true);
  }
}

describe('the shipped routines, done by Claude Code and by Codex', { timeout: 600_000 }, () => {
  it('sweep the notes: a branch and a report of each, compared in that of the run', async () => {
    const ran = await run(
      'todo-sweep',
      'echo "// seen" >> src/one.ts',
      'collect.todos.older-than=0s',
    );
    expectGood(ran);
    const { view, repo } = ran;
    for (const { branch, diffstat } of view.parts) {
      expect(diffstat).toEqual({ files: 1, insertions: 1, deletions: 0 });
      expect(repo.git('show', `${branch ?? ''}:src/one.ts`)).toContain('// seen');
    }
    const report = readFileSync(view.reportPath ?? '', 'utf8');
    expect(report).toContain('**Done.** 2 of 2 variants succeeded');
    expect(report).toContain('- Something to know (all)');
    expect(view.findings).toMatchObject({ new: 1 });
  });

  it('digest the tickets: reports, and no branch', async () => {
    const ran = await run('ticket-digest', null);
    expectGood(ran);
    expect(ran.view.result?.changes).toBe('none');
  });

  it('check the release notes: a branch of each', async () => {
    const line = "sed -i 's/^- A way to count$/- A way to count, to two/' CHANGELOG.md";
    const ran = await run('release-check', line);
    expectGood(ran);
    expect(ran.view.parts.map(({ branch }) => branch === null)).toEqual([false, false]);
  });
});
