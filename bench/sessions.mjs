// Many transcripts of Claude Code and Codex in one workspace: what a list of them reads, how long it takes when nothing
// changed, in the daemon's process and from the command line, and what reading all of them whole costs. CI scale unless
// `--full` is given.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, writeSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { median, program, repositoryOf, timed, workFolder } from './measure.mjs';

const worker = fileURLToPath(new URL('sessions-worker.mjs', import.meta.url));
const FULL = process.argv.includes('--full');
const COUNT = FULL ? 5_000 : 200;
const BYTES = FULL ? 5e9 : 200e6;
const ROUNDS = 5;
/** Head and tail of each transcript. */
const ENDS = (64 + 256) * 1024;
const SLACK_MS = 200;

/** [{name, value, bound, unit, ok, detail}] */
export async function sessions() {
  const { folder, where } = workFolder('sessions', BYTES * 1.2 + 1e9);
  const repository = repositoryOf({ folder: join(folder, 'repository'), files: 10, bytes: 200 });
  const home = join(folder, 'home');
  const written = writeTranscripts(home, repository);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TZ: 'UTC',
    ROUNDSMAN_STATE_DIR: join(folder, 'state'),
  };
  const work = (...words) =>
    JSON.parse(
      execFileSync(process.execPath, ['--expose-gc', worker, repository, ...words], {
        env,
        encoding: 'utf8',
        maxBuffer: 1e8,
      }),
    );
  // Each in a process of its own: the second finds what the first has kept.
  const cold = work('look');
  const warm = work('look');
  const read = work('read');
  const cli = await commandLine(repository, env);
  const of = `${COUNT} transcripts, ${Math.round(written / 1e6)} MB, ${where}`;
  const row = (name, { value, bound, unit, detail = of }) => ({
    name,
    value,
    bound,
    unit,
    ok: value <= bound,
    detail,
  });
  return [
    row('sessions found of those that are there', {
      value: COUNT - cold.found,
      bound: 0,
      unit: 'missing',
    }),
    row('bytes that a first look reads, a session', {
      value: Math.round(cold.bytesRead / COUNT),
      bound: ENDS,
      unit: 'bytes',
      detail: `${of}; ${cold.ms.toFixed(0)} ms`,
    }),
    row('bytes that a further look reads', { value: warm.bytesRead, bound: 0, unit: 'bytes' }),
    row('a further look, in a process that stays', {
      value: Math.round(warm.again),
      bound: 150,
      unit: 'ms',
      detail: `${of}; the first of a process ${warm.ms.toFixed(0)} ms`,
    }),
    row('roundsman sessions beyond the start of Node', {
      value: Math.round(cli.took - cli.bare),
      bound: SLACK_MS,
      unit: 'ms',
      detail: `${of}; ${cli.took.toFixed(0)} ms, node ${cli.bare.toFixed(0)} ms, ${cli.listed} listed`,
    }),
    ...read.engines.map(({ engine, ours, plain, wall, plainWall, told, entries }) =>
      row(`reading all of ${engine} whole / splitting lines and parsing them`, {
        value: Number((ours / plain).toFixed(2)),
        bound: 1.3,
        unit: 'x',
        detail: `${of}; processor time ${ours.toFixed(0)} ms and ${plain.toFixed(0)} ms, by the clock ${wall.toFixed(0)} ms and ${plainWall.toFixed(0)} ms, ${entries} entries; as a cleaned transcript ${told.toFixed(0)} ms of processor time`,
      }),
    ),
    row('peak memory of looking and reading', {
      value: Math.round(Math.max(cold.memory, warm.memory, read.memory)),
      bound: 250,
      unit: 'MB',
      detail: `first look ${Math.round(cold.memory)} MB, further look ${Math.round(warm.memory)} MB, reading all ${Math.round(read.memory)} MB`,
    }),
  ];
}

async function commandLine(repository, env) {
  const bare = [];
  const took = [];
  let listed = 0;
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const node = await timed(() => spawnSync(process.execPath, ['-e', '0'], { env }));
    let ran;
    const ms = await timed(() => {
      ran = spawnSync(process.execPath, [program, 'sessions', '--all', '--json'], {
        cwd: repository,
        env,
        encoding: 'utf8',
        maxBuffer: 1e9,
      });
    });
    if (ran.status !== 0) throw new Error(`roundsman sessions: ${ran.stderr}`);
    listed = JSON.parse(ran.stdout).length;
    // The first fills the cache of compiled code.
    if (round > 0) {
      bare.push(node);
      took.push(ms);
    }
  }
  return { bare: median(bare), took: median(took), listed };
}

/** Half of each engine; as large as real ones are on the whole: some small, few huge. */
function writeTranscripts(home, cwd) {
  const now = Date.now();
  let written = 0;
  for (let index = 0; index < COUNT; index += 1) {
    // Of the mean, from a fifth of it to nearly twice.
    const bytes = Math.round((BYTES / COUNT) * (0.2 + (1.6 * ((index * 7919) % 1000)) / 1000));
    const id = `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const at = new Date(now - index * 60_000 - 600_000);
    const claude = index % 2 === 0;
    const path = claude
      ? join(home, '.claude', 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`)
      : join(
          home,
          '.codex',
          'sessions',
          ...at.toISOString().slice(0, 10).split('-'),
          `rollout-${at.toISOString().slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`,
        );
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'w');
    const lines = claude ? claudeLines(id, cwd) : codexLines(id, cwd);
    for (let size = 0; size < bytes;) {
      let block = '';
      while (block.length < 1e6 && size + block.length < bytes)
        block += `${JSON.stringify({ timestamp: at.toISOString(), ...lines.next().value })}\n`;
      writeSync(file, block);
      size += block.length;
      written += block.length;
    }
    closeSync(file);
    utimesSync(path, at, at);
  }
  return written;
}

const WORDS =
  'the layout editor keeps a callback for panes that were saved before and tests say which of them still call it by name'.split(
    ' ',
  );

function prose(seed, length) {
  let text = '';
  for (let at = seed; text.length < length; at += 7) text += `${WORDS[at % WORDS.length]} `;
  return text;
}

function* claudeLines(sessionId, cwd) {
  const base = {
    sessionId,
    cwd,
    gitBranch: 'main',
    version: '2.1.329',
    isSidechain: false,
    userType: 'external',
  };
  yield {
    type: 'user',
    ...base,
    uuid: 'u0',
    parentUuid: null,
    message: { role: 'user', content: `Look after ${sessionId.slice(0, 8)}: ${prose(3, 200)}` },
  };
  for (let turn = 0; ; turn += 1) {
    const id = `toolu_${turn}`;
    yield {
      type: 'assistant',
      ...base,
      uuid: `a${turn}`,
      parentUuid: `u${turn}`,
      message: {
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [
          { type: 'text', text: prose(turn, 400) },
          { type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- part-${turn}` } },
        ],
        stop_reason: 'tool_use',
        usage: { input_tokens: 10, output_tokens: 20 },
      },
    };
    yield {
      type: 'user',
      ...base,
      uuid: `u${turn + 1}`,
      parentUuid: `a${turn}`,
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: prose(turn, 3_000), is_error: false },
        ],
      },
    };
  }
}

function* codexLines(id, cwd) {
  yield {
    type: 'session_meta',
    payload: {
      id,
      cwd,
      timestamp: new Date(0).toISOString(),
      originator: 'codex_exec',
      cli_version: '0.169.0',
      git: { branch: 'main', commit_hash: '0'.repeat(40) },
    },
  };
  yield { type: 'event_msg', payload: { type: 'task_started' } };
  yield {
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `Look after ${id.slice(0, 8)}: ${prose(5, 200)}` }],
    },
  };
  for (let turn = 0; ; turn += 1) {
    const call_id = `call_${turn}`;
    yield {
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: prose(turn, 400) }],
      },
    };
    yield {
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'exec_command',
        call_id,
        arguments: JSON.stringify({ cmd: `npm test -- part-${turn}` }),
      },
    };
    yield {
      type: 'response_item',
      payload: { type: 'function_call_output', call_id, output: prose(turn, 3_000) },
    };
  }
}
