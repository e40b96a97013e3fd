import type { GitCall } from './git-call.ts';

export interface ObjectFacts {
  readonly id: string;
  /** `null` when the repository has no such object. */
  readonly type: string | null;
  readonly size: number;
}

/** Type and size in bytes of each object, in the order asked. */
export async function objectSizes(
  git: GitCall,
  ids: readonly string[],
): Promise<readonly ObjectFacts[]> {
  if (ids.length === 0) return [];
  const asked = await git(['cat-file', '--batch-check', '--buffer'], {
    stdin: `${ids.join('\n')}\n`,
  });
  return asked.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      // The name of one that is missing may have blanks in it.
      if (line.endsWith(' missing')) return { id: line.slice(0, -8), type: null, size: 0 };
      const [id = '', type = 'missing', size = '0'] = line.split(' ');
      return { id, type: type === 'missing' ? null : type, size: Number(size) };
    });
}
