/** Which files of the base commit are looked at, and which are left out for what reason. */
import { checkAttributes, type Attributes } from '../../git/attribute-files.ts';
import { type TreeFile, readTreeIntoIndex } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import { matchPaths } from '../../words/path-globs.ts';
import type { Collector } from '../../words/routine.ts';
import { foreignByPath, mayBeGenerated, type Foreign, copiedFolders } from './foreign-files.ts';
import type { BlobToScan } from './scan-blobs.ts';

export type TodosRule = Extract<Collector, { kind: 'todos' }>;

export interface CandidateFile extends BlobToScan {
  /** Of no concern to this project: the lines with a marker are counted, and not read. */
  readonly foreign: Foreign;
}

export interface ChosenFiles {
  readonly files: readonly CandidateFile[];
  /** By `.gitattributes`; whether others are binary is known when they are read. */
  readonly binary: number;
}

export interface ChooseRequest {
  readonly base: CommitSha;
  readonly rule: TodosRule;
  readonly tree: readonly TreeFile[];
}

/** What `paths` and `exclude` leave out is not counted: it was not asked for. */
export async function chooseFiles(
  context: GitContext,
  { base, rule, tree }: ChooseRequest,
): Promise<ChosenFiles> {
  const wanted = rule.paths.length === 0 ? () => true : matchPaths(rule.paths);
  const unwanted = matchPaths(rule.exclude);
  const asked = tree.filter(({ path }) => wanted(path) && !unwanted(path));
  const copied = copiedFolders(tree.map(({ path }) => path));
  const attributes = await attributesAt(context, { base, tree, asked });
  let binary = 0;
  const files: CandidateFile[] = [];
  for (const file of asked) {
    const own = attributes.get(file.path);
    const foreign = foreignByPath(file.path, own, copied);
    if (foreign === null && own?.['diff'] === 'unset') binary += 1;
    else {
      files.push({
        ...file,
        text: own?.['diff'] === 'set',
        mayBeGenerated: mayBeGenerated(own),
        foreign,
        counted: foreign !== null,
      });
    }
  }
  return { files, binary };
}

async function attributesAt(
  context: GitContext,
  {
    base,
    tree,
    asked,
  }: {
    readonly base: CommitSha;
    readonly tree: readonly TreeFile[];
    readonly asked: readonly TreeFile[];
  },
): Promise<Attributes> {
  if (!tree.some(({ path }) => /(?:^|\/)\.gitattributes$/.test(path))) return new Map();
  await readTreeIntoIndex(context, base);
  return checkAttributes(
    context,
    ['linguist-vendored', 'linguist-generated', 'export-ignore', 'diff'],
    asked.map(({ path }) => path),
  );
}
