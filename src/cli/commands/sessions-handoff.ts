import { resolve } from 'node:path';

import { handOff } from '../../context/sessions/hand-off.ts';
import { engineIds } from '../../engines/registry.ts';
import { createExclusively } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import type { EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';

export async function sessionsHandoffCommand(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const to = options.text('to');
  const out = options.text('out');
  const target = to === null ? {} : { to: readTarget(to) };
  const maxTokens = readCount(options, { name: 'max-tokens', byDefault: 6_000, most: 200_000 });
  const workspace = await openWorkspace(call);
  const made = await handOff(workspace, call.words[0] ?? '', { ...target, maxTokens });
  const file = out === null ? null : resolve(call.standing, out);
  if (file !== null) await writeNew(file, made.document);
  if (call.json) {
    writeJson(terminal, { session: made.session, to, file, document: made.document });
    return 0;
  }
  if (file === null) terminal.out(made.document);
  else terminal.err(`wrote ${file}\n`);
  return 0;
}

function readTarget(text: string): EngineId {
  const engine = engineIds().find((one) => one === text);
  if (engine !== undefined && engine !== 'builtin') return engine;
  const engines = engineIds()
    .filter((one) => one !== 'builtin')
    .join(', ');
  throw new AppError('usage', {
    code: 'bad-engine',
    message: `nothing can be handed over to "${oneLine(text, 40)}"`,
    hint: `Engines that read: ${engines}.`,
  });
}

/** Nothing of a person's is written over. */
async function writeNew(file: string, document: string): Promise<void> {
  if (await createExclusively(file, document, 0o644)) return;
  throw new AppError('refused', {
    code: 'file-there',
    message: `${file} is there already`,
    hint: 'Name another file, or remove that one.',
  });
}
