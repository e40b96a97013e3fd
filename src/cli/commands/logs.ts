import { hostTimezone } from '../../platform/environment.ts';
import { onInterrupt, type Terminal } from '../../platform/terminal.ts';
import { findRun, isDefined } from '../../routines/find-run.ts';
import { followLog, formatElsewhere, readLogs } from '../../runtime/read-logs.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { writeJson } from '../output/write-json.ts';

export async function logsCommand(call: CommandCall): Promise<number> {
  const follow = call.options.flag('follow');
  const raw = call.options.flag('raw');
  if (follow && call.json) {
    throw new AppError('usage', {
      code: 'follow-is-no-document',
      message: '--follow cannot be had as one JSON document',
      hint: 'Leave one of the two out.',
    });
  }
  const workspace = await openAttended(call);
  if (await isOfDaemon(call, workspace)) {
    const { logsOfDaemon } = await import('./logs-daemon.ts');
    return logsOfDaemon(call, workspace);
  }
  const run = await findRun(workspace, call.words[0] ?? null);
  if (follow && run.parts.length > 0) throw manyToFollow(run);
  if (run.parts.length > 0 && !call.json) return logsOfParts(call, run, raw);
  // Of one that ended there is nothing to wait for: it is read like any other.
  const read = follow && run.state !== 'ended' ? null : await readLogs(workspace, run.id);
  if (read === null || (follow && read.elsewhere !== null)) return followRun(call, workspace, run);
  const { elsewhere, ...logs } = read;
  if (call.json) {
    const machine = elsewhere === null ? {} : { machine: elsewhere.host };
    writeJson(call.terminal, { run: run.id, ...logs, ...machine });
    return 0;
  }
  if (elsewhere !== null) call.terminal.err(`${formatElsewhere(run, elsewhere, hostTimezone())}\n`);
  if (call.words[0] === undefined) {
    const id = shortIdOf(run.id);
    call.terminal.err(`note: the newest run, ${run.routine} ${id}; all of them: roundsman runs\n`);
  }
  const parts = [raw ? logs.agent : (logs.told ?? logs.agent), logs.errors].filter(
    (text) => text !== '',
  );
  if (parts.length === 0 && (elsewhere === null || run.state === 'ended')) {
    const id = shortIdOf(run.id);
    const failed =
      run.failure === null
        ? ''
        : `The run failed: ${oneLine(run.failure.message, 300).replace(/\.$/, '')}. More: roundsman show ${id}\n`;
    call.terminal.err(
      `The agent of run ${id} has printed nothing${run.state === 'ended' ? '' : ' so far'}.\n${failed}`,
    );
  }
  for (const text of parts) call.terminal.out(ended(stripControls(text)));
  return 0;
}

/** Until the run ends, or Ctrl-C. */
async function followRun(
  call: CommandCall,
  workspace: Workspace,
  { id }: RunView,
): Promise<number> {
  const stop = new AbortController();
  const unlisten = onInterrupt(() => stop.abort());
  const log = followLog(workspace, { id, raw: call.options.flag('raw'), signal: stop.signal });
  await writeLines(call.terminal, log);
  unlisten();
  // Its errors are no part of what is followed, and often the line that is wanted.
  const { errors } = stop.signal.aborted ? { errors: '' } : await readLogs(workspace, id);
  call.terminal.out(ended(stripControls(errors)));
  return 0;
}

/** A routine may be called so. */
async function isOfDaemon({ words, options }: CommandCall, workspace: Workspace): Promise<boolean> {
  if (options.flag('daemon')) return true;
  return words[0] === 'daemon' && !(await isDefined(workspace, 'daemon'));
}

function manyToFollow(run: RunView): AppError {
  const ids = run.parts.flatMap(({ id, label }) =>
    id === null ? [] : [`${label}: roundsman logs --follow ${shortIdOf(id)}`],
  );
  return new AppError('refused', {
    code: 'many-logs',
    message: `run ${shortIdOf(run.id)} has a log for each of its parts, and one at a time can be followed`,
    hint: ids.length === 0 ? 'None of them has begun.' : ids.join('; '),
  });
}

/** One after the other, each under its name. */
async function logsOfParts(call: CommandCall, run: RunView, raw: boolean): Promise<number> {
  const workspace = await openAttended(call);
  for (const { id, label } of run.parts) {
    if (id === null) continue;
    const logs = await readLogs(workspace, id);
    call.terminal.out(`== ${label} (${shortIdOf(id)})\n`);
    for (const text of [raw ? logs.agent : (logs.told ?? logs.agent), logs.errors])
      call.terminal.out(ended(stripControls(text)));
  }
  return 0;
}

/** Whole lines only: an escape sequence must not slip through in two halves. */
async function writeLines(terminal: Terminal, chunks: AsyncIterable<string>): Promise<void> {
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n') + 1;
    terminal.out(stripControls(text.slice(0, end)));
    rest = text.slice(end);
  }
  terminal.out(ended(stripControls(rest)));
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
