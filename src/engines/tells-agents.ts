/** What of a repository tells an agent of some engine what to do. Pure. */
import { allEngines } from './registry.ts';

/** Read by several engines: `AGENTS.md`, `AGENTS.override.md`. */
const SHARED = 'agents';

/** Case is ignored: on some systems `CLAUDE.md` and `claude.md` are one file. */
export function tellsAgents(path: string): boolean {
  const folders = path.toLowerCase().split('/');
  const [stem, ...ends] = (folders.pop() ?? '').split('.');
  const isRead = ends.at(-1) === 'md' && ends.length <= 2;
  return allEngines().some(
    ({ instructions }) =>
      folders.some((folder) => instructions.folders.includes(folder)) ||
      (isRead && (stem === SHARED || instructions.files.includes(stem ?? ''))),
  );
}
