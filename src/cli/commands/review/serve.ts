import { onSignals } from '../../../platform/terminal.ts';
import { serveBranch } from '../../../review/serve-branch.ts';
import {
  detachServing,
  listServed,
  type ServedBranch,
  stopServing,
} from '../../../review/serve/served-record.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine, stripControls } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewServeCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [what = null] = call.words;
  if (call.options.flag('stop')) return stop(call, workspace, what);
  if (what === null) return list(call, await listServed(workspace));
  if (call.options.flag('detach')) {
    const command = call.options.text('command');
    const unconfined = call.options.flag('unconfined');
    const served = await detachServing(workspace, { what, command, unconfined });
    tellReady(call, served, true);
    return 0;
  }
  return serve(call, workspace, what);
}

/** Until Ctrl-C, or until it ends by itself. */
async function serve(call: CommandCall, workspace: Workspace, what: string): Promise<number> {
  const stopping = new AbortController();
  const abort = (): void => stopping.abort();
  const forget = onSignals({ SIGINT: abort, SIGTERM: abort, SIGHUP: abort });
  const decoder = new TextDecoder();
  try {
    const end = await serveBranch(workspace, {
      what,
      command: call.options.text('command'),
      unconfined: call.options.flag('unconfined'),
      progress: (text) => call.terminal.err(`… ${oneLine(text, 200)}\n`),
      output: (chunk) => call.terminal.err(stripControls(decoder.decode(chunk, { stream: true }))),
      ready: (served) => tellReady(call, served, false),
      signal: stopping.signal,
    });
    for (const line of end.left) call.terminal.err(`warning: ${oneLine(line, 300)}\n`);
    if (end.how === 'stopped') return 0;
    throw over(what, end.how, end.exitCode);
  } catch (thrown) {
    if (stopping.signal.aborted) return 0;
    throw thrown;
  } finally {
    forget();
  }
}

async function stop(call: CommandCall, workspace: Workspace, what: string | null): Promise<number> {
  const stopped = await stopServing(workspace, what);
  if (call.json) {
    writeJson(call.terminal, stopped);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const { branch } of stopped) page.line(`stopped ${oneLine(branch, 200)}`);
  return 0;
}

function list(call: CommandCall, served: readonly ServedBranch[]): number {
  if (call.json) {
    writeJson(call.terminal, served);
    return 0;
  }
  const page = openPage(call.terminal);
  if (served.length === 0)
    page.line('No branch is served. Serve one: roundsman review serve BRANCH');
  else
    page.table(
      [
        { title: 'branch', text: ({ branch }) => branch },
        { title: 'at', text: ({ urls }) => urls[0] ?? '' },
        { title: 'state', text: ({ state }) => state },
        { title: 'isolation', text: ({ isolation }) => isolation },
      ],
      served,
    );
  return 0;
}

function tellReady(call: CommandCall, served: ServedBranch, detached: boolean): void {
  if (call.json) {
    writeJson(call.terminal, served);
    return;
  }
  const { branch, urls, isolation, log } = served;
  const page = openPage(call.terminal);
  if (isolation !== 'sandbox')
    call.terminal.err(
      'warning: it runs without a sandbox, and may do whatever you may: also read what you are logged in with, on the page too\n',
    );
  page.line(urls[0] ?? '');
  for (const url of urls.slice(1)) page.line(url);
  const name = oneLine(branch, 200);
  call.terminal.err(
    detached
      ? `note: ${name} continues in the background; log: ${log}; end it: roundsman review serve ${name} --stop\n`
      : `note: ${name}, isolation ${isolation}; Ctrl-C ends it\n`,
  );
}

function over(what: string, how: 'ended' | 'silent', exitCode: number | null): AppError {
  const name = oneLine(what, 120);
  return new AppError('failed', {
    code: how === 'ended' ? 'serve-ended' : 'serve-silent',
    message:
      how === 'ended'
        ? `what shows ${name} ended by itself${exitCode === null ? '' : ` with exit code ${exitCode}`}`
        : `nothing answers on the port that ${name} was given`,
    hint: 'It has to listen on 127.0.0.1 at ROUNDSMAN_PORT_1, which is PORT too, and to stay in the foreground.',
  });
}
