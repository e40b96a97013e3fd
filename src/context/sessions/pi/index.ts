/**
 * Sessions of pi: one file of lines each, below a folder that is named after the working directory. Each line names the
 * one before it, so that a session may branch: the branch that was written last is the session.
 */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import type { SourcePlace, SourceWhere } from '../contract.ts';
import { lineSource } from '../lines/line-source.ts';
import { piFormat } from './read-record.ts';

export const piSessions = lineSource({
  engine: 'pi',
  format: piFormat,
  places,
  mayBe,
  // Where a person moved the store, all sessions lie in it without folders.
  foldersOf: (store, names) => [store, ...names.map((name) => join(store, name))],
  idOf: (name) => name.slice(name.indexOf('_') + 1),
});

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'sessions') }];
  const { env } = where;
  const own = env['PI_CODING_AGENT_SESSION_DIR'];
  if (own !== undefined && own !== '') return [{ path: own }];
  const agent = env['PI_CODING_AGENT_DIR'];
  const home = agent === undefined || agent === '' ? join(homeFolder(env), '.pi', 'agent') : agent;
  return [{ path: join(home, 'sessions') }];
}

/** `--home-me-repo--` is what `/home/me/repo` and `/home/me-repo` become. */
function mayBe(name: string, root: string): boolean {
  const written = `--${root.replace(/^\//, '').replaceAll(/[/\\:]/g, '-')}`;
  return root === '/' || name === `${written}--` || name.startsWith(`${written}-`);
}
