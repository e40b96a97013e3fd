import type { ImportRead, LanguageTable, QualifiedName } from '../language-table.ts';

export const ruby: LanguageTable = {
  id: 'ruby',
  grammar: 'ruby',
  definitions: {
    method: { kind: 'function', name: 'name', body: 'body', read: lastPart },
    singleton_method: { kind: 'function', name: 'name', body: 'body', read: lastPart },
    class: { kind: 'class', name: 'name', body: 'body', read: lastPart },
    module: { kind: 'namespace', name: 'name', body: 'body', read: lastPart },
    assignment: { kind: 'const', name: 'left', read: constant },
  },
  scopes: {},
  bare: {},
  functions: new Set(['block', 'do_block', 'lambda']),
  heritage: new Set(['superclass']),
  identifiers: new Set(['identifier', 'constant', 'hash_key_symbol']),
  comments: new Set(['comment']),
  binders: {
    method_parameters: [],
    block_parameters: [],
    lambda_parameters: [],
    destructured_parameter: [],
    optional_parameter: ['name'],
    keyword_parameter: ['name'],
    splat_parameter: ['name'],
    hash_splat_parameter: ['name'],
    block_parameter: ['name'],
    assignment: ['left'],
    operator_assignment: ['left'],
    left_assignment_list: [],
    exception_variable: [],
  },
  imports: new Set(['call']),
  readImport,
  packageNode: null,
  constructor: 'initialize',
};

/** `Clock::Hand` is `Hand`, `hand=` is `hand`. */
function lastPart(text: string): QualifiedName | null {
  const name = /(\w+)[?!=]?$/.exec(text)?.[1];
  return name === undefined ? null : { name, container: null };
}

function constant(text: string): QualifiedName | null {
  return /^[A-Z]\w*$/.test(text) ? { name: text, container: null } : null;
}

function readImport(text: string): readonly ImportRead[] {
  const required = /^require(_relative)?[\s(]+["']([^"'#]+)["']/.exec(text);
  if (required === null) return [];
  const module = `${required[1] === undefined ? '' : './'}${required[2] ?? ''}`;
  return [{ module, names: [], namespace: null, wildcard: true }];
}
