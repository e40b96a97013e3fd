/** What `agents` shows: a table, then what is missing and how to get it. */
import {
  formatCredential,
  standing,
  formatUserSettings,
} from '../../runtime/agents/agent-words.ts';
import type { AgentEntry } from '../../runtime/agents/list-agents.ts';
import type { Failure } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from './page.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

export interface AgentsPage {
  readonly agents: readonly AgentEntry[];
  /** `null` outside of a repository. */
  readonly level: { readonly level: string; readonly reason: string | null } | null;
}

export function writeAgents({ terminal }: CommandCall, { agents, level }: AgentsPage): void {
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
