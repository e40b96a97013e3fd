import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { recordStore } from '../../src/store/files/file-record-store.ts';
import { fileTexts } from '../../src/store/files/file-texts.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

it.each(['../../up', 'a/b', '', '.git', 'x'.repeat(65), 'a\nb', '--all'])(
  'takes no record whose id is %j: it would go on into names of refs and folders',
  async (id) => {
    const folder = temporaryFolder();
    const texts = fileTexts(folder, 'workspace');
    const store = recordStore<{ readonly id: string }>({ texts, fields: [] });
    writeFileSync(join(folder, 'forged.json'), JSON.stringify({ id }));
    expect(await store.list()).toEqual([]);
    expect(await store.listCorrupt()).toHaveLength(1);
    expect(await store.read('forged')).toBeNull();
    await expect(store.write({ id })).rejects.toThrow('no id of a record');
  },
);
