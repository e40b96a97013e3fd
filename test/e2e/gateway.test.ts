/** Whole runs of an own program that asks a model: with the key outside, at each level. Needs bubblewrap. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { startModelStub, type ModelStub, type Script } from '../kit/model-stub.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const KEY = 'sk-real-4f9d2c7be1a05836';

/** Asks as often as it is told, and looks for whatever could be a key in all that it can see. */
const AGENT = `
import { request } from 'node:http';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { ROUNDSMAN_MODEL_URL: url, ROUNDSMAN_MODEL_TOKEN: token, ROUNDSMAN_OUT: out } = process.env;
const [times, inspect] = process.argv.slice(2);
const ask = () => new Promise((resolve) => {
  const asked = request(url + '/v1/messages', { method: 'POST', headers: { 'x-api-key': token } }, (answer) => {
    let text = '';
    answer.on('data', (chunk) => (text += chunk)).on('close', () => resolve([answer.statusCode, text]));
  });
  asked.on('error', (error) => resolve([0, String(error)]));
  asked.end(JSON.stringify({ model: 'm-1', stream: true, max_tokens: 9, messages: [], tools: [{ name: 'Bash' }] }));
});
const said = [];
for (let time = 0; time < Number(times); time += 1) said.push((await ask())[0]);
const seen = [JSON.stringify(process.env)];
const look = (path, depth) => {
  let names = [];
  try { names = readdirSync(path); } catch { return; }
  for (const name of names) {
    const at = join(path, name);
    try {
      const facts = statSync(at);
      if (facts.isDirectory()) { if (depth > 0) look(at, depth - 1); }
      else if (facts.size < 1e6) seen.push(readFileSync(at, 'latin1'));
    } catch {}
  }
};
if (inspect === 'everything') {
  for (const root of [process.env.HOME, process.env.ROUNDSMAN_BRIEF, out, join(out, '..'), process.env.TMPDIR, process.cwd(), '/tmp', '/run', '/etc']) look(root, 5);
  for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
    for (const file of ['environ', 'cmdline'])
      try { seen.push(readFileSync('/proc/' + pid + '/' + file, 'latin1')); } catch {}
}
const found = seen.filter((text) => text.includes(['sk', 'real'].join('-'))).length;
writeFileSync(join(out, 'report.md'), '## Summary\\n\\nAnswers: ' + said.join(' ') + '. Keys: ' + found + ' in ' + (seen.length > 0) + '.\\n');
`;

let stub: ModelStub;
beforeAll(async () => {
  stub = await startModelStub();
});
afterAll(async () => stub.stop());

interface Asking {
  readonly script: string | Script;
  readonly args: readonly string[];
  readonly isolation: 'sandbox' | 'private';
  readonly yaml?: string;
  readonly engines?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function asking({
  script,
  args,
  isolation,
  yaml = '',
  ...more
}: Asking): Promise<TestWorkspace> {
  // While a run is waited for nothing is read here: a connection that was kept may be closed by now.
  const { baseUrl } = await stub.play(script).catch(async () => stub.play(script));
  const settings = more.engines ?? `{ endpoint: "${baseUrl}", api: anthropic, key: "env:MY_KEY" }`;
  const workspace = workspaceOf(
    gitRepo({
      'ask.mjs': AGENT,
      'roundsman.yaml': `engines: { command: ${settings} }\n`,
    }),
    { env: more.env ?? { MY_KEY: KEY } },
  );
  workspace.agentRoutine(
    'ask',
    [process.execPath, 'ask.mjs', ...args],
    `report: { require: [summary] }\nworkspace: { isolation: ${isolation} }\n${yaml}`,
  );
  return workspace;
}

function gatewayOf(workspace: TestWorkspace, view: RunView): Record<string, unknown> {
  const record = JSON.parse(readFileSync(join(workspace.runFolder(view.id), 'state.json'), 'utf8'));
  return record.agentExit;
}

/** Again where a folder is removed while it is read. */
function everyName(folder: string, tries = 50): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (thrown) {
    if (tries === 0) throw thrown;
    return everyName(folder, tries - 1);
  }
}

/** Every file of the state folder that holds the text. */
function filesWith(folder: string, text: string): readonly string[] {
  return everyName(folder).filter((name) => {
    const path = join(folder, name);
    // What is being removed goes away meanwhile, and some links lead nowhere.
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts?.isFile() === true && readFileSync(path, 'latin1').includes(text);
  });
}

describe.each(['sandbox', 'private'] as const)('at level %s', (isolation) => {
  it('an agent has its model, and not the key', async () => {
    const script = { turns: [{ text: 'one', usage: { input: 50, output: 5 } }, { text: 'two' }] };
    const inspect = isolation === 'sandbox' ? ['everything'] : [];
    const workspace = await asking({ script, isolation, args: ['2', ...inspect] });
    const { view, exitCode } = workspace.run('ask');
    expect([exitCode, view.failure, view.isolation]).toEqual([0, null, isolation]);
    expect(readFileSync(view.reportPath ?? '', 'utf8')).toContain(
      'Answers: 200 200. Keys: 0 in true.',
    );
    expect(view.credentials).toBe('outside');
    expect(gatewayOf(workspace, view)).toMatchObject({
      cause: 'exited',
      gateway: { requests: 2, usage: { inputTokens: 150, outputTokens: 25 }, refused: null },
    });
    expect(filesWith(workspace.stateDir, KEY)).toEqual([]);
  });

  it('one whose key is not taken is ended, with the reason', async () => {
    const workspace = await asking({ script: 'r401', isolation, args: ['500'] });
    const { view, exitCode } = workspace.run('ask');
    expect(exitCode).toBe(1);
    expect(view.failure).toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ did not take the key in MY_KEY \(401\): /),
    });
    expect(gatewayOf(workspace, view)).toMatchObject({ cause: 'unauthorized' });
  });
});

it('an agent that goes on asking while its model says no is ended', async () => {
  const script = { turns: [{ fault: { status: 529, times: -1, message: 'overloaded' } }] };
  const workspace = await asking({
    script,
    isolation: 'private',
    args: ['1000000'],
    yaml: 'limits: { timeout: 50s, park-max: 0s }\n',
  });
  const { view } = workspace.run('ask');
  expect(view.failure).toMatchObject({
    code: 'model-limited',
    message: expect.stringMatching(/could not answer \(529, 3 times in a row\): overloaded$/),
  });
});

it('a run without a key is not begun, and says what to set', async () => {
  const workspace = await asking({
    script: 'plain',
    isolation: 'private',
    args: ['1'],
    engines: '{ endpoint: "https://model.example", api: anthropic, key: "env:MY_KEY" }',
    env: {},
  });
  const { view, exitCode } = workspace.run('ask');
  expect([exitCode, view.failure?.code, view.failure?.message]).toEqual([
    1,
    'no-credentials',
    'engine command has no key and no log-in here: MY_KEY is not set',
  ]);
  expect(view.base).toBeNull();
});

it('a key that the routine hands to its agent is told of', async () => {
  const workspace = await asking({
    script: 'plain',
    isolation: 'private',
    args: ['1'],
    yaml: 'permissions: { env: [MY_KEY] }\n',
  });
  const { view } = workspace.run('ask');
  expect(view.credentials).toBe('inside');
  expect(view.notices).toContain(
    'permissions.env hands MY_KEY to the agent: its key was not kept outside',
  );
});
