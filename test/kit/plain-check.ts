/**
 * Whether the small programs of the coupled histories hold together. JavaScript and Python run; TypeScript is compiled; the
 * names of Go, Rust and Java are resolved line by line with regular expressions, knowing only the forms that the histories
 * are written in: nothing here is shared with what is tested, and no compiler of theirs has to be on the machine.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export type Files = Readonly<Record<string, string>>;

/** By key of the states: what is wrong, empty where nothing is. */
export function checkStates(
  id: string,
  states: ReadonlyMap<string, Files>,
  folder: string,
): ReadonlyMap<string, readonly string[]> {
  const keys = [...states.keys()];
  for (const key of keys)
    for (const [path, text] of Object.entries(states.get(key) ?? {})) {
      const target = join(folder, key, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  const run =
    id === 'javascript'
      ? ranByNode(folder, keys)
      : id === 'python'
        ? ranByPython(folder, keys)
        : id === 'typescript'
          ? compiled(folder)
          : null;
  return new Map(
    keys.map((key) => {
      const files = states.get(key) ?? {};
      const own =
        run === null
          ? plainProblems(files, id)
          : id === 'typescript'
            ? [...(run.get(key) ?? []), ...expectations(files)]
            : (run.get(key) ?? []);
      return [key, [...own, ...numberedTwice(files)]];
    }),
  );
}

export function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

const NODE_CHECK = `
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
const [root, ...keys] = process.argv.slice(2);
const files = (at) => readdirSync(at, { withFileTypes: true }).flatMap((one) => one.isDirectory() ? files(join(at, one.name)) : [join(at, one.name)]);
for (const key of keys) {
  try {
    for (const file of files(join(root, key)).filter((one) => one.endsWith('.js'))) {
      const found = await import(pathToFileURL(file).href);
      for (const [, value] of Object.entries(found))
        if (typeof value === 'function' && value.length === 0 && !/^class/.test(String(value))) value();
    }
  } catch (error) { console.log(key + '\\t' + String(error).split('\\n')[0]); }
}`;

function ranByNode(folder: string, keys: readonly string[]): Map<string, string[]> {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'check.mjs'), NODE_CHECK);
  return byKey(
    execFileSync(process.execPath, [join(folder, 'check.mjs'), folder, ...keys], {
      encoding: 'utf8',
    }),
  );
}

const PYTHON_CHECK = `
import importlib, inspect, os, sys
root, keys = sys.argv[1], sys.argv[2:]
sys.dont_write_bytecode = True
for key in keys:
    for name in [n for n in sys.modules if n == 'app' or n.startswith('app.')]:
        del sys.modules[name]
    sys.path.insert(0, os.path.join(root, key))
    importlib.invalidate_caches()
    try:
        for at, _, names in os.walk(os.path.join(root, key)):
            for name in names:
                if not name.endswith('.py'): continue
                path = os.path.relpath(os.path.join(at, name), os.path.join(root, key))[:-3]
                module = importlib.import_module(path.replace(os.sep, '.'))
                for value in vars(module).values():
                    if inspect.isfunction(value) and not inspect.signature(value).parameters: value()
    except BaseException as error:
        print(key + '\\t' + repr(error)[:200])
    sys.path.pop(0)
`;

function ranByPython(folder: string, keys: readonly string[]): Map<string, string[]> {
  writeFileSync(join(folder, 'check.py'), PYTHON_CHECK);
  return byKey(
    execFileSync('python3', [join(folder, 'check.py'), folder, ...keys], { encoding: 'utf8' }),
  );
}

function compiled(folder: string): Map<string, string[]> {
  const program = resolve('node_modules/typescript/bin/tsc');
  const settings = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    allowImportingTsExtensions: true,
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, include: ['**/*.ts'] }),
  );
  const { stdout } = spawnSync(process.execPath, [program, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: 50_000_000,
  });
  return byKey(stdout.replaceAll(/^([^/\n]+)\//gm, '$1\t'));
}

function byKey(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const cut = line.indexOf('\t');
    if (cut > 0)
      found.set(line.slice(0, cut), [
        ...(found.get(line.slice(0, cut)) ?? []),
        line.slice(cut + 1),
      ]);
  }
  return found;
}

function numberedTwice(files: Files): readonly string[] {
  const numbers = Object.keys(files).flatMap(
    (path) => /^(.*\/migrations\/\d+)_/.exec(path)?.[1] ?? [],
  );
  return numbers.length === new Set(numbers).size ? [] : ['a migration number comes twice'];
}

interface Defined {
  readonly name: string;
  readonly module: string;
  readonly params: readonly string[];
  readonly gives: string;
  readonly body: string;
}

interface Forms {
  readonly module: (path: string) => string;
  readonly functions: RegExp;
  readonly constants: RegExp;
  /** `name` and `members`; `of` where it says what it implements. */
  readonly contracts: RegExp;
  readonly types: RegExp;
  readonly methods: RegExp;
  readonly locals: RegExp;
}

const base = (path: string): string => /([^/]+)\.\w+$/.exec(path)?.[1] ?? path;

const FORMS: Readonly<Record<string, Forms>> = {
  go: {
    module: base,
    functions:
      /^func (?<name>\w+)\((?<params>[^)]*)\) (?<gives>int|string) \{\n(?<body>[^]*?)^\}/gm,
    constants: /^const (?<name>\w+) (?<gives>int|string)/gm,
    contracts: /^type (?<name>\w+) interface \{(?<members>[^}]*)\}/gm,
    types: /^type (?<name>\w+) struct\{\}/gm,
    methods: /^func \(it (?<type>\w+)\) (?<name>\w+)\((?<params>[^)]*)\)/gm,
    locals: /\bvar (?<name>\w+) (?:\w+\.)?(?<gives>\w+) = (?<value>.*)/g,
  },
  rust: {
    module: base,
    functions:
      /^(?:pub )?fn (?<name>\w+)\((?<params>[^)]*)\) -> (?<gives>i64|String) \{\n(?<body>[^]*?)^\}/gm,
    constants: /^pub const (?<name>\w+): (?<gives>i64|&str)/gm,
    contracts: /^pub trait (?<name>\w+) \{(?<members>[^}]*)\}/gm,
    types: /^pub struct (?<name>\w+);/gm,
    methods: /^impl (?:\w+ for )?(?<type>\w+) \{(?<members>[^]*?)^\}/gm,
    locals: /\blet (?:mut )?(?<name>\w+): (?<gives>\w+) = (?<value>.*);/g,
  },
  java: {
    module: (path) => base(path).slice(0, 1).toLowerCase() + base(path).slice(1),
    functions:
      /^ {2}(?:public|private) static (?<gives>int|String) (?<name>\w+)\((?<params>[^)]*)\) \{\n(?<body>[^]*?)^ {2}\}/gm,
    constants: /^ {2}public static final (?<gives>int|String) (?<name>\w+)/gm,
    contracts: /^ {2}public interface (?<name>\w+) \{(?<members>[^}]*)\}/gm,
    types: /^ {2}public static class (?<name>\w+)/gm,
    methods: /^ {2}public static class (?<type>\w+)[^{]*\{(?<members>[^]*?)^ {2}\}/gm,
    locals: /\b(?:\w+\.)?(?<gives>\w+) (?<name>\w+) = (?<value>.*);/g,
  },
};

const KNOWN = new Set(
  'let mut var return new int string String i64 from assert_eq expects self it thing public static'.split(
    ' ',
  ),
);

export function plainProblems(files: Files, id: string): readonly string[] {
  const forms = FORMS[id];
  if (forms === undefined) return [];
  const texts = Object.entries(files)
    .filter(([path]) => /\.(?:go|rs|java)$/.test(path) && !path.endsWith('mod.rs'))
    .map(([path, text]) => ({
      module: forms.module(path),
      text: text.replaceAll(/\/\/.*/g, '').replaceAll(/"[^"\n]*"/g, '""'),
      whole: text,
    }));
  const problems: string[] = [];
  const functions = texts.flatMap(({ module, text }) =>
    [...text.matchAll(forms.functions)].map(({ groups }) => definedOf(module, groups)),
  );
  const constants = texts.flatMap(({ module, text }) =>
    [...text.matchAll(forms.constants)].map(({ groups }) => ({
      module,
      name: groups?.['name'] ?? '',
      gives: groups?.['gives'] ?? '',
    })),
  );
  const types = texts.flatMap(({ module, text }) =>
    [...text.matchAll(forms.types), ...text.matchAll(forms.contracts)].map(({ groups }) => ({
      module,
      name: groups?.['name'] ?? '',
    })),
  );
  const methods = texts.flatMap(({ text }) => methodsOf(text, forms));
  const all = [...functions, ...constants, ...types];
  for (const one of functions)
    if (
      functions.filter(({ name, module }) => name === one.name && module === one.module).length > 1
    )
      problems.push(`${one.name} comes twice`);
  for (const { whole, text, module } of texts) {
    const imports = importsOf(whole, id);
    for (const { module: from, names } of imports) {
      if (!texts.some((one) => one.module === from))
        problems.push(`${module} imports ${from}, which is not there`);
      for (const name of names)
        if (!all.some((one) => one.module === from && one.name === name))
          problems.push(`${from} has no ${name}`);
    }
    for (const match of text.matchAll(
      /(?:var _ \w+\.(\w+) = (\w+)\{|^impl (\w+) for (\w+)|class (\w+) implements \w+\.(\w+))/gm,
    )) {
      const contract = match[1] ?? match[3] ?? match[6] ?? '';
      const type = match[2] ?? match[4] ?? match[5] ?? '';
      for (const one of texts.flatMap((other) => contractOf(other.text, contract, forms)))
        if (!methods.some((method) => method.type === type && method.name === one))
          problems.push(`${type} lacks ${one}`);
    }
    const own = functions.filter((one) => one.module === module);
    for (const one of own)
      problems.push(
        ...wordsOf(one, { imports, functions, constants, types, methods, forms, module }),
      );
  }
  return [...problems, ...expectations(files)];
}

interface Around {
  readonly imports: readonly { readonly module: string; readonly names: readonly string[] }[];
  readonly functions: readonly Defined[];
  readonly constants: readonly {
    readonly module: string;
    readonly name: string;
    readonly gives: string;
  }[];
  readonly types: readonly { readonly module: string; readonly name: string }[];
  readonly methods: readonly {
    readonly type: string;
    readonly name: string;
    readonly arity: number;
  }[];
  readonly forms: Forms;
  readonly module: string;
}

function wordsOf(one: Defined, around: Around): readonly string[] {
  const { imports, functions, constants, types, methods, forms, module } = around;
  const problems: string[] = [];
  const locals = [...one.body.matchAll(forms.locals)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    gives: groups?.['gives'] ?? '',
    value: groups?.['value'] ?? '',
  }));
  const declared = new Set([...locals.map(({ name }) => name), ...one.params]);
  const sourceOf = (qualifier: string | undefined, name: string): string | null => {
    if (qualifier !== undefined) {
      const plain = qualifier.slice(0, 1).toLowerCase() + qualifier.slice(1);
      return imports.some((each) => each.module === plain) || plain === module ? plain : null;
    }
    return imports.find(({ names }) => names.includes(name))?.module ?? module;
  };
  for (const match of one.body.matchAll(/(?:\b(\w+)(?:\.|::))?\b([A-Za-z_]\w*)(\()?/g)) {
    const [, qualifier, name = '', opens] = match;
    if (KNOWN.has(name) || KNOWN.has(qualifier ?? '')) continue;
    if (qualifier === undefined && declared.has(name)) continue;
    const local = locals.find((each) => each.name === qualifier);
    const args = opens === undefined ? null : countArgs(one.body, match.index + match[0].length);
    if (local !== undefined) {
      if (
        !methods.some(
          (each) => each.type === local.gives && each.name === name && each.arity === args,
        )
      )
        problems.push(`${local.gives} has no ${name} of ${args}`);
      continue;
    }
    if (qualifier !== undefined && declared.has(qualifier)) continue;
    const from = sourceOf(qualifier, name);
    const found = functions.find((each) => each.module === from && each.name === name);
    if (found !== undefined) {
      if (args !== null && args !== found.params.length)
        problems.push(`${name} takes ${found.params.length}, not ${args}`);
    } else if (
      ![...constants, ...types].some((each) => each.module === from && each.name === name) &&
      !types.some((each) => each.name === name && each.module === module)
    )
      if (!imports.some((each) => each.module === name.toLowerCase()))
        problems.push(`${one.name} speaks of ${name}, which is nowhere`);
  }
  for (const { gives, value } of locals) {
    const ref = /^(?:(\w+)(?:\.|::))?(\w+)(?:\(.*\))?$/.exec(value.replace(/\.$/, ''));
    const from = ref === null ? null : sourceOf(ref[1], ref[2] ?? '');
    const found = [...functions, ...constants].find(
      (each) => each.module === from && each.name === ref?.[2],
    );
    if (found !== undefined && !declared.has(found.name) && found.gives !== gives)
      problems.push(`${found.name} gives ${found.gives}, not ${gives}`);
  }
  return problems;
}

function definedOf(module: string, groups: Record<string, string> | undefined): Defined {
  const { name = '', params = '', gives = '', body = '' } = groups ?? {};
  return { module, name, gives, body, params: paramsOf(params) };
}

function paramsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '&self')
    .map(
      (part) =>
        /^(\w+):/.exec(part)?.[1] ??
        (/^(?:int|String|\w+) (\w+)$/.exec(part)?.[1] === 'int'
          ? (part.split(' ')[0] ?? '')
          : (/(\w+)$/.exec(part)?.[1] ?? '')),
    );
}

function methodsOf(
  text: string,
  forms: Forms,
): readonly { type: string; name: string; arity: number }[] {
  return [...text.matchAll(forms.methods)].flatMap(({ groups }) => {
    const { type = '', name, params = '', members } = groups ?? {};
    if (members === undefined) return [{ type, name: name ?? '', arity: paramsOf(params).length }];
    return [...members.matchAll(/(?:fn |(?:int|String) )(\w+)\(([^)]*)\)/g)].map((match) => ({
      type,
      name: match[1] ?? '',
      arity: paramsOf(match[2] ?? '').length,
    }));
  });
}

function contractOf(text: string, contract: string, forms: Forms): readonly string[] {
  return [...text.matchAll(forms.contracts)]
    .filter(({ groups }) => groups?.['name'] === contract)
    .flatMap(({ groups }) =>
      [...(groups?.['members'] ?? '').matchAll(/(\w+)\(/g)].map((match) => match[1] ?? ''),
    );
}

function importsOf(
  text: string,
  id: string,
): readonly { module: string; names: readonly string[] }[] {
  if (id === 'go')
    return [...text.matchAll(/^\t"example\.com\/app\/\w+\/(\w+)"/gm)].map((match) => ({
      module: match[1] ?? '',
      names: [],
    }));
  if (id === 'java')
    return [...text.matchAll(/^import app\.\w+\.(\w+)\.\w+;/gm)].map((match) => ({
      module: match[1] ?? '',
      names: [],
    }));
  return [...text.matchAll(/^use crate::\w+::(\w+)::\{([^}]*)\};/gm)].map((match) => ({
    module: match[1] ?? '',
    names: (match[2] ?? '').split(',').map((name) => name.trim()),
  }));
}

/** From behind the opening bracket. */
function countArgs(text: string, from: number): number {
  let depth = 0;
  let commas = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === ')' && depth === 0)
      return text.slice(from, at).trim() === '' ? 0 : commas + 1;
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) commas += 1;
  }
  return -1;
}

/** Tests that expect another number than the function's last line says. */
function expectations(files: Files): readonly string[] {
  const whole = Object.values(files).join('\n');
  return [...whole.matchAll(/(?:assert_eq!|expects)\((?:\w+\.)?(\w+)\(\), (\d+)\)/g)].flatMap(
    ([, name = '', value = '']) => {
      const body =
        new RegExp(`(?:func|fn|function|int) ${name}\\([^)]*\\)[^{]*\\{([^]*?)\\n\\s{0,2}\\}`).exec(
          whole,
        )?.[1] ?? '';
      const last = /(\d+);?\s*$/.exec(body)?.[1];
      return last === undefined || last === value ? [] : [`${name} gives ${last}, not ${value}`];
    },
  );
}
