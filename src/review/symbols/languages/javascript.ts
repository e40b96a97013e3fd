import type { LanguageTable, QualifiedName, ImportRead } from '../language-table.ts';

const FROM = /^(?:import|export)\s+(?:type\s+)?([^]*?)\s*from\s*['"]([^'"]*)['"]/;
const BARE = /^import\s*['"]([^'"]*)['"]/;
const REQUIRE =
  /^([^]*?)=\s*(?:await\s+)?(?:require|import)\s*\(\s*['"`]([^'"`]*)['"`]\s*\)\s*(?:\.\s*([\w$]+))?/;
const ANY_REQUIRE = /\b(?:require|import)\s*\(\s*['"]([^'"]*)['"]/;

export const javascript: LanguageTable = {
  id: 'javascript',
  grammar: 'javascript',
  definitions: {
    function_declaration: { kind: 'function', name: 'name', body: 'body' },
    generator_function_declaration: { kind: 'function', name: 'name', body: 'body' },
    class_declaration: { kind: 'class', name: 'name', body: 'body' },
    method_definition: { kind: 'method', name: 'name', body: 'body', where: 'inside' },
    field_definition: { kind: 'field', name: 'property', where: 'inside' },
    variable_declarator: { kind: 'const', name: 'name', read: plainName },
    pair: { kind: 'method', name: 'key', functionOnly: true, where: 'inside' },
    assignment_expression: { kind: 'method', name: 'left', read: assigned },
  },
  scopes: {},
  bare: {},
  functions: new Set(['arrow_function', 'function_expression', 'generator_function']),
  heritage: new Set(['class_heritage']),
  identifiers: new Set([
    'identifier',
    'property_identifier',
    'private_property_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
  ]),
  comments: new Set(['comment']),
  binders: {
    variable_declarator: ['name'],
    formal_parameters: [],
    object_pattern: [],
    array_pattern: [],
    pair_pattern: ['value'],
    assignment_pattern: ['left'],
    rest_pattern: [],
    arrow_function: ['parameter'],
    catch_clause: ['parameter'],
    for_in_statement: ['left'],
  },
  imports: new Set(['import_statement', 'export_statement', 'variable_declarator']),
  readImport: readEcmaImport,
  packageNode: null,
  constructor: 'constructor',
};

export function plainName(text: string): QualifiedName | null {
  return /^[\w$]+$/.test(text) ? { name: text, container: null } : null;
}

const ASSIGNED = /^([\w$.]{1,200})\.([\w$]+)$/;

/** `exports.a` is `a`; `Shape.prototype.area` is a method of `Shape`. */
function assigned(text: string): QualifiedName | null {
  const match = ASSIGNED.exec(text);
  const name = match?.[2];
  if (name === undefined) return null;
  const on = (match?.[1] ?? '').replace(/\.prototype$/, '');
  if (on === 'this' || (name === 'exports' && on === 'module')) return null;
  if (on === 'exports' || on === 'module.exports') return { name, container: null };
  return { name, container: on.slice(on.lastIndexOf('.') + 1) };
}

/** What JavaScript and TypeScript import: `import`, `export … from`, `require`. */
function readEcmaImport(text: string): readonly ImportRead[] {
  const from = FROM.exec(text);
  if (from !== null) return [clause(from[1] ?? '', from[2] ?? '')];
  const bare = BARE.exec(text);
  if (bare !== null) return [nothing(bare[1] ?? '')];
  const required = REQUIRE.exec(text);
  if (required !== null) {
    const left = (required[1] ?? '').trim();
    if (left.startsWith('{')) return [clause(left, required[2] ?? '')];
    // `require('x').y` is one name of it.
    const name = /^[\w$]+$/.exec(left)?.[0] ?? null;
    const module = nothing(required[2] ?? '');
    const [, , , member] = required;
    if (member === undefined) return [{ ...module, namespace: name }];
    return [name === null ? module : { ...module, names: [{ name: member, as: name }] }];
  }
  if (!/^[\w$]+\s*=/.test(text)) return [];
  const any = ANY_REQUIRE.exec(text)?.[1];
  return any === undefined ? [] : [nothing(any)];
}

function nothing(module: string): ImportRead {
  return { module, names: [], namespace: null, wildcard: false };
}

/** `Default, { a, b as c }`, `* as ns`, `*`, `{ a: b }`. */
function clause(text: string, module: string): ImportRead {
  const braces = /\{([^}]*)\}/.exec(text)?.[1] ?? '';
  const outside = text.replace(/\{[^}]*\}/, '');
  const star = /\*\s*as\s+([\w$]+)/.exec(outside)?.[1] ?? null;
  const plain = /^\s*([\w$]+)/.exec(outside)?.[1] ?? null;
  const names = braces
    .split(',')
    .map((part) => /^\s*(?:type\s+)?([\w$]+)(?:\s*(?:as\s|:)\s*([\w$]+))?/.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ name: match[1] ?? '', as: match[2] ?? match[1] ?? '' }));
  return {
    module,
    // A default import may stand for any one thing of the module, and is called through like a namespace as well.
    names: plain === null ? names : [{ name: 'default', as: plain }, ...names],
    namespace: star ?? plain,
    wildcard: star === null && outside.includes('*'),
  };
}
