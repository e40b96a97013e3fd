/** Code that comes without its tests, beside tests that come without their code. */
import { linkOf } from './link-of.ts';
import {
  placeOf,
  told,
  turned,
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
} from './looked.ts';
import { testOf } from './path-role.ts';
import {
  filesOf,
  PLAIN,
  foundAt,
  isName,
  isSweep,
  isTelling,
  longest,
  meeting,
  type Shared,
} from './shared-names.ts';
import { COMMON } from './symbol-couplings.ts';

/** Files of the repository that hold a name. */
const RARE = 8;
const RARE_WORD = 3;
const RARE_IN_OWN_TESTS = 12;
const FEWEST_WORDS = 3;
const SHORTEST_WORD = 4;

export function testsApart(pair: Pair): readonly Found[] {
  const isInSweep = isSweep(pair);
  const { a, b } = pair;
  return [
    ...apartFrom(a, b, isInSweep),
    ...apartFrom(b, a, isInSweep).map((found) => turned(found, true)),
  ];
}

interface Apart {
  readonly by: LookedBranch;
  readonly tester: LookedBranch;
  readonly code: readonly LookedFile[];
  readonly tests: readonly LookedFile[];
  readonly isInSweep: boolean;
}

/** Where each of them holds both, it is whole by itself. */
function apartFrom(by: LookedBranch, tester: LookedBranch, isInSweep: boolean): readonly Found[] {
  const [code, tests] = [filesOf(by, 'code'), filesOf(tester, 'test')];
  if (code.length === 0 || tests.length === 0) return [];
  const [isBare, isOnlyTests] = [
    filesOf(by, 'test').length === 0,
    filesOf(tester, 'code').length === 0,
  ];
  if (!isBare && !isOnlyTests) return [];
  const apart = { by, tester, code, tests, isInSweep };
  return [
    ...namesInTests(apart),
    ...(isBare && isOnlyTests ? [...definedInCode(apart), ...ownTests(apart)] : []),
  ];
}

function namesInTests(apart: Apart): readonly Found[] {
  const { by, tester, code, tests, isInSweep } = apart;
  const shared: Shared[] = [];
  for (const [name, ones] of by.differs) {
    if (!isName(name)) continue;
    const others = (tester.says.get(name) ?? []).filter((file) => tests.includes(file));
    const homes = ones.filter((file) => code.includes(file));
    const own = meeting(homes, others, isOwnTest);
    const met = own ?? (isInSweep ? null : meeting(homes, others, () => true));
    if (met !== null) shared.push({ name, ...met, files: mostFiles(name, own !== null) });
  }
  return longest(shared).map((one) => ({
    kind: 'test',
    detail: detailOf(apart, one, `both say ${told(one.name)}`),
    ...foundAt(one),
  }));
}

/** A word that is not a put together name has to be rarer. */
function mostFiles(name: string, isOwn: boolean): number {
  if (isOwn) return RARE_IN_OWN_TESTS;
  return isTelling(name) ? RARE : RARE_WORD;
}

/** The tests use a definition that changes, however many others do. */
function definedInCode(apart: Apart): readonly Found[] {
  if (apart.isInSweep) return [];
  for (const one of apart.code)
    for (const definition of one.facts.definitions) {
      const { name, row, text } = definition;
      const used = isName(name)
        ? apart.tester.uses
            .get(name)
            ?.find((each) => linkOf({ definition, home: one, used: each }) !== 'no')
        : undefined;
      if (used === undefined) continue;
      return [
        {
          kind: 'test',
          detail: detailOf(apart, { one, other: used.file }, `the tests use ${told(name)}`),
          places: [placeOf(one, row, text), placeOf(used.file, used.use.row, used.use.text)],
          ...CERTAIN,
        },
      ];
    }
  return [];
}

/** The test of the changed file by its name, or one of a similar name that speaks of the same. */
function ownTests(apart: Apart): readonly Found[] {
  const exact = meeting(
    apart.code,
    apart.tests,
    (one, other) =>
      // Of what is parsed, the tests say by themselves what they use.
      one.facts.language === null && testOf(one.change.path, other.change.path) === 'exact',
  );
  const met = exact ?? meeting(apart.code, apart.tests, isOwnTest);
  if (met === null) return [];
  const words = wordsOf(apart.tests, 'says');
  const both = [...wordsOf(apart.code, 'differs')].filter((word) => words.has(word));
  if (exact === null && both.length < FEWEST_WORDS) return [];
  const [one, other] = [met.one.facts.hunks[0], met.other.facts.hunks[0]];
  return [
    {
      kind: 'test',
      detail: detailOf(apart, met, exact === null ? `both say ${both.slice(0, 3).join(', ')}` : ''),
      places: [
        placeOf(met.one, one?.at ?? null, one?.text),
        placeOf(met.other, other?.at ?? null, other?.text),
      ],
      ...CERTAIN,
    },
  ];
}

const CERTAIN = { binds: true, strength: 9, rare: null } as const;

function detailOf(
  { by, tester }: Apart,
  { one, other }: Pick<Shared, 'one' | 'other'>,
  why: string,
): string {
  const [first, second] = [told(by.branch.branch), told(tester.branch.branch)];
  const apart = `${first} changes ${told(one.change.path)} without tests, ${second} only the tests in ${told(other.change.path)}`;
  return why === '' ? apart : `${apart}: ${why}`;
}

function isOwnTest(home: LookedFile, test: LookedFile): boolean {
  return testOf(home.change.path, test.change.path) !== 'no';
}

const PART = /\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu;

/** Parts of names, without those that stand for nothing in particular. */
function wordsOf(files: readonly LookedFile[], of: 'says' | 'differs'): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { facts } of files)
    for (const hunk of facts.hunks)
      for (const name of hunk[of])
        for (const [part] of name.matchAll(PART)) {
          const word = part.toLowerCase();
          if (word.length >= SHORTEST_WORD && !COMMON.has(word) && !PLAIN.has(word))
            found.add(word);
        }
  return found;
}
