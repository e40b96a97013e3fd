// The tables of docs/agents.md, each between its two marks: what engines can, from their code; and what was verified with
// which program, from the table that the tests of real programs run by.
import { readFileSync } from 'node:fs';

import { aligned } from './aligned-table.mjs';

const TABLE = new URL('../test/fixtures/real-agents/verified.json', import.meta.url);

/** The page with the tables made anew; throws when a mark is gone. */
export function withAgentsTables(page, engines) {
  const made = {
    capabilities: capabilityTable(engines),
    setup: setupTable(engines),
    verified: verifiedTable(JSON.parse(readFileSync(TABLE, 'utf8'))),
  };
  return Object.entries(made).reduce((text, [name, table]) => replaced(text, name, table), page);
}

function replaced(page, name, table) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`docs/agents.md has lost ${begin} … ${end}`);
  return `${page.slice(0, start + begin.length)}\n\n${table}\n${page.slice(stop)}`;
}

const yes = (is) => (is ? 'yes' : '–');

function capabilityTable(engines) {
  const rows = engines.map(({ id, capabilities: can }) => [
    `\`${id}\``,
    yes(can.stream),
    { none: '–', 'same-folder': 'same worktree', elsewhere: 'anywhere' }[can.resume],
    yes(can.presetId),
    { none: '–', flag: 'by flag', file: 'by file' }[can.mcp],
    yes(can.steer),
    yes(can.budget),
    yes(can.turns),
    yes(can.usage),
    yes(can.cost),
    yes(can.systemPrompt),
    yes(can.endpoint),
    can.credentials.length === 0 ? '–' : can.credentials.join(', '),
    can.stopSignal,
  ]);
  const head =
    'engine, tells its progress, resumes, session known before, MCP, steered, bounds its cost, bounds its turns, counts tokens, tells the cost, system prompt, any endpoint, credentials, ends by';
  return aligned([head.split(', '), ...rows]);
}

function setupTable(engines) {
  const rows = engines.map(({ id, about, credentials }) => [
    `\`${id}\``,
    about.name,
    about.install,
    about.login,
    logInFile(credentials),
    about.tested === null ? '–' : range(about.tested),
  ]);
  const head = ['engine', 'program', 'install', 'account', 'log-in file', 'tried with'];
  return aligned([head, ...rows]);
}

function logInFile(credentials) {
  const file = credentials === null ? null : credentials.file;
  return file === null ? '–' : `\`~/${file.path}\``;
}

const range = ({ from, to }) => (from === to ? from : `${from} to ${to}`);

const SCENARIOS = {
  edits: 'edits, commit, report',
  plain: 'plain answer',
  'tool-error': 'failing tool',
  'rate-limited': '429',
  'endless-500': 'endless 500',
  hang: 'hang, timeout',
  cut: 'cut stream',
  cancel: 'cancel in a tool',
  denied: 'not permitted',
  mcp: 'MCP call',
  resume: 'resume',
  'follow-up': 'follow-up',
  budget: 'budget stop',
};

/** Each program passes all scenarios, but for what is named. */
function verifiedTable({ programs, verified }) {
  const entries = Object.entries(verified);
  const versions = entries.map(([name, { program }]) => `${name} ${programs[program].version}`);
  const differences = entries.flatMap(([name, { but = {} }]) =>
    Object.entries(but).map(
      ([scenario, difference]) =>
        `- ${name}: ${SCENARIOS[scenario]} ${endOf(difference)}: ${difference.because}.\n`,
    ),
  );
  return `${versions.join(' · ')}\n\n${differences.join('')}`;
}

function endOf(difference) {
  if (difference.cannot) return 'is not possible';
  return `ends as ${difference.expected?.failure ?? difference.end}`;
}
