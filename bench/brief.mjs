/**
 * Composing the brief of a run in a workspace that has seen much: 2,000 runs, 500 findings, 50 branches that wait, 200 items,
 * 100 notes, 50 sessions. In this process with its modules loaded, as a worker has them. Calls of git are counted apart.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { newRunId } from '../.build/modules/platform/ids.js';
import { composeFor } from '../.build/modules/runtime/steps/brief.js';
import { contextOf } from '../.build/modules/runtime/steps/do-step.js';
import { runPaths } from '../.build/modules/store/run-folder/run-paths.js';
import { findingLedgerPath, notePath } from '../.build/modules/store/state-paths.js';
import { defaultContext } from '../.build/modules/words/context-settings.js';
import { DEFAULT_POLICY } from '../.build/modules/words/policy.js';
import { git, median, repositoryOf, timed, workFolder } from './measure.mjs';

const RUNS = 2_000;
const FINDINGS = 500;
const BRANCHES = 50;
const ITEMS = 200;
const NOTES = 100;
const SESSIONS = 50;
const ROUNDS = 15;
const NOW = Date.UTC(2026, 10, 21, 2);
const BOUND_MS = 200;
const BOUND_CALLS = 8;

export async function brief() {
  const { folder, where } = workFolder('brief');
  const root = repositoryOf({ folder: join(folder, 'repository'), files: 500, bytes: 500 });
  const stateDir = join(folder, 'state');
  const home = join(folder, 'home');
  const before = { HOME: process.env.HOME, PATH: process.env.PATH };
  process.env.HOME = home;
  try {
    const base = git(root, 'rev-parse', 'HEAD').trim();
    writeBranches(root);
    const routine = routineOf();
    const spec = writeRuns({ root, stateDir, base, routine });
    writeState(stateDir, routine.id);
    writeSessions(home, root);
    const compose = async () => composeFor(await contextFor(spec, base), null);
    const { brief: told } = await compose();
    const times = [];
    const cpu = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(compose));
    const { user, system } = process.cpuUsage(cpu);
    const calls = await countGit(folder, compose);
    const took = median(times);
    const { sections, tokens } = told.context.size;
    const words = sections.map(({ section, entries }) => `${entries} ${section}`).join(', ');
    return [
      {
        name: `compose a brief (${RUNS} runs, ${FINDINGS} findings, ${BRANCHES} branches, ${ITEMS} items, ${NOTES} notes, ${SESSIONS} sessions)`,
        value: Math.round(took),
        bound: BOUND_MS,
        unit: 'ms',
        ok: took <= BOUND_MS,
        detail: `fastest of ${ROUNDS} ${Math.round(Math.min(...times))} ms, slowest ${Math.round(Math.max(...times))} ms, of the processor ${Math.round((user + system) / 1_000 / ROUNDS)} ms each, ${where}; ${tokens} tokens: ${words}`,
      },
      {
        name: 'calls of git for it',
        value: calls,
        bound: BOUND_CALLS,
        unit: 'calls',
        ok: calls > 0 && calls <= BOUND_CALLS,
        detail: `however many branches wait; ${told.context.branches.length} were told`,
      },
    ];
  } finally {
    Object.assign(process.env, before);
  }
}

function routineOf() {
  const id = 'night-watch';
  return {
    id,
    name: 'Night watch',
    intent: null,
    owner: null,
    enabled: true,
    triggers: [{ kind: 'manual', inputs: {} }],
    policy: { ...DEFAULT_POLICY, touches: ['area-1/**'] },
    condition: null,
    window: { kind: 'since', since: 'last-success', maxMs: null },
    collect: [],
    agent: {
      engine: 'command',
      builtin: null,
      command: ['true'],
      prompt: { kind: 'inline', text: 'Look at area-3/part-3/file-3.ts and area-4.' },
      model: null,
      maxTurns: null,
      fallbacks: [],
      variants: [],
    },
    workspace: {
      base: null,
      isolation: 'private',
      history: 'borrow',
      include: [],
      setup: [],
      checks: [],
      ports: 0,
      keep: { successMs: 0, failureMs: 0, waitingMs: 0 },
    },
    permissions: {
      env: [],
      network: { allow: [], setup: [] },
      read: [],
      write: [],
      onDenied: 'report',
    },
    acceptRisk: null,
    report: { template: null, require: ['summary'], minCoverage: {} },
    outputs: {
      mode: 'review',
      branch: { protected: [], maxFiles: 50, maxBytes: 1_000_000 },
      fileItem: { mode: 'review', tracker: 'local', max: 5, maxOpen: 20 },
    },
    context: { ...defaultContext(id), files: ['area-5/**'], maxTokens: 200_000 },
    limits: {
      timeoutMs: 1,
      idleTimeoutMs: 1,
      budget: null,
      parkMaxMs: 0,
      retry: { max: 0, on: [], backoffMs: [] },
    },
  };
}

function branchOf(index) {
  return `roundsman/night-watch/b${index}`;
}

function writeBranches(root) {
  const commits = Array.from({ length: BRANCHES }, (_one, index) => {
    const message = `Change area ${index % 20}\n\nRoundsman-Covers: finding-${index}\n`;
    const content = `changed by ${index}\n`;
    const files = [index, index + 20, index + 40].map((number) => {
      const path = `area-${number % 20}/part-${number % 100}/file-${number}.ts`;
      return `M 100644 inline ${path}\ndata ${content.length}\n${content}`;
    });
    return [
      `commit refs/heads/${branchOf(index)}`,
      `committer Ada <ada@example.com> ${NOW / 1_000 + index} +0000`,
      `data ${message.length}`,
      message,
      'from refs/heads/main^0',
      ...files,
      '',
    ].join('\n');
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: commits.join('\n') });
}

/** The newest ones have a report, and left the branches. */
function writeRuns({ root, stateDir, base, routine }) {
  let newest = null;
  for (let index = 0; index < RUNS; index += 1) {
    const at = new Date(NOW - (RUNS - index) * 3_600_000).toISOString();
    const id = newRunId(new Date(at));
    const number = RUNS - index - 1;
    const spec = {
      protocol: 3,
      id,
      routine,
      definition: { path: '/x.yaml', hash: '0', source: 'ref', overrides: [] },
      slot: { key: `at:${at}`, scheduledFor: at, trigger: 'schedule' },
      event: null,
      inputs: {},
      attempt: 1,
      workspace: { name: 'bench', root, gitDir: join(root, '.git'), bare: false, stateDir },
      settings: {
        timezone: 'UTC',
        trackReports: false,
        diskFloorBytes: 0,
        engines: {},
        budget: null,
      },
      window: { from: null, to: at, uncovered: null },
      admittedAt: at,
      admittedBy: { pid: 1, startTime: '1', bootId: 'x' },
      limits: { maxOutputBytes: 1 },
    };
    const paths = runPaths(stateDir, id);
    write(paths.spec, JSON.stringify(spec));
    write(
      paths.state,
      JSON.stringify(
        recordOf(id, at, { base, branch: number < BRANCHES ? branchOf(number) : null }),
      ),
    );
    if (number < 100) write(paths.report, reportOf(at.slice(0, 10), number));
    newest = spec;
  }
  return newest;
}

function recordOf(id, at, change) {
  const result = {
    execution: 'succeeded',
    report: 'valid',
    checks: 'none',
    changes: 'branch',
    proposals: 'none',
    delivery: 'none',
    review: 'pending',
  };
  return {
    protocol: 3,
    sequence: 1,
    id,
    phase: { kind: 'ended', result, endedAt: at },
    startedAt: at,
    agentExit: null,
    session: null,
    earlier: [],
    progress: {
      base: null,
      baseRef: 'main',
      isolation: 'private',
      history: 'borrow',
      head: null,
      branch: null,
      diffstat: null,
      report: null,
      checks: null,
      changes: null,
      proposals: null,
      findings: null,
      reportPath: null,
      recoveries: [],
      notices: [],
      ...change,
    },
    failure: null,
    skipped: null,
  };
}

function reportOf(date, number) {
  const findings = Array.from({ length: 30 }, (_one, index) => `### Finding ${index}\n\nWords.\n`);
  return `---\ndate: ${date}\nquiet: false\n---\n\n# Night watch\n\n## Summary\n\nNight ${number}.\n\n## Findings\n\n${findings.join('\n')}`;
}

function writeState(stateDir, routine) {
  const at = new Date(NOW - 86_400_000).toISOString();
  const runs = [];
  const findings = Array.from({ length: FINDINGS }, (_one, index) => ({
    id: `F-${String(index).padStart(10, '0')}`,
    routine,
    state: index % 5 === 0 ? 'dismissed' : 'known',
    firstSeen: at,
    lastSeen: at,
    resolvedAt: null,
    runs,
    verdict:
      index % 5 === 0
        ? { kind: 'dismissed', reason: `reason ${index}`, by: 'Ada', at, until: null }
        : null,
    fingerprint: `finding-${index}`,
    title: `Finding number ${index}`,
    body: 'words '.repeat(20),
    severity: 'low',
    location: {
      path: `area-${index % 20}/part-${index % 100}/file-${index}.ts`,
      line: 1,
      symbol: null,
    },
    item: null,
  }));
  write(findingLedgerPath(stateDir, routine), JSON.stringify({ routine, lastRun: null, findings }));
  for (let number = 1; number <= ITEMS; number += 1) {
    const key = `RM-${number}`;
    const links = [{ kind: 'branch', id: branchOf(number % BRANCHES) }];
    const words = { title: `Item ${number}`, body: 'words '.repeat(50) };
    const item = { key, state: 'open', routine, run: null, findings: [], createdAt: at, links };
    write(join(stateDir, 'items', `${key}.json`), JSON.stringify({ ...item, ...words }));
  }
  for (let number = 1; number <= NOTES; number += 1) {
    const kind = number % 2 === 0 ? 'decision' : 'knowledge';
    const version = {
      title: `Note ${number}`,
      text: 'words '.repeat(40),
      reason: '',
      paths: number % 3 === 0 ? [`area-${number % 20}/**`] : [],
      by: 'Ada',
      at,
    };
    const note = {
      id: `${kind === 'decision' ? 'D' : 'K'}-${number}`,
      kind,
      state: 'approved',
      versions: [version],
      origin: { routine: null, run: null, session: null },
      createdAt: at,
      verdict: { kind: 'approved', reason: '', by: 'Ada', at },
      replaces: null,
    };
    write(notePath(stateDir, note.id), JSON.stringify(note));
  }
}

function writeSessions(home, root) {
  const folder = join(home, '.claude', 'projects', root.replaceAll(/[^A-Za-z0-9]/g, '-'));
  for (let index = 0; index < SESSIONS; index += 1) {
    const sessionId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const timestamp = new Date(Date.now() - index * 60_000).toISOString();
    const line = (number, type, content) =>
      JSON.stringify({
        type,
        sessionId,
        cwd: root,
        gitBranch: 'main',
        version: '2.1.0',
        timestamp,
        uuid: `${index}-${number}`,
        message: { role: type, content },
      });
    const lines = Array.from({ length: 200 }, (_one, number) =>
      number % 2 === 0
        ? line(number, 'user', `Ask ${number} of session ${index}: ${'words '.repeat(40)}`)
        : line(number, 'assistant', [
            { type: 'text', text: 'words '.repeat(40) },
            {
              type: 'tool_use',
              id: `t${number}`,
              name: 'Edit',
              input: { file_path: `${root}/area-${index % 20}/part-${index}/file-${index}.ts` },
            },
          ]),
    );
    write(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`);
  }
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function contextFor(spec, base) {
  const record = recordOf(spec.id, new Date(NOW).toISOString(), { base });
  const signal = new AbortController().signal;
  return contextOf({ spec, record, signal, progress: () => undefined });
}

/** By a git before the real one on PATH, which leaves a line a call. */
async function countGit(folder, work) {
  const bin = join(folder, 'bin');
  const log = join(folder, 'calls');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  write(join(bin, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${bin}:${PATH}`;
  rmSync(log, { force: true });
  await work();
  process.env.PATH = PATH;
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  if (process.env.BENCH_CALLS) console.error(calls.join('\n'));
  return calls.length;
}
