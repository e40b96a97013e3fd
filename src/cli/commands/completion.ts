import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { completionScript } from '../completion/scripts.ts';
import { SHELLS } from '../declare/shells.ts';
import { writeJson } from '../output/write-json.ts';

export async function completionCommand({ json, terminal, words }: CommandCall): Promise<number> {
  const asked = words[0] ?? '';
  const shell = SHELLS.find((one) => one === asked);
  if (shell === undefined) throw unknownShell(asked);
  const script = completionScript(shell);
  if (json) writeJson(terminal, { shell, script });
  else terminal.out(script);
  return 0;
}

function unknownShell(asked: string): AppError {
  return new AppError('usage', {
    code: 'unknown-shell',
    message: `there is no completion for "${oneLine(asked, 60)}"`,
    hint: `There is one for: ${SHELLS.join(', ')}.`,
  });
}
