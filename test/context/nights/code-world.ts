/**
 * A repository that changes from night to night, and the truth about the notes in it: which there are, where, and what
 * happened to each. It draws everything from one seed and asks nothing of the product.
 */
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { seededRandom } from '../../kit/todo-history.ts';

export interface TrueNote {
  readonly id: number;
  readonly marker: string;
  text: string;
  /** What happened to it in the day before this night; at most one thing. */
  today: 'added' | 'moved' | 'reworded' | 'removed' | 'returned' | null;
  alive: boolean;
}

interface Func {
  name: string;
  lines: (string | TrueNote)[];
}

interface SourceFile {
  path: string;
  readonly functions: Func[];
}

export interface CodeWorld {
  readonly repo: GitRepo;
  readonly random: () => number;
  /** All there ever were. */
  readonly notes: readonly TrueNote[];
  /** Changes the files by some steps and commits them. */
  day(date: string, steps: number): void;
  /** `path:line` of each note that is there. */
  places(): ReadonlyMap<string, TrueNote>;
}

const VERBS =
  'drop replace split cache guard rename merge verify trim batch encode retry flush measure'.split(
    ' ',
  );
const THINGS =
  `parser cursor socket ledger invoice cart region banner queue buffer widget folder printer basket coupon meter
  profile avatar compass harbour lantern orchard pepper quarry saddle tunnel velvet walnut anchor bridge candle
  dolphin engine falcon garden hammer island jungle kettle ladder magnet needle oyster pencil ribbon shovel temple`.split(
    /\s+/,
  );
const WHENS = 'before after once unless because whenever'.split(' ');
const KINDS =
  'shared legacy remote local nested sorted signed frozen hidden public stale remaining'.split(' ');

export function codeWorld(seed: number): CodeWorld {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new TypeError('nothing to pick from');
    return one;
  };
  const repo = gitRepo();
  const notes: TrueNote[] = [];
  const graveyard: { note: TrueNote; file: SourceFile; func: Func }[] = [];
  let counter = 0;
  const name = (): string =>
    `${pick(VERBS)}${pick(THINGS).replace(/^./, (one) => one.toUpperCase())}${(counter += 1)}`;
  const phrase = (): string =>
    `${pick(VERBS)} the ${pick(KINDS)} ${pick(THINGS)} ${pick(WHENS)} the ${pick(THINGS)} and ${pick(THINGS)} ${pick(VERBS)}`;
  const func = (): Func => ({
    name: name(),
    lines: Array.from({ length: 3 + Math.floor(random() * 4) }, () => codeLine()),
  });
  const codeLine = (): string => `  const v${(counter += 1)} = ${Math.floor(random() * 1e6)};`;
  const files: SourceFile[] = Array.from({ length: 6 }, (_one, at) => ({
    path: `src/${pick(THINGS)}-${at}.ts`,
    functions: [func(), func()],
  }));
  const everyFunc = (): { file: SourceFile; func: Func }[] =>
    files.flatMap((file) => file.functions.map((one) => ({ file, func: one })));
  const home = (note: TrueNote): { file: SourceFile; func: Func } => {
    const found = everyFunc().find((one) => one.func.lines.includes(note));
    if (found === undefined) throw new TypeError(`no place of ${note.text}`);
    return found;
  };
  const put = (one: Func, note: TrueNote): void => {
    one.lines.splice(Math.floor(random() * (one.lines.length + 1)), 0, note);
  };
  const take = (one: Func, note: TrueNote): void => {
    one.lines.splice(one.lines.indexOf(note), 1);
  };
  const idle = (): TrueNote[] => notes.filter(({ alive, today }) => alive && today === null);

  const add = (): void => {
    const note: TrueNote = {
      id: notes.length,
      marker: pick(['TODO', 'FIXME', 'HACK']),
      text: phrase(),
      today: 'added',
      alive: true,
    };
    notes.push(note);
    put(pick(everyFunc()).func, note);
  };
  const withIdle = (act: (note: TrueNote) => void): void => {
    const candidates = idle();
    if (candidates.length > 0) act(pick(candidates));
  };
  const steps: readonly (() => void)[] = [
    add,
    add,
    // Code above it comes and goes.
    () => {
      const one = pick(everyFunc()).func;
      one.lines.unshift(codeLine(), codeLine());
    },
    // It moves inside its function.
    () =>
      withIdle((note) => {
        const { func: one } = home(note);
        take(one, note);
        put(one, note);
      }),
    // Into another function, into another file.
    () =>
      withIdle((note) => {
        const from = home(note);
        const to = pick(everyFunc());
        if (to.func === from.func) return;
        take(from.func, note);
        put(to.func, note);
        note.today = 'moved';
      }),
    // Its file is renamed with all that is in it, if nothing else happened there.
    () => {
      const file = pick(files);
      const inside = file.functions.flatMap(({ lines }) =>
        lines.filter((line) => typeof line !== 'string'),
      );
      if (inside.some(({ today }) => today !== null)) return;
      file.path =
        random() < 0.5
          ? `lib/${file.path.split('/').at(-1)}`
          : `src/${pick(THINGS)}-${(counter += 1)}.ts`;
      for (const note of inside) note.today = 'moved';
    },
    () => withIdle((note) => reword(note)),
    () => withIdle((note) => reword(note)),
    () =>
      withIdle((note) => {
        const { file, func: one } = home(note);
        take(one, note);
        note.alive = false;
        note.today = 'removed';
        graveyard.push({ note, file, func: one });
      }),
    () => {
      const at = graveyard.findIndex(({ note }) => note.today === null);
      const [back] = at === -1 ? [] : graveyard.splice(at, 1);
      if (back === undefined) return;
      put(back.func, back.note);
      back.note.alive = true;
      back.note.today = 'returned';
    },
    // The function around it has another name, and stays where it is.
    () => {
      const one = pick(everyFunc()).func;
      const inside = one.lines.filter((line) => typeof line !== 'string');
      if (inside.some(({ today }) => today !== null)) return;
      one.name = name();
      for (const note of inside) note.today = 'moved';
    },
  ];

  const reword = (note: TrueNote): void => {
    const words = note.text.split(' ');
    const at = Math.floor(random() * words.length);
    const kind = Math.floor(random() * 4);
    if (kind === 0) words.splice(at, 0, pick(KINDS));
    else if (kind === 1) words.splice(at, 1);
    else if (kind === 2) words[at] = pick(THINGS);
    else words.push('when', 'the', pick(THINGS), 'allows');
    note.text = words.join(' ');
    note.today = 'reworded';
  };

  const render = (file: SourceFile): { text: string; notes: Map<number, TrueNote> } => {
    const lines: string[] = [];
    const places = new Map<number, TrueNote>();
    for (const one of file.functions) {
      lines.push(`export function ${one.name}() {`);
      for (const line of one.lines) {
        lines.push(typeof line === 'string' ? line : `  // ${line.marker}: ${line.text}`);
        if (typeof line !== 'string') places.set(lines.length, line);
      }
      lines.push('}', '');
    }
    return { text: lines.join('\n'), notes: places };
  };

  let written: readonly string[] = [];
  const store = (date: string): void => {
    const content = Object.fromEntries(files.map((file) => [file.path, render(file).text]));
    const gone = written.filter((path) => !(path in content)).map((path) => [path, null] as const);
    repo.commit({
      files: { ...Object.fromEntries(gone), ...content },
      date,
      message: 'a day of work',
    });
    written = Object.keys(content);
  };

  for (let count = 0; count < 12; count += 1) add();
  return {
    repo,
    random,
    notes,
    day: (date, count) => {
      if (written.length > 0) for (const note of notes) note.today = null;
      for (let step = 0; step < count; step += 1) pick(steps)();
      store(date);
    },
    places: () =>
      new Map(
        files.flatMap((file) =>
          [...render(file).notes].map(([line, note]) => [`${file.path}:${line}`, note] as const),
        ),
      ),
  };
}
