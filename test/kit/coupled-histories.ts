/* oxlint-disable eslint/max-lines -- one list of shapes, read from top to bottom */
/**
 * Histories of many branches in pairs: some coupled by construction, others not though they look alike. Each pair lives in
 * a folder of its own, with words that other pairs use as well.
 */
import { randomFrom } from './random-from.ts';
import type { FunctionShape, Gives, Tongue, Used } from './tongues.ts';

export interface HistoryPair {
  /** What it is an example of: `rename`. */
  readonly shape: string;
  readonly coupled: boolean;
  readonly folder: string;
  readonly a: Changes;
  readonly b: Changes;
}
export type Changes = Readonly<Record<string, string | null>>;

export interface History {
  readonly base: Readonly<Record<string, string>>;
  readonly pairs: readonly HistoryPair[];
}

/** Two that are looked at while building, and others that never are. */
export const VOCABULARIES: Readonly<Record<string, { verbs: string; nouns: string }>> = {
  known: {
    verbs: 'parse render collect measure settle gather resolve encode trim rotate merge count',
    nouns: 'date ledger parcel clock invoice ticket badge route meter basket tariff window',
  },
  held: {
    verbs: 'brew steer quench plough knead whittle ferry solder prune hoist temper sift',
    nouns: 'kettle rudder anvil furrow dough spindle harbour circuit orchard pulley blade gravel',
  },
};

interface Words {
  readonly verb: () => string;
  readonly noun: () => string;
  readonly number: () => number;
}

interface Module {
  name: string;
  uses: Used[];
  parts: Part[];
}
interface Part {
  readonly id: string;
  text: string;
}

export function history(tongue: Tongue, seed: number, vocabulary: string): History {
  const random = randomFrom(seed);
  const base: Record<string, string> = { 'README.md': 'words\n', '.gitignore': 'out\n' };
  if (tongue.id === 'javascript') base['package.json'] = '{ "type": "module" }\n';
  const pairs: HistoryPair[] = [];
  for (const [index, [shape, build]] of Object.entries(SHAPES).entries()) {
    const folder = `part${index + 1}`;
    const world = new World(tongue, folder, wordsOf(vocabulary, random));
    const coupled = !shape.startsWith('not-');
    const built = build(world);
    if (built === null) continue;
    Object.assign(base, built.base);
    pairs.push({ shape, coupled, folder, a: built.a, b: built.b });
  }
  return { base, pairs };
}

/** Each draws from a row of its own, so that no word comes twice in one pair, and most come in several. */
function wordsOf(vocabulary: string, random: () => number): Words {
  const { verbs = '', nouns = '' } = VOCABULARIES[vocabulary] ?? {};
  const shuffled = (text: string): string[] =>
    text
      .split(' ')
      .map((word) => ({ word, at: random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ word }) => word);
  const rows = { verbs: shuffled(verbs), nouns: shuffled(nouns) };
  return {
    verb: () => rows.verbs.pop() ?? 'do',
    noun: () => rows.nouns.pop() ?? 'thing',
    number: () => 2 + Math.floor(random() * 90),
  };
}

/** Three modules: one that others use, one that uses it already, and one that does not yet. */
class World {
  readonly source: Module;
  readonly user: Module;
  readonly other: Module;
  readonly tongue: Tongue;
  readonly folder: string;
  readonly words: Words;
  readonly target: string;
  readonly beside: string;
  readonly existing: string;
  readonly quiet: string;

  constructor(tongue: Tongue, folder: string, words: Words) {
    this.tongue = tongue;
    this.folder = folder;
    this.words = words;
    const verbs = [words.verb(), words.verb(), words.verb(), words.verb(), words.verb()];
    const nouns = [words.noun(), words.noun(), words.noun(), words.noun(), words.noun()];
    const named = (index: number): string => tongue.name(verbs[index] ?? '', nouns[index] ?? '');
    this.target = named(0);
    this.beside = named(1);
    this.existing = named(2);
    this.quiet = named(3);
    this.source = { name: nouns[0] ?? 'one', uses: [], parts: [] };
    this.user = { name: nouns[1] ?? 'two', uses: [], parts: [] };
    this.other = { name: nouns[2] ?? 'three', uses: [], parts: [] };
    this.put(
      this.source,
      this.beside,
      this.padded({ name: this.beside, params: ['size'], result: 'size' }),
    );
    this.put(this.source, this.target, this.targetFn({}));
    this.put(this.source, this.quiet, this.padded({ name: this.quiet, params: [], result: '7' }));
    this.use(this.user, this.source, [this.target]);
    this.put(this.user, this.existing, this.caller(this.existing, this.call(this.target, ['4'])));
    this.put(
      this.other,
      'own',
      this.padded({ name: tongue.name('plain', verbs[4] ?? ''), params: [], result: '3' }),
    );
    this.put(
      this.other,
      'last',
      this.padded({ name: tongue.name('last', nouns[4] ?? ''), params: [], result: '5' }),
    );
  }

  put(module: Module, id: string, text: string): void {
    const known = module.parts.find((part) => part.id === id);
    if (known === undefined) module.parts.push({ id, text });
    else known.text = text;
  }

  use(module: Module, from: Module, names: readonly string[]): void {
    module.uses = [
      ...module.uses.filter((one) => one.module !== from.name),
      { module: from.name, names },
    ];
  }

  call(name: string, args: readonly string[], module = this.source): string {
    return `${this.tongue.ref(module.name, name)}(${args.join(', ')})`;
  }

  /** Long enough that changes in it are told from changes beside it. */
  padded(
    shape: Pick<FunctionShape, 'name' | 'params' | 'result'> & Partial<FunctionShape>,
  ): string {
    const { tongue } = this;
    const filler = Array.from({ length: 7 }, (_, index) =>
      tongue.local(`step${index}`, 'number', index === 0 ? '1' : `step${index - 1} + ${index}`),
    );
    return tongue.fn({ gives: 'number', lines: filler, ...shape });
  }

  targetFn({
    name = this.target,
    params = ['amount'],
    gives = 'number',
    result = 'amount',
  }: {
    name?: string;
    params?: readonly string[];
    gives?: Gives;
    result?: string;
  }): string {
    return this.padded({ name, params, gives, result });
  }

  caller(name: string, call: string, gives: Gives = 'number'): string {
    const { tongue } = this;
    return tongue.fn({
      name,
      params: [],
      gives: 'number',
      lines: [tongue.local('outcome', gives, call), tongue.local('spare', 'number', '1')],
      result: gives === 'number' ? 'outcome' : 'spare',
    });
  }

  text(gives: string): string {
    return this.tongue.id === 'rust' ? `String::from("${gives}")` : `"${gives}"`;
  }

  /** A new function of `other` that calls into `source`. */
  newCaller(call: string, names: readonly string[] = [this.target]): void {
    this.use(this.other, this.source, names);
    this.put(this.other, 'new', this.caller(this.tongue.name('fresh', this.words.verb()), call));
  }

  files(): Record<string, string> {
    const { tongue, folder } = this;
    const files = Object.fromEntries(
      [this.source, this.user, this.other].map((module) => [
        tongue.path(folder, module.name),
        tongue.file(
          folder,
          module.name,
          module.uses,
          module.parts.map(({ text }) => text),
        ),
      ]),
    );
    if (tongue.id === 'rust')
      files[`src/${folder}/mod.rs`] =
        `${[this.source, this.user, this.other].map(({ name }) => `pub mod ${name};`).join('\n\n')}\n`;
    return { ...files, ...this.more };
  }

  more: Record<string, string> = {};
}

interface Built {
  readonly base: Readonly<Record<string, string>>;
  readonly a: Changes;
  readonly b: Changes;
}

/** Runs both changes over the same base and takes down what they did. */
function both(world: World, a: () => void, b: () => void): Built {
  const keep = (): (() => void) => {
    const saved = [world.source, world.user, world.other].map((module) => ({
      module,
      name: module.name,
      uses: [...module.uses],
      parts: module.parts.map((part) => ({ ...part })),
    }));
    const more = { ...world.more };
    return () => {
      for (const { module, name, uses, parts } of saved) {
        module.name = name;
        module.uses = [...uses];
        module.parts = parts.map((part) => ({ ...part }));
      }
      world.more = { ...more };
    };
  };
  const base = world.files();
  const restore = keep();
  a();
  const afterA = world.files();
  restore();
  b();
  const afterB = world.files();
  return { base, a: changesOf(base, afterA), b: changesOf(base, afterB) };
}

function changesOf(
  base: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Changes {
  const changes: Record<string, string | null> = {};
  for (const path of Object.keys(base)) if (!(path in after)) changes[path] = null;
  for (const [path, text] of Object.entries(after)) if (base[path] !== text) changes[path] = text;
  return changes;
}

type Build = (world: World) => Built | null;

/** The target under another name, with the caller that is there. */
function renameTarget(world: World, renamed: string): void {
  world.put(world.source, world.target, world.targetFn({ name: renamed }));
  world.use(world.user, world.source, [renamed]);
  world.put(world.user, world.existing, world.caller(world.existing, world.call(renamed, ['4'])));
}

/** The target with one parameter more, with the caller that is there. */
function widenTarget(world: World): void {
  const params = ['amount', 'extra'];
  world.put(world.source, world.target, world.targetFn({ params, result: 'amount + extra' }));
  const call = world.call(world.target, ['4', '5']);
  world.put(world.user, world.existing, world.caller(world.existing, call));
}

const SHAPES: Readonly<Record<string, Build>> = {
  rename: (world) => {
    const renamed = world.tongue.name(world.words.verb(), 'again');
    return both(
      world,
      () => renameTarget(world, renamed),
      () => world.newCaller(world.call(world.target, ['9'])),
    );
  },
  signature: (world) =>
    both(
      world,
      () => widenTarget(world),
      () => world.newCaller(world.call(world.target, ['9'])),
    ),
  'return-type': (world) =>
    both(
      world,
      () => {
        world.put(
          world.source,
          world.target,
          world.targetFn({ gives: 'text', result: world.text('much') }),
        );
        world.put(
          world.user,
          world.existing,
          world.caller(world.existing, world.call(world.target, ['4']), 'text'),
        );
      },
      () => world.newCaller(world.call(world.target, ['9'])),
    ),
  removed: (world) =>
    both(
      world,
      () => {
        world.source.parts = world.source.parts.filter(({ id }) => id !== world.quiet);
      },
      () => world.newCaller(world.call(world.quiet, []), [world.quiet]),
    ),
  moved: (world) => {
    const name = world.words.noun();
    return both(
      world,
      () => {
        world.source.name = name;
        world.user.uses = [];
        world.use(world.user, world.source, [world.target]);
        world.put(
          world.user,
          world.existing,
          world.caller(world.existing, world.call(world.target, ['4'])),
        );
      },
      () => world.newCaller(world.call(world.target, ['9'])),
    );
  },
  constant: (world) => {
    const limit = world.tongue.name('limit', world.words.noun());
    const ref = world.tongue.ref(world.source.name, limit);
    world.put(world.source, 'limit', world.tongue.constant(limit, 'number', '10'));
    return both(
      world,
      () => world.put(world.source, 'limit', world.tongue.constant(limit, 'text', '"ten"')),
      () => world.newCaller(ref, [limit]),
    );
  },
  contract: (world) => {
    const { tongue, words } = world;
    const contract = tongue.type(words.noun(), 'like');
    const methods = [tongue.name(words.verb(), 'once'), tongue.name(words.verb(), 'twice')];
    const more = [...methods, tongue.name(words.verb(), 'thrice')];
    const survey = tongue.name('survey', words.noun());
    const impl = tongue.type('first', words.noun());
    const late = tongue.type('late', words.noun());
    const write = (list: readonly string[]): void => {
      world.put(world.source, 'contract', tongue.contract(contract, list));
      world.put(world.source, 'survey', tongue.survey(survey, contract, list));
      world.put(
        world.user,
        'impl',
        tongue.implement(impl, { module: world.source.name, contract }, list),
      );
    };
    world.use(world.user, world.source, [world.target, contract]);
    write(methods);
    return both(
      world,
      () => write(more),
      () => {
        world.use(world.other, world.source, [contract, survey]);
        world.put(
          world.other,
          'impl',
          tongue.implement(late, { module: world.source.name, contract }, methods),
        );
        world.put(
          world.other,
          'new',
          world.caller(
            tongue.name('fresh', 'look'),
            tongue.surveyed(tongue.ref(world.source.name, survey), late),
          ),
        );
      },
    );
  },
  method: (world) => {
    const { tongue, words } = world;
    const type = tongue.type(words.noun(), 'box');
    const method = tongue.name(words.verb(), 'inside');
    const shape = (name: string): FunctionShape => ({
      name,
      params: [],
      gives: 'number',
      lines: [],
      result: '1',
    });
    world.put(world.source, 'box', tongue.shaped(type, [shape(method)]));
    return both(
      world,
      () =>
        world.put(
          world.source,
          'box',
          tongue.shaped(type, [shape(tongue.name('turned', method.toLowerCase()))]),
        ),
      () => {
        world.use(world.other, world.source, [type]);
        world.put(
          world.other,
          'new',
          tongue.fn({
            name: tongue.name('fresh', 'box'),
            params: [],
            gives: 'number',
            lines: [
              tongue.object('box', world.source.name, type),
              tongue.local('outcome', 'number', `box.${method}()`),
            ],
            result: 'outcome',
          }),
        );
      },
    );
  },
  'same-lines': (world) =>
    both(
      world,
      () =>
        world.put(
          world.source,
          world.quiet,
          world.padded({ name: world.quiet, params: [], result: '71' }),
        ),
      () =>
        world.put(
          world.source,
          world.quiet,
          world.padded({ name: world.quiet, params: [], result: '72' }),
        ),
    ),
  'same-function': (world) => {
    const { tongue } = world;
    const lines = (first: string, last: string): readonly string[] => [
      tongue.local(first, 'number', '1'),
      ...Array.from({ length: 8 }, (_, index) =>
        tongue.local(`step${index}`, 'number', `${index}`),
      ),
      tongue.local('late', 'number', last),
    ];
    const write = (first: string, last: string): void =>
      world.put(
        world.source,
        'long',
        tongue.fn({
          name: tongue.name('long', 'walk'),
          params: [],
          gives: 'number',
          lines: lines(first, last),
          result: 'late',
        }),
      );
    write('begun', 'step7 + 1');
    return both(
      world,
      () => write('opened', 'step7 + 1'),
      () => write('begun', 'begun + 1'),
    );
  },
  'both-define': (world) => {
    const { tongue } = world;
    if (tongue.id === 'python') return null;
    const twin = tongue.name('twin', world.words.verb());
    return both(
      world,
      () =>
        world.source.parts.splice(1, 0, {
          id: 'twin',
          text: world.padded({ name: twin, params: [], result: '1' }),
        }),
      () =>
        world.source.parts.splice(3, 0, {
          id: 'twin',
          text: world.padded({ name: twin, params: [], result: '2' }),
        }),
    );
  },
  migration: (world) => {
    world.more = {
      [`${world.folder}/migrations/0001_begin.sql`]: 'create table begin_it (id int);\n',
    };
    const add = (name: string): void => {
      world.more = {
        ...world.more,
        [`${world.folder}/migrations/0002_${name}.sql`]: `create table ${name} (id int);\n`,
      };
    };
    return both(
      world,
      () => add(world.words.noun()),
      () => add(world.words.noun()),
    );
  },
  lock: (world) => {
    const lock = (more: string): void => {
      world.more = {
        [`${world.folder}/yarn.lock`]: `alpha@1:\n  version "1"\n${more}zeta@1:\n  version "1"\n`,
      };
    };
    lock('');
    return both(
      world,
      () => lock('beta@1:\n  version "1"\n'),
      () => lock('gamma@1:\n  version "1"\n'),
    );
  },
  test: (world) => {
    const { tongue } = world;
    const value = `${world.words.number()}`;
    world.put(
      world.source,
      world.quiet,
      world.padded({ name: world.quiet, params: [], result: value }),
    );
    const path = tongue.testPath(world.folder, world.source.name);
    const write = (more: readonly string[]): void => {
      const parts = ['begin', ...more].map((name) =>
        tongue.fn({
          name: tongue.name('test', name),
          params: [],
          gives: 'number',
          lines: name === 'begin' ? [] : [tongue.expects(world.call(world.quiet, []), value)],
          result: '0',
        }),
      );
      const uses = [{ module: world.source.name, names: [world.quiet] }];
      world.more = { [path]: testFile(world, uses, parts) };
    };
    write([]);
    return both(
      world,
      () =>
        world.put(
          world.source,
          world.quiet,
          world.padded({ name: world.quiet, params: [], result: `${value}1` }),
        ),
      () => write(['later']),
    );
  },
  'not-common-names': (world) => {
    // Both modules have a function of the same name; one is changed, the other called.
    const { tongue } = world;
    const same = tongue.name('load', world.words.noun());
    world.put(
      world.source,
      'same',
      world.padded({ name: same, params: ['amount'], result: 'amount' }),
    );
    world.put(world.user, 'same', world.padded({ name: same, params: [], result: '1' }));
    return both(
      world,
      () =>
        world.put(
          world.source,
          'same',
          world.padded({ name: same, params: ['amount', 'extra'], result: 'extra' }),
        ),
      () => {
        world.use(world.other, world.user, [same]);
        world.put(
          world.other,
          'new',
          world.caller(tongue.name('fresh', 'load'), world.call(same, [], world.user)),
        );
      },
    );
  },
  'not-far-apart': (world) =>
    both(
      world,
      () =>
        world.put(
          world.source,
          world.beside,
          world.padded({ name: world.beside, params: ['size'], result: 'size + 1' }),
        ),
      () =>
        world.put(
          world.source,
          world.quiet,
          world.padded({ name: world.quiet, params: [], result: '8' }),
        ),
    ),
  'not-helpers': (world) => {
    const { tongue } = world;
    const helper = tongue.name('tidy', world.words.noun());
    const shape = { name: helper, hidden: true, params: ['amount'], result: 'amount' };
    world.put(world.source, 'helper', world.padded(shape));
    world.put(world.other, 'helper', world.padded(shape));
    const inner = /(?:def|func|fn|function|int) (\w+)\(/.exec(world.padded(shape))?.[1] ?? helper;
    return both(
      world,
      () =>
        world.put(
          world.source,
          'helper',
          world.padded({ ...shape, params: ['amount', 'extra'], result: 'extra' }),
        ),
      () =>
        world.put(world.other, 'new', world.caller(tongue.name('fresh', 'tidy'), `${inner}(3)`)),
    );
  },
  'not-comments': (world) => {
    const { tongue } = world;
    const renamed = tongue.name(world.words.verb(), 'again');
    return both(
      world,
      () => renameTarget(world, renamed),
      () =>
        world.put(
          world.other,
          'new',
          `${tongue.comment(`Not what ${world.target} does.`)}\n${world.padded({ name: tongue.name('fresh', 'note'), params: [], result: '2' })}`,
        ),
    );
  },
  'not-strings': (world) => {
    const { tongue } = world;
    return both(
      world,
      () => widenTarget(world),
      () => {
        world.put(
          world.other,
          'new',
          tongue.fn({
            name: tongue.name('fresh', 'label'),
            params: [],
            gives: 'number',
            lines: [
              tongue.local('label', 'text', world.text(`see ${world.target}(3)`)),
              tongue.local('spare', 'number', '1'),
            ],
            result: 'spare',
          }),
        );
      },
    );
  },
  'not-neighbour': (world) =>
    both(
      world,
      () => world.put(world.source, world.target, world.targetFn({ result: 'amount + 1' })),
      () => world.newCaller(world.call(world.quiet, []), [world.quiet]),
    ),
  'not-methods': (world) => {
    const { tongue, words } = world;
    const one = tongue.type(words.noun(), 'box');
    const two = tongue.type(words.noun(), 'crate');
    const method = tongue.name(words.verb(), 'inside');
    const shape = (params: readonly string[]): FunctionShape => ({
      name: method,
      params,
      gives: 'number',
      lines: [],
      result: '1',
    });
    world.put(world.source, 'box', tongue.shaped(one, [shape([])]));
    world.put(world.user, 'crate', tongue.shaped(two, [shape([])]));
    return both(
      world,
      () => world.put(world.source, 'box', tongue.shaped(one, [shape(['amount'])])),
      () => {
        world.use(world.other, world.user, [two]);
        world.put(
          world.other,
          'new',
          tongue.fn({
            name: tongue.name('fresh', 'crate'),
            params: [],
            gives: 'number',
            lines: [
              tongue.object('crate', world.user.name, two),
              tongue.local('outcome', 'number', `crate.${method}()`),
            ],
            result: 'outcome',
          }),
        );
      },
    );
  },
  'not-locals': (world) => {
    const { tongue } = world;
    const name = tongue.name('total', world.words.noun());
    const local = tongue.id === 'go' ? name.slice(0, 1).toLowerCase() + name.slice(1) : name;
    world.put(world.source, 'total', world.padded({ name, params: [], result: '1' }));
    return both(
      world,
      () => {
        world.source.parts = world.source.parts.filter(({ id }) => id !== 'total');
      },
      () =>
        world.put(
          world.other,
          'new',
          tongue.fn({
            name: tongue.name('fresh', 'sum'),
            params: [],
            gives: 'number',
            lines: [tongue.local(local, 'number', '2')],
            result: local,
          }),
        ),
    );
  },
  'not-test': (world) => {
    // The test of one function, and a change of another of the same module.
    const { tongue } = world;
    const path = tongue.testPath(world.folder, world.source.name);
    const write = (more: readonly string[]): void => {
      const parts = ['begin', ...more].map((name) =>
        tongue.fn({
          name: tongue.name('test', name),
          params: [],
          gives: 'number',
          lines: name === 'begin' ? [] : [tongue.expects(world.call(world.quiet, []), '7')],
          result: '0',
        }),
      );
      world.more = {
        [path]: testFile(world, [{ module: world.source.name, names: [world.quiet] }], parts),
      };
    };
    write([]);
    return both(
      world,
      () => world.put(world.source, world.target, world.targetFn({ result: 'amount + 2' })),
      () => write(['later']),
    );
  },
};

function testFile(world: World, uses: readonly Used[], parts: readonly string[]): string {
  const { tongue, folder } = world;
  const name = world.source.name;
  const text = tongue.file(folder, tongue.id === 'go' ? `${name}_test` : name, uses, parts);
  const plain =
    tongue.id === 'java' ? text.replace(/public class (\w+)/, 'public class $1Test') : text;
  return tongue.id === 'typescript'
    ? `${plain}declare function expects(one: number, other: number): void;\n`
    : plain;
}
