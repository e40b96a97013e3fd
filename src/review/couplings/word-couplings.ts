/** Where nothing parses: a rare name that one branch seems to define or take away, and another writes. */
import type { WordFact } from './file-facts.ts';
import {
  placeOf,
  told,
  turned,
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
} from './looked.ts';
import { COMMON } from './symbol-couplings.ts';

export function wordCouplings({ a, b }: Pair): readonly Found[] {
  return [...wordsOf(a, b), ...wordsOf(b, a).map((found) => turned(found, true))];
}

const PROSE =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|html?|svg|json|lock|sum|csv|po|snap|log)$/i;
/** Files of the repository that hold a rare name. */
const RARE = 5;
const MOST = 300;

function wordsOf(by: LookedBranch, user: LookedBranch): readonly Found[] {
  const words = new Map<string, { readonly file: LookedFile; readonly word: WordFact }>();
  for (const file of user.files)
    if (!PROSE.test(file.change.path))
      for (const word of file.facts.words)
        if (!words.has(word.name)) words.set(word.name, { file, word });
  if (words.size === 0) return [];
  // Who defines a name anew means that one.
  const own = new Set(
    user.files.flatMap(({ change, facts }) =>
      change.status === 'deleted' ? [] : facts.named.map(({ name }) => name),
    ),
  );
  const found: Found[] = [];
  for (const home of by.files) {
    if (PROSE.test(home.change.path)) continue;
    for (const named of namedIn(home)) {
      const used = words.get(named.name);
      if (used === undefined || own.has(named.name) || !isName(named.name)) continue;
      const same = endingOf(used.file) === endingOf(home);
      if (used.file.change.path === home.change.path && found.length > MOST) continue;
      found.push({
        kind: 'words',
        detail: `${told(by.branch.branch)} changes ${told(named.name)} in ${told(home.change.path)}, ${told(user.branch.branch)} writes it`,
        places: [
          placeOf(home, named.row, named.text),
          placeOf(used.file, used.word.row, used.word.text),
        ],
        binds: same || isTelling(named.name),
        strength: 20 + Math.min(20, named.name.length),
        rare: { name: named.name, definers: 2, files: RARE, otherwise: 'nothing' },
      });
    }
  }
  return found.slice(0, MOST);
}

/** Of parsed files what leaves or changes its form; of others what their lines seem to define. */
function namedIn({ facts }: LookedFile): readonly WordFact[] {
  if (facts.language === null) return facts.named;
  return facts.definitions.filter(
    ({ change }) => change === 'removed' || change === 'renamed' || change === 'signature',
  );
}

function isName(name: string): boolean {
  return (
    name.length >= 5 &&
    !COMMON.has(name) &&
    !/^(?:const|class|function|string|return|value|values|index|items?|export|import|number|title|label|width|height|color|other|content|default|options|version|description|enabled|target|source)$/i.test(
      name,
    )
  );
}

/** Put together of several words. */
function isTelling(name: string): boolean {
  return name.length >= 8 && (/[a-z][A-Z]/.test(name) || name.slice(1).includes('_'));
}

function endingOf({ change }: LookedFile): string {
  return /\.\w+$/.exec(change.path)?.[0] ?? '';
}
