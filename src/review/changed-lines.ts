/** What the changed lines of a branch tell: names taken out of what others can use, and files in which only comments or keys of notes change. */
import { eachChangedLine } from '../git/changes-of-ranges.ts';
import type { GitContext } from '../git/run-git.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord } from '../platform/json.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import type { FactCache } from './fact-cache.ts';
import { isDocPath, isTestPath } from './path-kinds.ts';

const FORM = 4;
/** Lines of one branch; who reviews more than that does not look for names. */
const MOST_LINES = 20_000;
const MOST_NAMES = 50;

export interface LinesTell {
  /** Names that were public and are gone. A look at lines, not at grammar: it says where to look. */
  readonly removedNames: readonly string[];
  /** Paths in which every changed line is a comment or empty. */
  readonly commentsOnly: readonly string[];
  /** Paths in which notes get the keys of their items, `TODO:` → `TODO(RM-7):`, and nothing else changes. */
  readonly keysOnly: readonly string[];
}

const NOTHING: LinesTell = { removedNames: [], commentsOnly: [], keysOnly: [] };

/** By branch. */
export async function readChangedLines(
  branches: readonly ReviewBranch[],
  { repository, cache }: { readonly repository: GitContext; readonly cache: FactCache },
): Promise<ReadonlyMap<string, LinesTell>> {
  const asked = branches.filter(mayTakeAway);
  const keys = asked.map(({ base, tip }) => sha256(`removed ${FORM} ${base} ${tip}`));
  const known = await cache.read(keys);
  const open = asked.filter((_branch, index) => !isTold(known.get(keys[index] ?? '')));
  const found = await findOut(open, repository);
  await cache.write(
    new Map(open.map((branch) => [keys[asked.indexOf(branch)] ?? '', found.get(branch.branch)])),
  );
  return new Map(
    asked.map(({ branch }, index) => {
      const kept = known.get(keys[index] ?? '');
      return [branch, isTold(kept) ? kept : (found.get(branch) ?? NOTHING)];
    }),
  );
}

function mayTakeAway({ changes, insertions, deletions }: ReviewBranch): boolean {
  return (
    insertions + deletions <= MOST_LINES &&
    changes.some(
      ({ path, deletions: gone }) => (gone ?? 0) > 0 && !isTestPath(path) && !isDocPath(path),
    )
  );
}

async function findOut(
  branches: readonly ReviewBranch[],
  repository: GitContext,
): Promise<ReadonlyMap<string, LinesTell>> {
  const lines = branches.map(() => ({
    gone: new Set<string>(),
    there: new Set<string>(),
    /** Whether a line of it is more than a comment, by path. */
    isCode: new Map<string, boolean>(),
    /** What its lines were and are, without keys of notes, by hunk: what moved is not the same. */
    unkeyed: new Map<number, Unkeyed>(),
  }));
  const ranges = branches.map(({ base, tip }) => ({ from: base, to: tip }));
  const isWhole = await eachChangedLine(
    ranges,
    (range, { path, line, hunk }) => {
      const own = lines[range];
      if (own === undefined) return;
      own.isCode.set(path, own.isCode.get(path) === true || !COMMENT.test(line.slice(1)));
      const unkeyed = own.unkeyed.get(hunk) ?? { path, was: [], is: [] };
      own.unkeyed.set(hunk, unkeyed);
      unkeyed[line.startsWith('-') ? 'was' : 'is'].push(withoutKeys(line.slice(1)));
      if (isTestPath(path) || isDocPath(path)) return;
      const name = publicName(line.slice(1));
      if (name !== null) (line.startsWith('-') ? own.gone : own.there).add(name);
    },
    repository,
  );
  return new Map(
    branches.map(({ branch }, index) => {
      const own = lines[index];
      if (own === undefined) return [branch, NOTHING];
      const { gone, there, isCode, unkeyed } = own;
      const removedNames = [...gone].filter((name) => !there.has(name)).slice(0, MOST_NAMES);
      return [
        branch,
        {
          removedNames,
          // Of what was not read to its end nothing is known.
          commentsOnly: isWhole ? [...isCode].flatMap(([path, is]) => (is ? [] : [path])) : [],
          keysOnly: isWhole ? keyedAlone([...unkeyed.values()]) : [],
        },
      ];
    }),
  );
}

interface Unkeyed {
  readonly path: string;
  readonly was: string[];
  readonly is: string[];
}

function keyedAlone(hunks: readonly Unkeyed[]): readonly string[] {
  const others = new Set(
    hunks.flatMap(({ path, was, is }) => (was.join('\n') === is.join('\n') ? [] : [path])),
  );
  return [...new Set(hunks.map(({ path }) => path))].filter((path) => !others.has(path));
}

/** As the sweep writes them, `TODO(RM-7)` and `TODO(RM-7, alice)`. */
function withoutKeys(line: string): string {
  return line.replaceAll(
    /\b(TODO|FIXME|XXX|HACK|BUG)\(RM-\d{1,9}(?:\)|, (?=\w)(.{1,80}?\)))/g,
    (_all, mark: string, owner?: string) => (owner === undefined ? mark : `${mark}(${owner}`),
  );
}

/** A whole line, or an empty one, in manifests and in files of builds and CI. */
const COMMENT =
  /^\s*(?:$|#(?!!|\s*(?:syntax|escape|check)\s*=)|\/\/|<!--(?:(?!-->).){0,400}-->\s*$)/;

/** Of the languages that say so on the line: the name that a line makes public. */
const PUBLIC: readonly RegExp[] = [
  // TypeScript and JavaScript
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|var|interface|type|enum) ([A-Za-z_$][\w$]{0,80})/,
  // Rust
  /^\s{0,40}pub (?:async |unsafe |const |extern "C" ){0,3}(?:fn|struct|enum|trait|type|const|static|mod) ([A-Za-z_]\w{0,80})/,
  // Go: what begins with a capital letter
  /^func (?:\([^()]{0,80}\) )?([A-Z]\w{0,80})\(/,
  /^(?:type|var|const) ([A-Z]\w{0,80})\b/,
  // Python, at the top
  /^(?:async )?def ([A-Za-z]\w{0,80})\(/,
  /^class ([A-Za-z]\w{0,80})\b/,
  // Java, C#, Kotlin
  /^\s{0,40}public (?:static |final |abstract |async |sealed |override ){0,4}(?:class|interface|enum|record) ([A-Za-z_]\w{0,80})/,
  /^\s{0,40}public (?:static |final |abstract |synchronized |async |virtual |override ){0,4}[\w<>[\],.?]{1,100} ([A-Za-z_]\w{0,80})\(/,
];

export function publicName(line: string): string | null {
  if (line.length > 400) return null;
  for (const pattern of PUBLIC) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

/** What is inside was written by us. */
function isTold(value: unknown): value is LinesTell {
  return (
    isRecord(value) &&
    areNames(value['removedNames']) &&
    areNames(value['commentsOnly']) &&
    areNames(value['keysOnly'])
  );
}

function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
