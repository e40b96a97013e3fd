import { describe, expect, test } from 'vitest';

import { parseRoutine } from '../../../src/routines/parse-routine.ts';
import { parseWorkspace } from '../../../src/routines/parse-workspace.ts';
import { bytesOf, context, read } from '../../kit/definitions.ts';

function warnings(yaml: string): readonly string[] {
  const reading = parseRoutine({ file: 'routines/x.yaml', bytes: bytesOf(yaml) }, context);
  if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
  return reading.warnings
    .map(({ code, message, hint }) => `${code} ${message} | ${hint}`)
    .filter((text) => /^(useless-budget|short-park|short-keep) /.test(text));
}

const told = 'prompt: Look at src/ and report each dead link with its line.';

describe('the engines of a routine', () => {
  test.each([
    [
      'agent: { engine: claude }',
      '2:18 nothing-to-do `engine: claude` is not told what to do, and nothing is collected that it could report | Add `agent.prompt`, and say what to look at and how to know that it is done.',
    ],
    [
      `agent: { engine: acp, ${told} }`,
      '2:1 missing-command `engine: acp` needs `agent.command` | Write the agent that speaks the Agent Client Protocol, and its arguments, such as `command: [opencode, acp]`.',
    ],
    [
      'agent: { model: gpt-5 }\ncollect: [todos]',
      '2:17 useless-key `agent.model` names a model, and the built-in engine asks none | Remove it, or choose an engine that asks a model.',
    ],
    [
      'agent: { fallbacks: [codex] }\ncollect: [todos]',
      '2:21 useless-key `agent.fallbacks` is for engines whose model cannot be had, and the built-in engine asks none | Remove it, or choose an engine that asks a model.',
    ],
    [
      `agent: { engine: claude, ${told}, fallbacks: [codex, claude] }`,
      '2:108 same-engine the fallback `claude` is the engine itself | Name other engines, each once.',
    ],
    [
      `agent: { engine: claude, ${told}, fallbacks: [codex, codex] }`,
      '2:108 same-engine the fallback `codex` is here twice | Name other engines, each once.',
    ],
    [
      `agent: { engine: claude, ${told}, fallbacks: [command] }`,
      '2:101 missing-command `engine: command` needs `agent.command` | Write the program and its arguments, such as `command: [node, tools/agent.mjs]`.',
    ],
    [
      `agent: { engine: claude, ${told}, fallbacks: [codex], variants: [claude, codex] }`,
      '2:100 useless-key `agent.fallbacks` has no place beside `agent.variants`: each of them is one engine’s own work | Keep one of the two.',
    ],
    [
      `agent: { engine: claude, ${told}, variants: [claude, { engine: claude }] }`,
      '2:108 same-engine the variant `claude` is here twice | Name each engine once, or give them different models.',
    ],
    [
      `agent: { engine: claude, ${told}, variants: [claude, { engine: builtin, model: x }] }\ncollect: [todos]`,
      '2:134 useless-key the variant `builtin` has a model, and the built-in engine asks none | Remove it.',
    ],
    [
      `agent: { engine: claude, ${told} }\nlimits: { retry: { max: 2, on: [] } }`,
      '3:32 no-cause `limits.retry` allows 2 further attempts, and names nothing after which | Name causes, such as `on: [rate-limit, network]`, or remove `limits.retry`.',
    ],
  ])('%s', (text, problem) => {
    expect(read(`on: manual\n${text}\n`)).toEqual([problem]);
  });

  test('may be many, where each has what it needs', () => {
    const text = `on: manual\nagent: { engine: claude, ${told}, model: claude-opus-5-5, fallbacks: [codex, gemini] }\n`;
    expect(read(text)).toMatchObject({ agent: { fallbacks: ['codex', 'gemini'] } });
  });
});

describe('limits that bound nothing', () => {
  const agent = `agent: { engine: claude, ${told} }`;

  test.each([
    [
      'collect: [todos]\nlimits: { budget: { usd-per-run: 3 } }',
      'useless-budget `limits.budget` bounds nothing: the built-in engine asks no model | Remove it, or choose an engine that asks a model.',
    ],
    [
      `agent: { engine: command, command: [cat], ${told} }\nlimits: { budget: { usd-per-run: 3 } }`,
      'useless-budget `limits.budget` bounds nothing: what `engine: command` asks a model is not counted | Remove it, and let the program keep its own bounds; `limits.timeout` holds for it.',
    ],
    [
      `${agent}\nlimits: { budget: {} }`,
      'useless-budget `limits.budget` bounds nothing: it names no amount | Add one, such as `usd-per-run: 3`.',
    ],
    [
      `${agent}\nlimits: { budget: { usd-per-run: 20, usd-per-day: 10 } }`,
      'useless-budget `limits.budget.usd-per-run` is 20, more than the 10 of a whole day | Write at most 10, or raise `usd-per-day`.',
    ],
    [
      `${agent}\nlimits: { park-max: 30s }`,
      'short-park `limits.park-max` is 30s, and limits of models are hardly ever lifted within a minute | Write 6h, or 0s if no run should wait.',
    ],
    [
      `${agent}\nlimits: { park-max: 2d }\nworkspace: { keep: { waiting: 1d } }`,
      'short-keep `limits.park-max` is 2d, and `workspace.keep.waiting` lets the worktree of a waiting run go after 1d | Write at most 1d, or keep it longer.',
    ],
  ])('%s', (text, warning) => {
    expect(warnings(`on: manual\n${text}\n`)).toEqual([warning]);
  });

  test.each([
    `${agent}\nlimits: { budget: { usd-per-run: 3, usd-per-day: 10 }, park-max: 0s }`,
    `agent: { engine: command, command: [cat], ${told}, fallbacks: [claude] }\nlimits: { budget: { usd-per-run: 3 } }`,
  ])('and those that do: %s', (text) => {
    expect(warnings(`on: manual\n${text}\n`)).toEqual([]);
  });
});

describe('engines and prices of a workspace', () => {
  const fallbacks = { folderName: 'shop', hostTimezone: 'Europe/Berlin' };
  const problemsOf = (text: string): readonly string[] =>
    parseWorkspace(bytesOf(`${text}\n`), fallbacks).problems.map(
      ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} | ${hint}`,
    );

  test.each([
    [
      'engines: { claude: { program: ./claude } }',
      '1:31 wrong-program `engines.claude.program` is "./claude", and neither a name on PATH nor an absolute path | Write a name such as claude, or an absolute path such as /opt/claude/bin/claude.',
    ],
    [
      'engines: { claude: { program: "" } }',
      '1:31 wrong-program `engines.claude.program` is an empty text | Write a name such as claude, or an absolute path such as /opt/claude/bin/claude.',
    ],
    [
      'engines: { claude: { key: env:KEY, credentials: file } }',
      '1:27 useless-key `engines.claude.key` names a key, and `credentials: file` uses none | Remove one of the two.',
    ],
    [
      'engines: { builtin: { model: x } }',
      '1:21 useless-key `engines.builtin` sets nothing: the built-in engine has no program and asks no model | Remove it.',
    ],
    [
      'engines: { claude: { key: sk-ant-1 } }',
      '1:27 wrong-value `engines.claude.key` is not written as it has to be (it is not repeated here, for it may be secret) | Write `env:` and the name of an environment variable, such as env:DEPLOY_HOOK.',
    ],
    [
      'prices: { my-model: { input: 3, output: -1 } }',
      '1:41 wrong-value `prices.my-model.output` is the number -1 | Write US dollars a million tokens, such as 3 or 0.25.',
    ],
  ])('%s is refused', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test('prices are taken as they stand, a cache’s as those of what is sent', () => {
    const text =
      'prices: { "gpt-5*": { input: 1, cached: 0.5, output: 2 }, mine: { input: 1, output: 2 } }\n';
    expect(parseWorkspace(bytesOf(text), fallbacks).config.prices).toEqual([
      { model: 'gpt-5*', input: 1, cached: 0.5, output: 2 },
      { model: 'mine', input: 1, cached: 1, output: 2 },
    ]);
  });

  test.each([
    ['http://127.0.0.1:11434/v1', 0],
    ['http://ollama.lan/v1', 0],
    ['http://192.168.1.5/v1', 0],
    ['https://api.example.com', 0],
    ['http://api.example.com', 1],
    ['http://203.0.113.7/v1', 1],
  ])('an endpoint at %s gets %i warnings', (endpoint, count) => {
    const text = `engines: { claude: { endpoint: "${endpoint}" } }\n`;
    const { problems, warnings: found = [] } = parseWorkspace(bytesOf(text), fallbacks);
    expect(problems).toEqual([]);
    expect(found.map(({ code }) => code)).toEqual(
      Array.from({ length: count }, () => 'plain-endpoint'),
    );
  });
});
