import {
  formatCredential,
  formatUserSettings,
  isReady,
  standing,
  type AgentEntry,
  listAgents,
} from '../../runtime/agents/list-agents.ts';
import { levelHere, openMachine } from '../../runtime/agents/machine.ts';
import type { Failure } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

// What `agents` shows: a table, then what is missing and how to get it.

interface AgentsPage {
  readonly agents: readonly AgentEntry[];
  /** `null` outside of a repository. */
  readonly level: { readonly level: string; readonly reason: string | null } | null;
}

function writeAgents({ terminal }: CommandCall, { agents, level }: AgentsPage): void {
  const page = openPage(terminal);
  page.table(COLUMNS, agents);
  const advice = agents.flatMap(adviceFor);
  if (advice.length > 0) {
    page.line();
    page.fields(advice);
  }
  page.line();
  if (level !== null) {
    const why = level.reason === null ? '' : ` (${oneLine(level.reason)})`;
    page.line(`isolation here: ${level.level}${why}`);
  }
  page.line('Have one do a tiny piece of work: roundsman agents try ENGINE');
}

const STYLES: Readonly<Record<string, StyleName>> = {
  ready: 'good',
  'not here': 'faint',
  'no log-in': 'warn',
  'not used': 'warn',
  'not accepted': 'warn',
};

const COLUMNS: readonly Column<AgentEntry>[] = [
  { title: 'engine', text: ({ id }) => id },
  {
    title: 'state',
    text: (entry) => standing(entry),
    style: (entry) => STYLES[standing(entry)] ?? null,
  },
  {
    title: 'version',
    text: ({ state }) => (state.kind === 'ready' ? (state.version ?? '—') : '—'),
  },
  { title: 'account', text: ({ credentials }) => formatCredential(credentials), shrinkTo: 16 },
  { title: 'model', text: ({ model }) => model ?? '—', shrinkTo: 8 },
  { title: 'endpoint', text: ({ endpoint }) => endpoint ?? '—', shrinkTo: 12 },
];

function adviceFor(entry: AgentEntry): [string, string][] {
  const { id, state, credentials, refused, userSettings, notUsed } = entry;
  const used = state.kind === 'missing' ? null : formatUserSettings(userSettings);
  const lines = [
    ...(state.kind === 'missing' ? [adviceOf(state.failure)] : []),
    ...(state.kind === 'ready' ? state.warnings : []),
    ...(state.kind !== 'missing' && credentials.kind === 'missing'
      ? [adviceOf(credentials.failure)]
      : []),
    ...(refused === null ? [] : [refused]),
    ...(used === null ? [] : [used]),
    ...(notUsed === null || state.kind === 'missing' ? [] : [notUsed]),
  ];
  return lines.map((line) => [id, line]);
}

function adviceOf({ message, hint }: Failure): string {
  return [message, hint].filter((words) => words !== '').join('. ');
}

export async function agentsCommand(call: CommandCall): Promise<number> {
  const machine = await openMachine(call, () =>
    call.terminal.err(
      'note: roundsman.yaml is broken: its `engines` are left out (roundsman validate)\n',
    ),
  );
  const [agents, level] = await Promise.all([listAgents(machine), levelHere(machine)]);
  if (call.json)
    writeJson(
      call.terminal,
      agents.map((entry) => documentOf(entry, level)),
    );
  else writeAgents(call, { agents, level });
  return 0;
}

/** docs/agents.md tells its fields; they may be added to, not changed. */
function documentOf(entry: AgentEntry, level: Awaited<ReturnType<typeof levelHere>>): unknown {
  const { state, ...rest } = entry;
  const found =
    state.kind === 'ready'
      ? { version: state.version, program: state.program, warnings: state.warnings }
      : { version: null, program: [], warnings: [] };
  return {
    ...rest,
    state: state.kind,
    ready: isReady(entry),
    ...found,
    failure: state.kind === 'missing' ? state.failure : null,
    isolation: level?.level ?? null,
  };
}
