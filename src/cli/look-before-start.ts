/** What a person is told before the daemon goes to work: what would make nights fail, and what it will not run. */
import { doChore } from '../daemon/do-chore.ts';
import type { Diagnosis } from '../daemon/doctor/run-doctor.ts';
import { isRecord } from '../platform/json.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';
import { canAsk } from './confirm.ts';
import { paintFor } from './output/style.ts';

/** Without these a daemon cannot do anything at all. */
const ESSENTIAL: ReadonlySet<string> = new Set(['git', 'node', 'state-folder', 'locks']);

const SHOWN = 10;

/** Throws `missing` when something essential is not there; anything else is told, and the daemon starts all the same. */
export async function lookBeforeStart(call: CommandCall, workspace: Workspace): Promise<void> {
  if (!call.options.flag('doctor')) return;
  const { env, location } = workspace;
  const diagnosis = await doChore({ name: 'doctor', folder: location.root, env });
  if (!isDiagnosis(diagnosis)) return;
  const essential = diagnosis.checks.find(({ name, ok }) => ok === 'no' && ESSENTIAL.has(name));
  if (essential !== undefined) {
    throw new AppError('missing', {
      code: `not-ready-${essential.name}`,
      message: `the daemon cannot work here: ${essential.name}: ${essential.detail}`,
      hint: essential.hint,
    });
  }
  if (call.json) return;
  tellDiagnosis(call, diagnosis);
  await offerLocal(call, workspace);
}

function tellDiagnosis({ terminal }: CommandCall, { ready, checks }: Diagnosis): void {
  const paint = paintFor(terminal.colour && terminal.errIsTerminal);
  for (const { name, ok, detail, hint } of checks) {
    // What is active is told below.
    if (ok === 'yes' || (ok === 'warn' && name === 'definitions')) continue;
    const mark = ok === 'no' ? paint('bad', 'not ready:') : paint('warn', 'note:');
    terminal.err(`${mark} ${name}: ${detail}${hint === '' ? '' : `\n      ${hint}`}\n`);
  }
  if (!ready) terminal.err('The daemon starts all the same. Look again: roundsman doctor\n');
}

/** What stands in the working tree only does not run: named, and on a terminal offered. */
async function offerLocal(call: CommandCall, workspace: Workspace): Promise<void> {
  const { readActiveRoutines } = await import('../routines/active-routines.ts');
  const { local } = await readActiveRoutines(workspace);
  if (local.length === 0) return;
  const names = local.slice(0, SHOWN).map(({ id, kind }) => `${id} (${kind})`);
  const rest = local.length - names.length;
  const more = rest > 0 ? `, and ${rest} more` : '';
  call.terminal.err(`local, not active: ${names.join(', ')}${more}\n`);
  if (!canAsk(call.terminal)) {
    call.terminal.err(
      '      Look at what they may run, and make them active: roundsman enable --all\n',
    );
    return;
  }
  const { enableCommand } = await import('./commands/enable.ts');
  const options = { flag: (name: string) => name === 'all', text: () => null, list: () => [] };
  try {
    await enableCommand({ ...call, words: [], options });
  } catch (thrown) {
    call.terminal.err(`note: ${asAppError(thrown).message}; the daemon starts without them\n`);
  }
}

function isDiagnosis(value: unknown): value is Diagnosis {
  return isRecord(value) && Array.isArray(value['checks']);
}
