/** What is done by commands stands in the audit list too, where one is kept. */
import { hostName } from '../platform/environment.ts';
import { asAppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { CommandCall, CommandDeclaration } from './command.ts';
import { allCommands } from './declare/all.ts';

/** Those that only read, by their names; every other one counts as acting. */
export const READING: ReadonlySet<string> = new Set([
  'demo',
  'init',
  'list',
  'next',
  'slots',
  'runs',
  'show',
  'preview',
  'logs',
  'brief',
  'reports',
  'reports show',
  'search',
  'sessions',
  'sessions show',
  'sessions handoff',
  'inbox',
  'findings',
  'findings show',
  'requests',
  'requests show',
  'decisions',
  'decisions show',
  'knowledge',
  'knowledge show',
  'items',
  'items show',
  'items export',
  'review',
  'review show',
  'review diff',
  'review compare',
  'review comments',
  'review serve',
  'explain',
  'figures',
  'page',
  'agents',
  'agents try',
  'status',
  'schema',
  'completion',
  'messages',
  'messages show',
  'service',
  'fleet',
  'rehearse',
  'doctor',
  'validate',
  'mcp',
]);

/** Called when the command has ended. Where nothing is kept, one small record is looked for. Never rejects. */
export async function noteCommand(
  call: CommandCall,
  ended: { readonly declaration: CommandDeclaration; readonly exitCode: number },
): Promise<void> {
  const path = pathOf(ended.declaration);
  // `undo --list` undoes nothing.
  if (READING.has(path) || call.options.flag('dryRun') || call.options.flag('list')) return;
  try {
    await append(call, { path, exitCode: ended.exitCode });
  } catch (thrown) {
    const { reason, message } = asAppError(thrown);
    // What is done is done; in no repository there is no list.
    if (reason !== 'not-a-repository')
      call.terminal.err(`note: not in the audit list: ${message}\n`);
  }
}

async function append(
  call: CommandCall,
  { path, exitCode }: { readonly path: string; readonly exitCode: number },
): Promise<void> {
  const { openWorkspace } = await import('../workspace/open-workspace.ts');
  const { audit, redactor } = await openWorkspace(call);
  await audit.append({
    at: call.clock.now().toISOString(),
    by: oneLine(call.actor),
    from: 'terminal',
    where: oneLine(hostName()),
    what: path,
    said: oneLine(redactor.text([path, ...call.words].join(' ')), 1_000),
    outcome: exitCode === 0 ? 'done' : 'failed',
  });
}

function pathOf(declaration: CommandDeclaration): string {
  for (const one of allCommands) {
    if (one === declaration) return one.name;
    const verb = one.verbs?.find((each) => each === declaration);
    if (verb !== undefined) return `${one.name} ${verb.name}`;
  }
  return declaration.name;
}
