import { join } from 'node:path';

import { lineSource } from '../../../src/engines/sessions/lines/line-source.ts';
import type { Move } from '../../../src/engines/sessions/moves/move.ts';
import { textField, type Fields } from '../../../src/engines/stream-fields.ts';
import { homeFolder } from '../../../src/platform/environment.ts';

export const parrotSessions = lineSource({
  engine: 'parrot',
  format: {
    reader: () => (record) => ({
      about: { cwd: textField(record, 'cwd'), startedAt: textField(record, 'at') },
      moves: movesOf(record),
    }),
  },
  places: (where) => [
    { path: where.kind === 'run' ? where.home : join(homeFolder(where.env), '.parrot') },
  ],
  mayBe: (name) => name === 'sessions',
  foldersOf: (store, names) => names.map((name) => join(store, name)),
  idOf: (name) => name,
});

function movesOf(record: Fields): readonly Move[] {
  const at = textField(record, 'at');
  const [asked, said] = [textField(record, 'asked'), textField(record, 'said')];
  return [
    ...(asked === null ? [] : [{ kind: 'asked', text: asked, at } as const]),
    ...(said === null ? [] : [{ kind: 'said', text: said, at } as const]),
    ...(said === null ? [] : [{ kind: 'over', at } as const]),
  ];
}
