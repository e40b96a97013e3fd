/** Sessions of Qwen Code: one file of lines each, below a folder that is named after the working directory. */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import type { SourcePlace, SourceWhere } from '../contract.ts';
import { lineSource } from '../lines/line-source.ts';
import { qwenFormat } from './read-record.ts';

export const qwenSessions = lineSource({
  engine: 'qwen',
  format: qwenFormat,
  places,
  mayBe,
  foldersOf: (store, names) => names.map((name) => join(store, name, 'chats')),
  idOf: (name) => name,
});

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'projects') }];
  const { env } = where;
  const home = [env['QWEN_RUNTIME_DIR'], env['QWEN_HOME'], join(homeFolder(env), '.qwen')].find(
    (folder) => folder !== undefined && folder !== '',
  );
  return [{ path: join(home ?? '', 'projects') }];
}

/** `-home-me-repo` is what `/home/me/repo` and `/home/me-repo` become. */
function mayBe(name: string, root: string): boolean {
  const written = root.replaceAll(/[^a-zA-Z0-9]/g, '-');
  return root === '/' || name === written || name.startsWith(`${written}-`);
}
