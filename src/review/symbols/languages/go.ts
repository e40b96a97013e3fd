import type { ImportRead, LanguageTable } from '../language-table.ts';

export const go: LanguageTable = {
  id: 'go',
  grammar: 'go',
  definitions: {
    function_declaration: { kind: 'function', name: 'name', body: 'body' },
    method_declaration: { kind: 'method', name: 'name', body: 'body', container: 'receiver' },
    type_spec: {
      kind: 'type',
      name: 'name',
      kindBy: { field: 'type', kinds: { struct_type: 'struct', interface_type: 'interface' } },
    },
    type_alias: { kind: 'type', name: 'name' },
    const_spec: { kind: 'const', name: 'name' },
    var_spec: { kind: 'const', name: 'name' },
    field_declaration: { kind: 'field', name: 'name', where: 'inside' },
    method_elem: { kind: 'method', name: 'name', where: 'inside' },
  },
  scopes: {},
  bare: {},
  functions: new Set(['func_literal']),
  heritage: new Set([]),
  identifiers: new Set(['identifier', 'type_identifier', 'field_identifier']),
  comments: new Set(['comment']),
  binders: {
    short_var_declaration: ['left'],
    parameter_declaration: ['name'],
    variadic_parameter_declaration: ['name'],
    var_spec: ['name'],
    const_spec: ['name'],
    range_clause: ['left'],
    receive_statement: ['left'],
    type_switch_statement: ['alias'],
  },
  imports: new Set(['import_spec']),
  readImport,
  packageNode: 'package_clause',
  constructor: null,
};

function readImport(text: string): readonly ImportRead[] {
  const match = /^(?:([\w.]+)\s+)?["`]([^"`]*)["`]/.exec(text);
  if (match === null) return [];
  const module = match[2] ?? '';
  const alias = match[1] ?? null;
  // `…/yaml/v3` is called `yaml`, `gopkg.in/yaml.v3` as well.
  const last = module.replace(/\/v\d+$/, '').replace(/\.v\d+$/, '');
  const name = last.slice(last.lastIndexOf('/') + 1).replace(/^go-|-go$/g, '');
  return [{ module, names: [], namespace: alias ?? name, wildcard: alias === '.' }];
}
