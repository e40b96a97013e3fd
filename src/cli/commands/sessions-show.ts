import {
  showSession,
  tellEntries,
  type ShownSession,
} from '../../context/sessions/show-session.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { STATE_STYLES } from '../output/session-words.ts';
import { writeJson } from '../output/write-json.ts';

/** Of the end of a transcript. */
const LAST_ENTRIES = 12;

export async function sessionsShowCommand(call: CommandCall): Promise<number> {
  const full = call.options.flag('full');
  const shown = await showSession(await openWorkspace(call), call.words[0] ?? '', { full });
  if (call.json) {
    const { session, transcript, resume, asked } = shown;
    const entries = full ? transcript.entries : transcript.entries.slice(-LAST_ENTRIES);
    writeJson(call.terminal, { ...session, asked, resume, transcript: { ...transcript, entries } });
    return 0;
  }
  writePage(call, shown);
  const page = openPage(call.terminal);
  const { entries, truncated, unreadable } = shown.transcript;
  const listed = full ? entries : entries.slice(-LAST_ENTRIES);
  page.line();
  if (entries.length === 0) page.line('Its transcript is empty, or not there any more.');
  else page.line(tellEntries(listed, full));
  const more = entries.length - listed.length;
  if (more > 0) page.line(`\n${plural(more, 'earlier entry', 'earlier entries')}: --full`);
  if (full && truncated) page.line('\nThe middle of it was left out for size.');
  if (unreadable > 0)
    call.terminal.err(`note: ${plural(unreadable, 'entry', 'entries')} could not be understood\n`);
  return 0;
}

function writePage(call: CommandCall, { session, asked, resume }: ShownSession): void {
  const page = openPage(call.terminal);
  const now = call.clock.now();
  const style = STATE_STYLES[session.state];
  page.line(
    `${page.paint('strong', session.engine)}  ${style === null ? session.state : page.paint(style, session.state)}`,
  );
  page.line();
  const when = (at: string): string =>
    `${localTime(at, hostTimezone())} (${relativeTime(at, now)})`;
  page.fields([
    ['session', session.id],
    ['run', session.runId],
    ['title', session.title],
    ['asked', asked],
    ['state', `${session.state}, by ${session.evidence.source}: ${session.evidence.detail}`],
    ['doing', session.doing],
    ['waits on', session.waitingOn],
    ['folder', session.cwd],
    ['branch', session.branch],
    ['process', session.pid === null ? null : String(session.pid)],
    ['began', session.startedAt === null ? null : when(session.startedAt)],
    ['active', when(session.lastActivityAt)],
    ['files', session.filesTouched.length === 0 ? null : session.filesTouched.join('\n')],
    ['continue', resume],
    ['hand over', `roundsman sessions handoff ${session.id}`],
  ]);
}
