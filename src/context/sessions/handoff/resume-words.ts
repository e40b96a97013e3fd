/** How a session is taken up again in its own engine. Pure. */
import { assertNever } from '../../../words/errors.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { Session } from '../../../words/session.ts';

/** A command to type in its folder; `null`: there is none, or its id could be anything. */
export function resumeCommand({ engine, id, runId }: Session): string | null {
  // Its engine's home belongs to the run, so a command typed in a shell cannot resume it.
  if (runId !== null) return `roundsman retry ${shortIdOf(runId)} --message "…"`;
  if (!/^[A-Za-z0-9][\w.-]{3,100}$/.test(id)) return null;
  switch (engine) {
    case 'claude':
      return `claude --resume ${id}`;
    case 'codex':
      return `codex resume ${id}`;
    case 'opencode':
      return `opencode --session ${id}`;
    case 'gemini':
      return `gemini --resume ${id}`;
    case 'pi':
      return `pi --session ${id}`;
    case 'qwen':
      return `qwen --resume ${id}`;
    case 'copilot':
      return `copilot --resume=${id}`;
    case 'roundsman':
      return null;
    default:
      return assertNever(engine);
  }
}
