import { join } from 'node:path';

import { locatePath } from '../../../../collectors/tickets/locate-path.ts';
import { homeFolder } from '../../../../platform/environment.ts';
import { inspectPath, isReadable } from '../../../../platform/files.ts';
import { oneLine } from '../../../../words/text.ts';
import { no, warn, yes, type Verdict } from '../../check.ts';
import type { RoutineCheck, RoutineContext } from '../contract.ts';

/** What collectors read outside of the history, and what `permissions.read` names. */
export const inputsCheck: RoutineCheck = {
  name: 'inputs',
  look: async (context) => {
    const found: string[] = [];
    for (const collector of context.definition.routine.collect) {
      if (collector.kind !== 'tickets' || collector.path === null) continue;
      const verdict = await inspectTickets(context, collector.path);
      if (verdict.ok !== 'yes') return verdict;
      found.push(verdict.detail);
    }
    return (await unreadable(context)) ?? yes(found.length === 0 ? 'none' : found.join(', '));
  },
};

async function inspectTickets({ workspace }: RoutineContext, written: string): Promise<Verdict> {
  const { location, env } = workspace;
  const root = location.bare ? null : location.root;
  const { path, label } = await locatePath(written, { root, home: homeFolder(env) });
  return (await isReadable(path))
    ? yes(label)
    : no(`tickets.path: ${oneLine(label)} may not be read`, `Let it be read: chmod u+r ${path}`);
}

async function unreadable({ definition, workspace }: RoutineContext): Promise<Verdict | null> {
  for (const written of definition.routine.permissions.read) {
    const path = written.startsWith('~/')
      ? join(homeFolder(workspace.env), written.slice(2))
      : written;
    if ((await inspectPath(path)) === null)
      return warn(
        `permissions.read: there is no ${oneLine(written, 200)}`,
        'Correct the path, or leave it out.',
      );
    if (!(await isReadable(path)))
      return warn(
        `permissions.read: ${oneLine(written, 200)} may not be read`,
        'Correct its mode.',
      );
  }
  return null;
}
