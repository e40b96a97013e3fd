import {
  listSessions,
  SESSION_DAYS,
  type SessionFilter,
} from '../../context/sessions/list-sessions.ts';
import { sessionEngines } from '../../engines/registry.ts';
import { AppError } from '../../words/errors.ts';
import {
  type Session,
  type SessionEngine,
  type SessionList,
  type SessionState,
} from '../../words/session.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import {
  formatDoing,
  lookedAtWords,
  sessionColumns,
  sourceNotes,
  STATE_ORDER,
  STATE_STYLES,
  STATE_TITLES,
} from '../output/session-words.ts';
import { writeJson } from '../output/write-json.ts';
import { readSince } from '../read-moment.ts';

/** What has ended is seldom what a person looks for. */
const SHOWN_ENDED = 20;

export async function sessionsCommand(call: CommandCall): Promise<number> {
  const filter = filterOf(call);
  const states = call.options.list('state').map(readState);
  const workspace = await openWorkspace(call);
  const list = await listSessions(workspace, filter).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'invalid-definition') throw thrown;
    call.terminal.err(
      'note: roundsman.yaml is broken and may exclude sessions: only those of runs are shown (roundsman validate)\n',
    );
    return listSessions(workspace, { ...filter, engines: ['roundsman'] });
  });
  const sessions = list.sessions.filter(
    ({ state }) => states.length === 0 || states.includes(state),
  );
  const notes = sourceNotes(list.sources).map((note) => `note: ${note}\n`);
  if (call.json) {
    writeJson(call.terminal, sessions);
    for (const note of notes) call.terminal.err(note);
    return 0;
  }
  const page = openPage(call.terminal);
  if (sessions.length === 0) {
    for (const line of emptyLines(call, list)) page.line(line);
  } else {
    writeGroups(call, sessions, workspace.location.root);
  }
  for (const note of notes) call.terminal.err(note);
  return 0;
}

function writeGroups(call: CommandCall, sessions: readonly Session[], root: string): void {
  const page = openPage(call.terminal);
  const ids = sessions.map(({ id }) => id);
  const columns = sessionColumns({ now: call.clock.now(), ids, root });
  const groups = STATE_ORDER.map((state) => ({
    state,
    rows: sessions.filter((one) => one.state === state),
  })).filter(({ rows }) => rows.length > 0);
  for (const [index, { state, rows }] of groups.entries()) {
    if (index > 0) page.line();
    const style = STATE_STYLES[state];
    const title = `${STATE_TITLES[state]} (${rows.length})`;
    page.line(style === null ? title : page.paint(style, title));
    const shown = state === 'ended' && !wantsAll(call) ? rows.slice(0, SHOWN_ENDED) : rows;
    page.table(columns, shown, state === 'ended' ? undefined : formatDoing);
    const more = rows.length - shown.length;
    if (more > 0) page.line(`${more} more have ended: roundsman sessions --state ended`);
  }
}

/** Who says what to list gets all of it. */
function wantsAll({ options }: CommandCall): boolean {
  return options.flag('all') || options.text('since') !== null || options.list('state').length > 0;
}

function emptyLines(call: CommandCall, list: SessionList): readonly string[] {
  const looked = lookedAtWords(list);
  const tail = looked === '' ? [] : [`${looked.slice(0, 1).toUpperCase()}${looked.slice(1)}.`];
  if (list.sessions.length > 0)
    return [
      `No session here is ${call.options
        .list('state')
        .map((one) => oneLine(one, 20))
        .join(' or ')}.`,
      ...tail,
    ];
  if (call.options.flag('all'))
    return ['No session of any agent was ever in this repository.', ...tail];
  const since = call.options.text('since') ?? `${SESSION_DAYS}d`;
  return [
    `No session of any agent was active in this repository within ${oneLine(since, 20)}. Older ones: roundsman sessions --all`,
    ...tail,
  ];
}

function filterOf(call: CommandCall): SessionFilter {
  const { options } = call;
  const engines = options.list('engine').map(readEngine);
  const since = readSince(call);
  if (options.flag('all') && since !== null) {
    throw new AppError('usage', {
      code: 'usage',
      message: '--all and --since exclude each other',
      hint: '--all is however old; --since 30d those of the last 30 days.',
    });
  }
  return {
    ...(engines.length === 0 ? {} : { engines }),
    ...(since === null ? {} : { since: Date.parse(since) }),
    all: options.flag('all'),
  };
}

function readEngine(text: string): SessionEngine {
  const engine = sessionEngines().find((one) => one === text);
  if (engine !== undefined) return engine;
  throw new AppError('usage', {
    code: 'bad-engine',
    message: `there are no sessions of an engine "${oneLine(text, 40)}"`,
    hint: `Engines with sessions: ${sessionEngines().join(', ')}.`,
  });
}

function readState(text: string): SessionState {
  const state = STATE_ORDER.find((one) => one === text);
  if (state !== undefined) return state;
  throw new AppError('usage', {
    code: 'bad-state',
    message: `no session can be "${oneLine(text, 40)}"`,
    hint: `The states of sessions: ${STATE_ORDER.join(', ')}.`,
  });
}
