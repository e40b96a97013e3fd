import type { ImportRead, LanguageTable } from '../language-table.ts';
import { plainName } from './javascript.ts';

export const python: LanguageTable = {
  id: 'python',
  grammar: 'python',
  definitions: {
    function_definition: { kind: 'function', name: 'name', body: 'body' },
    class_definition: { kind: 'class', name: 'name', body: 'body' },
    assignment: { kind: 'const', name: 'left', read: plainName },
  },
  scopes: {},
  bare: {},
  functions: new Set(['lambda', 'list_comprehension']),
  heritage: new Set(['superclasses']),
  identifiers: new Set(['identifier']),
  comments: new Set(['comment']),
  binders: {
    parameters: [],
    lambda_parameters: [],
    default_parameter: ['name'],
    typed_parameter: [],
    typed_default_parameter: ['name'],
    list_splat_pattern: [],
    dictionary_splat_pattern: [],
    assignment: ['left'],
    augmented_assignment: ['left'],
    named_expression: ['name'],
    for_statement: ['left'],
    for_in_clause: ['left'],
    pattern_list: [],
    tuple_pattern: [],
    as_pattern_target: [],
  },
  imports: new Set(['import_statement', 'import_from_statement']),
  readImport,
  packageNode: null,
  constructor: '__init__',
};

function readImport(text: string): readonly ImportRead[] {
  const from = /^from\s+([\w.]+)\s+import\s+\(?([^)]*)/.exec(text);
  if (from !== null) {
    const names = listed(from[2] ?? '');
    return [
      {
        module: from[1] ?? '',
        names: names.filter(({ name }) => name !== '*'),
        namespace: null,
        wildcard: names.some(({ name }) => name === '*'),
      },
    ];
  }
  return listed(text.replace(/^import\s+/, '')).map(({ name, as }) => ({
    module: name,
    names: [],
    namespace: as,
    wildcard: false,
  }));
}

function listed(text: string): readonly { readonly name: string; readonly as: string }[] {
  return text
    .replaceAll(/#.*/g, '')
    .split(',')
    .map((part) => /^\s*([\w.]+|\*)(?:\s+as\s+(\w+))?/.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ name: match[1] ?? '', as: match[2] ?? match[1] ?? '' }));
}
