/** How rare names are in the repository: who defines them, and who holds them at all. */
import { grepWords } from '../../git/grep-words.ts';
import type { GitContext } from '../../git/run-git.ts';

export interface NameCount {
  /** Files in which a line seems to define it. */
  readonly definers: number;
  readonly files: number;
}

const MOST_NAMES = 400;
const MOST_BYTES = 12_000_000;
const WORD = /[\w$]+/g;
const DEFINED = [
  /(?<![\w$])(?:function\s?\*?|def|class|interface|type|enum|struct|trait|fn|func|const|let|var|val|static|record|union|mod|macro_rules!|namespace|module)\s+(?:\([^)]{0,100}\)\s*|self\.)?([\w$]+)/g,
  /^\s*(?:(?:public|private|protected|internal|static|async|abstract|final|override|readonly|get|set|pub|export|synchronized|default|virtual)\s+)+(?:[\w<>[\],.?]+\s+){0,3}([\w$]+)\s*\(/g,
  /^\s*([\w$]+)\s*\([^;()]{0,200}\)\s*(?::[^;{]{1,80})?\{\s*$/g,
  /\.([\w$]+)\s*=\s*(?:async\s+)?(?:function|\()/g,
];

/** Names beyond the bound, and all of them where git has no answer, are not in it: nobody takes them for rare. */
export async function countNames(
  repository: GitContext,
  { commit, names }: { readonly commit: string; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, NameCount>> {
  const asked = [...new Set(names)].toSorted().slice(0, MOST_NAMES);
  const wanted = new Set(asked);
  const holders = new Map<string, Set<string>>(asked.map((name) => [name, new Set()]));
  const definers = new Map<string, Set<string>>(asked.map((name) => [name, new Set()]));
  const take = (path: string, line: string): void => {
    for (const [word] of line.matchAll(WORD)) if (wanted.has(word)) holders.get(word)?.add(path);
    for (const pattern of DEFINED)
      for (const match of line.matchAll(pattern))
        if (wanted.has(match[1] ?? '')) definers.get(match[1] ?? '')?.add(path);
  };
  try {
    const end = await grepWords(
      repository,
      { commit, words: asked },
      { take, mostBytes: MOST_BYTES },
    );
    if (end === 'cut') return new Map();
  } catch {
    return new Map();
  }
  return new Map(
    asked.map((name) => [
      name,
      { definers: definers.get(name)?.size ?? 0, files: holders.get(name)?.size ?? 0 },
    ]),
  );
}
