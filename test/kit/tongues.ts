/** Small programs of one shape, written in each language that couplings are looked for in. */
export type Gives = 'number' | 'text';

export interface FunctionShape {
  readonly name: string;
  readonly params: readonly string[];
  readonly gives: Gives;
  readonly lines: readonly string[];
  readonly result: string;
  readonly hidden?: boolean;
}

export interface Tongue {
  readonly id: string;
  name(...words: readonly string[]): string;
  type(...words: readonly string[]): string;
  path(folder: string, module: string): string;
  testPath(folder: string, module: string): string;
  /** A whole file. */
  file(folder: string, module: string, uses: readonly Used[], parts: readonly string[]): string;
  ref(module: string, name: string): string;
  fn(shape: FunctionShape): string;
  local(name: string, gives: Gives, value: string): string;
  constant(name: string, gives: Gives, value: string): string;
  comment(text: string): string;
  /** Methods take nothing and give numbers. */
  contract(name: string, methods: readonly string[]): string;
  /** A function that calls every method of what it is given. */
  survey(name: string, contract: string, methods: readonly string[]): string;
  implement(
    type: string,
    of: { readonly module: string; readonly contract: string },
    methods: readonly string[],
  ): string;
  surveyed(survey: string, type: string): string;
  shaped(type: string, methods: readonly FunctionShape[]): string;
  object(name: string, module: string, type: string): string;
  expects(call: string, value: string): string;
}

export interface Used {
  readonly module: string;
  readonly names: readonly string[];
}

const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capital(word))).join('');
const pascal = (words: readonly string[]): string => words.map(capital).join('');
const snake = (words: readonly string[]): string => words.join('_');
const indent = (text: string, by = '  '): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n');
function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function ecma(typed: boolean): Tongue {
  const ending = typed ? 'ts' : 'js';
  const kind = (gives: Gives): string => (gives === 'number' ? 'number' : 'string');
  const of = (type: string): string => (typed ? `: ${type}` : '');
  const params = (list: readonly string[]): string =>
    list.map((one) => one + of('number')).join(', ');
  const body = ({ params: list, lines, result }: FunctionShape): string =>
    [
      ...(typed ? [] : list.map((one) => `if (${one} === undefined) throw new Error('${one}');`)),
      ...lines,
      `return ${result};`,
    ].join('\n');
  return {
    id: typed ? 'typescript' : 'javascript',
    name: (...words) => camel(words),
    type: (...words) => pascal(words),
    path: (folder, module) => `src/${folder}/${module}.${ending}`,
    testPath: (folder, module) => `src/${folder}/${module}.test.${ending}`,
    file: (_folder, _module, uses, parts) =>
      `${[
        ...uses.map(
          ({ module, names }) => `import { ${names.join(', ')} } from './${module}.${ending}';`,
        ),
        '',
        ...parts.map((part) => `${part}\n`),
      ].join('\n')}${typed ? 'export {};\n' : ''}`,
    ref: (_module, name) => name,
    fn: (shape) =>
      `${shape.hidden === true ? '' : 'export '}function ${shape.name}(${params(shape.params)})${of(kind(shape.gives))} {\n${indent(body(shape))}\n}`,
    local: (name, gives, value) =>
      typed
        ? `let ${name}: ${kind(gives)} = ${value};`
        : `let ${name} = ${value}; if (typeof (${name}) !== '${kind(gives)}') throw new Error('kind');`,
    constant: (name, gives, value) => `export const ${name}${of(kind(gives))} = ${value};`,
    comment: (text) => `// ${text}`,
    contract: (name, methods) =>
      typed
        ? `export interface ${name} {\n${methods.map((one) => `  ${one}(): number;`).join('\n')}\n}`
        : `export class ${name} {\n${methods.map((one) => `  ${one}() {\n    throw new Error('abstract');\n  }`).join('\n')}\n}`,
    survey: (name, contract, methods) =>
      `export function ${name}(thing${of(contract)})${of('number')} {\n  return ${methods.map((one) => `thing.${one}()`).join(' + ')};\n}`,
    implement: (type, { contract }, methods) =>
      `export class ${type} ${typed ? 'implements' : 'extends'} ${contract} {\n${methods.map((one) => `  ${one}()${of('number')} {\n    return 1;\n  }`).join('\n')}\n}`,
    surveyed: (survey, type) => `${survey}(new ${type}())`,
    shaped: (type, methods) =>
      `export class ${type} {\n${methods.map((shape) => `  ${shape.name}(${params(shape.params)})${of(kind(shape.gives))} {\n${indent(body(shape), '    ')}\n  }`).join('\n\n')}\n}`,
    object: (name, _module, type) => `const ${name} = new ${type}();`,
    expects: (call, value) =>
      typed
        ? `expects(${call}, ${value});`
        : `if (${call} !== ${value}) throw new Error('expected');`,
  };
}

const python: Tongue = {
  id: 'python',
  name: (...words) => snake(words),
  type: (...words) => pascal(words),
  path: (folder, module) => `app/${folder}/${module}.py`,
  testPath: (folder, module) => `app/${folder}/test_${module}.py`,
  file: (folder, _module, uses, parts) =>
    [
      ...uses.map(({ module, names }) => `from app.${folder}.${module} import ${names.join(', ')}`),
      '',
      ...parts.map((part) => `\n${part}\n`),
    ].join('\n'),
  ref: (_module, name) => name,
  fn: ({ name, params, lines, result, hidden }) =>
    `def ${hidden === true ? '_' : ''}${name}(${params.join(', ')}):\n${indent([...lines, `return ${result}`].join('\n'), '    ')}`,
  local: (name, gives, value) =>
    `${name} = ${value}\nassert isinstance(${name}, ${gives === 'number' ? 'int' : 'str'})`,
  constant: (name, _gives, value) => `${name} = ${value}`,
  comment: (text) => `# ${text}`,
  contract: (name, methods) =>
    `class ${name}:\n${methods.map((one) => `    def ${one}(self):\n        raise NotImplementedError`).join('\n\n')}`,
  survey: (name, _contract, methods) =>
    `def ${name}(thing):\n    return ${methods.map((one) => `thing.${one}()`).join(' + ')}`,
  implement: (type, { contract }, methods) =>
    `class ${type}(${contract}):\n${methods.map((one) => `    def ${one}(self):\n        return 1`).join('\n\n')}`,
  surveyed: (survey, type) => `${survey}(${type}())`,
  shaped: (type, methods) =>
    `class ${type}:\n${methods.map(({ name, params, lines, result }) => `    def ${name}(${['self', ...params].join(', ')}):\n${indent([...lines, `return ${result}`].join('\n'), '        ')}`).join('\n\n')}`,
  object: (name, _module, type) => `${name} = ${type}()`,
  expects: (call, value) => `assert ${call} == ${value}`,
};

const goKind = (gives: Gives): string => (gives === 'number' ? 'int' : 'string');
const goBody = ({ lines, result }: FunctionShape): string =>
  indent([...lines, `return ${result}`].join('\n'), '\t');
const goParams = (list: readonly string[]): string => list.map((one) => `${one} int`).join(', ');

const go: Tongue = {
  id: 'go',
  name: (...words) => pascal(words),
  type: (...words) => pascal(words),
  path: (folder, module) => `${folder}/${module}/${module}.go`,
  testPath: (folder, module) => `${folder}/${module}/${module}_test.go`,
  file: (folder, module, uses, parts) =>
    [
      `package ${module}`,
      '',
      ...(uses.length === 0
        ? []
        : [
            'import (',
            ...uses.map((one) => `\t"example.com/app/${folder}/${one.module}"`),
            ')',
            '',
          ]),
      ...parts.map((part) => `${part}\n`),
    ].join('\n'),
  ref: (module, name) => `${module}.${name}`,
  fn: (shape) => {
    const name =
      shape.hidden === true
        ? shape.name.slice(0, 1).toLowerCase() + shape.name.slice(1)
        : shape.name;
    return `func ${name}(${goParams(shape.params)}) ${goKind(shape.gives)} {\n${goBody(shape)}\n}`;
  },
  local: (name, gives, value) => `var ${name} ${goKind(gives)} = ${value}`,
  constant: (name, gives, value) => `const ${name} ${goKind(gives)} = ${value}`,
  comment: (text) => `// ${text}`,
  contract: (name, methods) =>
    `type ${name} interface {\n${methods.map((one) => `\t${one}() int`).join('\n')}\n}`,
  survey: (name, contract, methods) =>
    `func ${name}(thing ${contract}) int {\n\treturn ${methods.map((one) => `thing.${one}()`).join(' + ')}\n}`,
  implement: (type, { module, contract }, methods) =>
    `type ${type} struct{}\n\n${methods.map((one) => `func (it ${type}) ${one}() int {\n\treturn 1\n}`).join('\n\n')}\n\nvar _ ${module}.${contract} = ${type}{}`,
  surveyed: (survey, type) => `${survey}(${type}{})`,
  shaped: (type, methods) =>
    `type ${type} struct{}\n\n${methods.map((shape) => `func (it ${type}) ${shape.name}(${goParams(shape.params)}) ${goKind(shape.gives)} {\n${goBody(shape)}\n}`).join('\n\n')}`,
  object: (name, module, type) => `var ${name} ${module}.${type} = ${module}.${type}{}`,
  expects: (call, value) => `expects(${call}, ${value})`,
};

const rustKind = (gives: Gives): string => (gives === 'number' ? 'i64' : 'String');
const rustBody = ({ lines, result }: FunctionShape): string =>
  indent([...lines, result].join('\n'), '    ');
const rustParams = (list: readonly string[]): string => list.map((one) => `${one}: i64`).join(', ');

const rust: Tongue = {
  id: 'rust',
  name: (...words) => snake(words),
  type: (...words) => pascal(words),
  path: (folder, module) => `src/${folder}/${module}.rs`,
  testPath: (folder, module) => `src/${folder}/${module}_tests.rs`,
  file: (folder, _module, uses, parts) =>
    [
      ...uses.map(({ module, names }) => `use crate::${folder}::${module}::{${names.join(', ')}};`),
      '',
      ...parts.map((part) => `${part}\n`),
    ].join('\n'),
  ref: (_module, name) => name,
  fn: (shape) =>
    `${shape.hidden === true ? '' : 'pub '}fn ${shape.name}(${rustParams(shape.params)}) -> ${rustKind(shape.gives)} {\n${rustBody(shape)}\n}`,
  local: (name, gives, value) => `let mut ${name}: ${rustKind(gives)} = ${value};`,
  constant: (name, gives, value) =>
    `pub const ${name}: ${gives === 'number' ? 'i64' : '&str'} = ${value};`,
  comment: (text) => `// ${text}`,
  contract: (name, methods) =>
    `pub trait ${name} {\n${methods.map((one) => `    fn ${one}(&self) -> i64;`).join('\n')}\n}`,
  survey: (name, contract, methods) =>
    `pub fn ${name}(thing: &dyn ${contract}) -> i64 {\n    ${methods.map((one) => `thing.${one}()`).join(' + ')}\n}`,
  implement: (type, { contract }, methods) =>
    `pub struct ${type};\n\nimpl ${contract} for ${type} {\n${methods.map((one) => `    fn ${one}(&self) -> i64 {\n        1\n    }`).join('\n')}\n}`,
  surveyed: (survey, type) => `${survey}(&${type})`,
  shaped: (type, methods) =>
    `pub struct ${type};\n\nimpl ${type} {\n${methods.map((shape) => `    pub fn ${shape.name}(${['&self', ...(shape.params.length === 0 ? [] : [rustParams(shape.params)])].join(', ')}) -> ${rustKind(shape.gives)} {\n${indent(rustBody(shape), '    ')}\n    }`).join('\n\n')}\n}`,
  object: (name, _module, type) => `let ${name}: ${type} = ${type};`,
  expects: (call, value) => `assert_eq!(${call}, ${value});`,
};

const javaKind = (gives: Gives): string => (gives === 'number' ? 'int' : 'String');
const javaParams = (list: readonly string[]): string => list.map((one) => `int ${one}`).join(', ');
const javaBody = ({ lines, result }: FunctionShape): string =>
  indent([...lines, `return ${result};`].join('\n'), '    ');
const javaFile = (folder: string, module: string): string =>
  `src/main/java/app/${folder}/${module}/${capital(module)}.java`;

const java: Tongue = {
  id: 'java',
  name: (...words) => camel(words),
  type: (...words) => pascal(words),
  path: javaFile,
  testPath: (folder, module) => `src/test/java/app/${folder}/${module}/${capital(module)}Test.java`,
  file: (folder, module, uses, parts) =>
    [
      `package app.${folder}.${module};`,
      '',
      ...uses.map((one) => `import app.${folder}.${one.module}.${capital(one.module)};`),
      '',
      `public class ${capital(module)} {`,
      ...parts.map((part) => `${indent(part)}\n`),
      '}',
      '',
    ].join('\n'),
  ref: (module, name) => `${capital(module)}.${name}`,
  fn: (shape) =>
    `${shape.hidden === true ? 'private' : 'public'} static ${javaKind(shape.gives)} ${shape.name}(${javaParams(shape.params)}) {\n${javaBody(shape)}\n}`,
  local: (name, gives, value) => `${javaKind(gives)} ${name} = ${value};`,
  constant: (name, gives, value) => `public static final ${javaKind(gives)} ${name} = ${value};`,
  comment: (text) => `// ${text}`,
  contract: (name, methods) =>
    `public interface ${name} {\n${methods.map((one) => `  int ${one}();`).join('\n')}\n}`,
  survey: (name, contract, methods) =>
    `public static int ${name}(${contract} thing) {\n    return ${methods.map((one) => `thing.${one}()`).join(' + ')};\n}`,
  implement: (type, { module, contract }, methods) =>
    `public static class ${type} implements ${capital(module)}.${contract} {\n${methods.map((one) => `  public int ${one}() {\n    return 1;\n  }`).join('\n')}\n}`,
  surveyed: (survey, type) => `${survey}(new ${type}())`,
  shaped: (type, methods) =>
    `public static class ${type} {\n${methods.map((shape) => `  public ${javaKind(shape.gives)} ${shape.name}(${javaParams(shape.params)}) {\n${indent(javaBody(shape))}\n  }`).join('\n\n')}\n}`,
  object: (name, module, type) =>
    `${capital(module)}.${type} ${name} = new ${capital(module)}.${type}();`,
  expects: (call, value) => `expects(${call}, ${value});`,
};

export const TONGUES: readonly Tongue[] = [ecma(true), ecma(false), python, go, rust, java];
