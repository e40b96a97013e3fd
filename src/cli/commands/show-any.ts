/** `show` takes any id: what it is of decides which command shows it. */
import { idKindOf, type RunId } from '../../words/ids.ts';
import type { Command, CommandCall } from '../command.ts';
import { usageFailure } from '../usage-failure.ts';

type Part = 'report' | 'log' | 'brief' | 'diff';

const PARTS: readonly Part[] = ['report', 'log', 'brief', 'diff'];

export const showAnyCommand: Command = async (call) => {
  const parts = PARTS.filter((part) => call.options.flag(part));
  const [part, second] = parts;
  if (second !== undefined) {
    throw usageFailure(`--${part} and --${second} exclude each other`, 'Give one of them.');
  }
  const [word] = call.words;
  if (part === undefined) return (await wholeOf(word ?? ''))(call);
  // A diff is of a branch, and has no newest one by itself.
  const words = part === 'diff' && word === undefined ? [await runOf(call)] : call.words;
  return (await partOf(part))({ ...call, words });
};

async function partOf(part: Part): Promise<Command> {
  switch (part) {
    case 'report':
      return (await import('./reports-show.ts')).reportsShowCommand;
    case 'log':
      return (await import('./logs.ts')).logsCommand;
    case 'brief':
      return briefOfRun;
    case 'diff':
      return (await import('./review/review-diff.ts')).reviewDiffCommand;
  }
}

/** Of a routine `brief` would show what its next run gets. */
async function briefOfRun(call: CommandCall): Promise<number> {
  const { briefCommand } = await import('./brief.ts');
  return briefCommand({ ...call, words: [await runOf(call)] });
}

async function runOf(call: CommandCall): Promise<RunId> {
  const { findRun } = await import('../../routines/find-run.ts');
  const { openWorkspace } = await import('../../workspace/open-workspace.ts');
  return (await findRun(await openWorkspace(call), call.words[0] ?? null)).id;
}

async function wholeOf(word: string): Promise<Command> {
  switch (idKindOf(word)) {
    case 'finding':
      return (await import('./findings-show.ts')).findingsShowCommand;
    case 'request':
      return (await import('./outbox-show.ts')).outboxShowCommand;
    case 'item':
      return (await import('./items-show.ts')).itemsShowCommand;
    case 'decision':
      return (await import('./notes/list.ts')).noteShow('decision');
    case 'knowledge':
      return (await import('./notes/list.ts')).noteShow('knowledge');
    case 'branch group':
      return (await import('./review/review-show.ts')).reviewShowCommand;
    case 'message':
      return (await import('./messages-show.ts')).messagesShowCommand;
    case null:
      return (await import('./show.ts')).showCommand;
  }
}
