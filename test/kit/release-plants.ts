/** Errors that release notes really have, put one at a time into a history that has none. */
import { INVENTED_ENTRIES, PRODUCT_CHANGES, type ProductChange } from './release-changes.ts';
import {
  entryLine,
  subjectOf,
  type CommitStyle,
  type HistoryRelease,
  type NotedChange,
  type NotesForm,
  type ReleaseHistory,
} from './release-history.ts';

export interface Expected {
  /** Entries, by their words. */
  readonly unbacked?: readonly string[];
  /** Commits, by their subjects. */
  readonly unmentioned?: readonly string[];
  readonly problems?: readonly string[];
}

export interface Plant {
  readonly name: string;
  readonly history: ReleaseHistory;
  readonly expected: Expected;
  /** What the same error also makes true. */
  readonly also: Expected;
}

/** Numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function soundHistory(style: CommitStyle, form: NotesForm, seed: number): ReleaseHistory {
  const random = seeded(seed);
  const take = (type: ProductChange['type']): ((count: number) => NotedChange[]) => {
    const rest = PRODUCT_CHANGES.filter((change) => change.type === type)
      .map((change) => ({ change, rank: random() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ change }) => change);
    return (count) => rest.splice(0, count).map((change) => ({ ...change, number: number() }));
  };
  let last = 100;
  const number = (): number => (last += 1 + Math.floor(random() * 3));
  const [feat, fix, perf] = [take('feat'), take('fix'), take('perf')];
  const release = (
    version: string,
    day: string,
    changes: readonly NotedChange[],
  ): HistoryRelease => ({
    heading: version,
    version,
    date: day,
    day,
    changes,
  });
  return {
    style,
    form,
    releases: [
      release('1.0.0', '2026-01-10', [...feat(3), ...fix(2)]),
      release('1.1.0', '2026-02-14', [...feat(3), ...fix(3)]),
      release('1.1.1', '2026-03-01', [...fix(3)]),
      release('1.2.0', '2026-04-05', [...feat(5), ...fix(5), ...perf(3)]),
    ],
  };
}

/** Every plant that this style and form of notes can have. */
export function plantsFor(sound: ReleaseHistory, seed: number): readonly Plant[] {
  const { style, form } = sound;
  const random = seeded(seed + 77);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new TypeError('nothing to pick from');
    return item;
  };
  const newest = lastOf(sound);
  const feature = pick(newest.changes.filter(({ type }) => type === 'feat'));
  const repair = pick(newest.changes.filter(({ type }) => type === 'fix'));
  const inventions = [0, 1, 2].map(() => pick(INVENTED_ENTRIES));
  const context = { sound, feature, repair };
  return [
    ...[...new Set(inventions)].map((text) => invented(sound, text)),
    ...untold(context),
    reverted(context),
    opposite(sound),
    ...breaking(context),
    ...breakingInBody(context),
    ...falseWords(context, inventions[0] ?? ''),
    ...(form === 'changesets' ? [] : [...versions(context), ...dates(sound)]),
    ...(form === 'keep-a-changelog' || form === 'headings' ? layout(context) : []),
    ...(form === 'changesets' ? [] : [copied(sound, feature)]),
  ].map((plant) => ({ ...plant, name: `${style}, ${form}: ${plant.name}` }));
}

interface Context {
  readonly sound: ReleaseHistory;
  readonly feature: NotedChange;
  readonly repair: NotedChange;
}

function invented(sound: ReleaseHistory, text: string): Plant {
  const change: NotedChange = {
    type: 'feat',
    scope: 'none',
    commit: '',
    entry: text,
    path: '',
    code: '',
    number: 999,
    invented: true,
  };
  return {
    name: `invented entry "${text}"`,
    history: withNewest(sound, (release) => ({
      ...release,
      changes: [...release.changes, change],
    })),
    expected: { unbacked: [text] },
    also: {},
  };
}

function untold({ sound, feature, repair }: Context): readonly Plant[] {
  return [feature, repair].map((change) => ({
    name: `no entry for "${change.commit}"`,
    history: withChange(sound, change, { untold: true }),
    expected: { unmentioned: [subjectOf(change, sound.style)] },
    also: {},
  }));
}

function reverted({ sound, repair }: Context): Plant {
  return {
    name: `entry of a change that was taken back, "${repair.commit}"`,
    history: withChange(sound, repair, { reverted: true }),
    expected: { unbacked: [repair.entry] },
    also: {},
  };
}

function opposite(sound: ReleaseHistory): Plant {
  const change: NotedChange = {
    type: 'feat',
    scope: 'bridge',
    commit: 'remove the bridge for SOAP services',
    entry: 'Added a bridge for SOAP services',
    path: 'src/bridge/soap.js',
    code: 'export const soapBridge = null;',
    number: 998,
  };
  // Numbers would tie the two; here only words can.
  const style = sound.style === 'squash' || sound.style === 'merge' ? 'free' : sound.style;
  const history = withNewest({ ...sound, style }, (release) => ({
    ...release,
    changes: [...release.changes, change],
  }));
  return {
    name: 'entry that says the opposite',
    history,
    expected: { unbacked: [change.entry] },
    also: { unmentioned: [subjectOf(change, style)] },
  };
}

function breaking({ sound, feature }: Context): readonly Plant[] {
  const broken = { breaking: 'the old call is gone' };
  const major = (history: ReleaseHistory): ReleaseHistory =>
    withNewest(history, (release) => ({ ...release, heading: '2.0.0', version: '2.0.0' }));
  const subject = subjectOf({ ...feature, ...broken }, sound.style);
  const plants: readonly Plant[] = [
    {
      name: 'breaking change that its entry does not call so',
      history: major(withChange(sound, feature, broken)),
      expected: { problems: ['breaking-unmarked'] },
      also: {},
    },
    {
      name: 'breaking change that no entry mentions',
      history: major(withChange(sound, feature, { ...broken, untold: true })),
      expected: { problems: ['breaking-unmarked'] },
      also: { unmentioned: [subject] },
    },
  ];
  if (sound.form === 'changesets') return plants;
  return [
    ...plants,
    {
      name: 'breaking change in a minor version',
      history: withChange(sound, feature, { ...broken, marked: true }),
      expected: { problems: ['version-too-small'] },
      also: {},
    },
  ];
}

/** Sentences that commits really have, none with a mark in the subject. */
const SAYS = [
  'This is a breaking change: callers have to pass the new argument.',
  'Note that this is a backwards incompatible change for all plugins.',
];

function breakingInBody({ sound, feature, repair }: Context): readonly Plant[] {
  return SAYS.map((says, index) => {
    const change = index === 0 ? feature : repair;
    const changed = withChange(sound, change, { says });
    return {
      name: `breaking change that only the body tells, "${says}"`,
      history: withNewest(changed, (release) => ({
        ...release,
        heading: '2.0.0',
        version: '2.0.0',
      })),
      expected: { problems: ['breaking-unmarked'] },
      also: {},
    };
  });
}

/** The number of a pull request ties the two; only their words tell that the entry is false. */
function falseWords({ sound }: Context, text: string): readonly Plant[] {
  const numbered = lastOf(sound).changes.filter(
    (change) => change.type === 'feat' && entryLine(change, sound.style).includes('(#'),
  );
  return numbered.slice(0, 2).map((change) => ({
    name: `words that are not about its number, "${change.entry}"`,
    history: withChange(sound, change, { entry: text }),
    expected: { problems: ['entry-differs'] },
    also: {},
  }));
}

function versions({ sound }: Context): readonly Plant[] {
  const { style, form } = sound;
  const tellsFeatures = style === 'conventional' || form !== 'headings';
  const all = lastOf(sound).changes.map((change) => subjectOf(change, style));
  const plants: readonly Plant[] = [
    {
      name: 'heading with another version than the tag',
      history: withNewest(sound, (release) => ({ ...release, heading: '1.3.0' })),
      expected: { problems: ['version-mismatch'] },
      also: {},
    },
    {
      name: 'release without a heading',
      history: withNewest(sound, (release) => ({ ...release, heading: null })),
      expected: { problems: ['version-missing'] },
      also: { unmentioned: all },
    },
  ];
  if (!tellsFeatures) return plants;
  return [
    ...plants,
    {
      name: 'features in a patch version',
      history: withNewest(sound, (release) => ({ ...release, heading: '1.1.2', version: '1.1.2' })),
      expected: { problems: ['version-too-small'] },
      also: {},
    },
  ];
}

function dates(sound: ReleaseHistory): readonly Plant[] {
  const dated = (name: string, date: string | null, code: string): Plant => ({
    name,
    history: withNewest(sound, (release) => ({ ...release, date })),
    expected: { problems: [code] },
    also: {},
  });
  return [
    dated('last year in a date', '2025-04-05', 'date-wrong'),
    dated('date before the release before', '2026-02-20', 'date-wrong'),
    dated('date in the future', '2026-06-01', 'date-wrong'),
    dated('day and month swapped', '2026-05-04', 'date-wrong'),
    ...(sound.form === 'github'
      ? []
      : [dated('day that no calendar has', '2026-04-31', 'date-wrong')]),
    dated('no date', null, 'date-missing'),
  ];
}

function layout({ sound }: Context): readonly Plant[] {
  const heading = sound.form === 'headings' ? /^(?=\d+\.\d+\.\d+ \/ )/m : /^(?=## \[\d)/m;
  return [
    {
      name: 'releases out of order',
      history: {
        ...sound,
        edit: (notes) => {
          const [top = '', newest = '', before = '', ...rest] = notes.split(heading);
          return [top, before, `${newest.trimEnd()}\n\n`, ...rest].join('');
        },
      },
      expected: { problems: ['version-order'] },
      also: {},
    },
    {
      name: 'one version twice',
      history: {
        ...sound,
        edit: (notes) => {
          const [top = '', newest = '', ...rest] = notes.split(heading);
          const head = newest.split('\n').slice(0, 2).join('\n');
          const again = sound.form === 'headings' ? `${head}\n\n` : `${head}\n### Fixed\n\n`;
          return [
            top,
            `${again}${sound.form === 'headings' ? ' *' : '-'} Various small fixes\n\n`,
            newest,
            ...rest,
          ].join('');
        },
      },
      expected: { problems: ['duplicate-version'] },
      also: {},
    },
  ];
}

function copied(sound: ReleaseHistory, change: NotedChange): Plant {
  return {
    name: `entry that is there twice, "${change.entry}"`,
    history: withNewest(sound, (release) => ({
      ...release,
      changes: [...release.changes, { ...change, copied: true }],
    })),
    expected: { problems: ['duplicate-entry'] },
    also: {},
  };
}

function lastOf(history: ReleaseHistory): HistoryRelease {
  const release = history.releases.at(-1);
  if (release === undefined) throw new TypeError('a history without releases');
  return release;
}

function withNewest(
  history: ReleaseHistory,
  change: (release: HistoryRelease) => HistoryRelease,
): ReleaseHistory {
  return { ...history, releases: [...history.releases.slice(0, -1), change(lastOf(history))] };
}

function withChange(
  history: ReleaseHistory,
  which: NotedChange,
  how: Partial<NotedChange>,
): ReleaseHistory {
  return withNewest(history, (release) => ({
    ...release,
    changes: release.changes.map((change) => (change === which ? { ...change, ...how } : change)),
  }));
}
