/** `run` of several routines: one after the other, or with --detach all at once. */
import { tryParseJson } from '../platform/json.ts';
import { onInterrupt } from '../platform/terminal.ts';
import type { CatalogEntry } from '../routines/catalog.ts';
import { readCatalog } from '../routines/definitions.ts';
import { findEntry } from '../routines/find-routine.ts';
import { inputRules } from '../routines/inputs.ts';
import { asAppError, exitCodeOf } from '../words/errors.ts';
import { openWorkspace } from '../workspace/open-workspace.ts';
import type { Command, CommandCall } from './command.ts';
import { writeError } from './output/write-error.ts';
import { writeJson } from './output/write-json.ts';
import { usageFailure } from './usage-failure.ts';

/** Gives the worst exit code. Names are looked up before anything starts; Ctrl-C ends the one that runs, and no other begins. */
export async function runSeveral(call: CommandCall, run: Command): Promise<number> {
  const ids = await chosen(call);
  const documents: unknown[] = [];
  let isStopped = false;
  const unlisten = onInterrupt(() => {
    isStopped = true;
  });
  let worst = 0;
  for (const [index, id] of ids.entries()) {
    if (isStopped) break;
    if (!call.json && index > 0) call.terminal.out('\n');
    const out = (text: string): void => void documents.push(tryParseJson(text));
    const terminal = call.json ? { ...call.terminal, out } : call.terminal;
    // Only the first finds the one that waits for it.
    const { supervisor } = index === 0 ? call : { supervisor: null };
    const one = { ...call, words: [id], options: withoutAll(call), terminal, supervisor };
    worst = Math.max(worst, await runOne(one, run));
  }
  unlisten();
  if (call.json) writeJson(call.terminal, documents);
  return worst;
}

/** What refuses to start keeps no other from its turn. */
async function runOne(call: CommandCall, run: Command): Promise<number> {
  try {
    return await run(call);
  } catch (thrown) {
    const error = asAppError(thrown);
    const { terminal, json, options } = call;
    writeError(terminal, error, { json, verbose: options.flag('verbose') });
    return exitCodeOf(error.code);
  }
}

function withoutAll({ options }: CommandCall): CommandCall['options'] {
  return { ...options, flag: (name) => name !== 'all' && options.flag(name) };
}

/** `null`: it can be run without further words. */
function whyNot(entry: CatalogEntry): string | null {
  if (entry.kind === 'broken') return 'it has problems: roundsman validate';
  const { enabled, triggers } = entry.routine;
  if (!enabled) return '`enabled: false`';
  const asked = Object.entries(inputRules(triggers)).filter(
    ([, { required, byDefault }]) => required && byDefault === null,
  );
  return asked.length === 0 ? null : `it asks for ${asked.map(([name]) => name).join(', ')}`;
}

async function chosen(call: CommandCall): Promise<readonly string[]> {
  const { words, options, terminal } = call;
  const isAll = options.flag('all');
  if (isAll === words.length > 0)
    throw usageFailure(
      isAll ? 'give either routines or --all' : 'which routine?',
      'For example: roundsman run todo-sweep. For all of them add --all',
    );
  for (const option of ['with', 'item'] as const)
    if (options.text(option) !== null)
      throw usageFailure(`--${option} is for one routine`, 'Name one routine.');
  const catalog = await readCatalog(await openWorkspace(call));
  if (!isAll) return [...new Set(words.map((id) => findEntry(catalog, id).id))];
  const left: string[] = [];
  const ids = catalog.entries.flatMap((entry) => {
    const why = whyNot(entry);
    if (why !== null) left.push(`${entry.id} (${why})`);
    return why === null ? [entry.id] : [];
  });
  if (left.length > 0 && !call.json) terminal.err(`note: left out: ${left.join(', ')}\n`);
  if (ids.length === 0)
    throw usageFailure('there is no routine to run', 'Write one: roundsman new NAME');
  return ids;
}
