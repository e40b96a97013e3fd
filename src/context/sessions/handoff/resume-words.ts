/** How a session is taken up again in its own engine. Pure. */
import { allEngines } from '../../../engines/registry.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { Session } from '../../../words/session.ts';

/** A command to type in its folder; `null`: there is none, or its id could be anything. */
export function resumeCommand({ engine, id, runId }: Session): string | null {
  // Its engine's home belongs to the run, so a command typed in a shell cannot resume it.
  if (runId !== null) return `roundsman retry ${shortIdOf(runId)} --message "…"`;
  if (!/^[A-Za-z0-9][\w.-]{3,100}$/.test(id)) return null;
  const resume = allEngines().find((one) => one.id === engine)?.sessions?.resume;
  return resume === undefined ? null : `${resume}${id}`;
}
