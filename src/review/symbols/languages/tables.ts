/** Every language that is parsed. */
import type { LanguageId, LanguageTable, ImportRead } from '../language-table.ts';
import { go } from './go.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

const java: LanguageTable = {
  id: 'java',
  grammar: 'java',
  definitions: {
    class_declaration: { kind: 'class', name: 'name', body: 'body' },
    interface_declaration: { kind: 'interface', name: 'name', body: 'body' },
    annotation_type_declaration: { kind: 'interface', name: 'name', body: 'body' },
    enum_declaration: { kind: 'enum', name: 'name', body: 'body' },
    record_declaration: { kind: 'struct', name: 'name', body: 'body' },
    method_declaration: { kind: 'method', name: 'name', body: 'body' },
    constructor_declaration: { kind: 'method', name: 'name', body: 'body' },
    annotation_type_element_declaration: { kind: 'method', name: 'name' },
    variable_declarator: { kind: 'field', name: 'name', where: 'inside' },
    enum_constant: { kind: 'member', name: 'name', where: 'inside' },
  },
  scopes: {},
  bare: {},
  functions: new Set(['lambda_expression', 'static_initializer']),
  heritage: new Set(['superclass', 'super_interfaces', 'extends_interfaces']),
  identifiers: new Set(['identifier', 'type_identifier']),
  comments: new Set(['line_comment', 'block_comment']),
  binders: {
    variable_declarator: ['name'],
    formal_parameter: ['name'],
    catch_formal_parameter: ['name'],
    enhanced_for_statement: ['name'],
    resource: ['name'],
    inferred_parameters: [],
    lambda_expression: ['parameters'],
    type_parameter: [],
  },
  imports: new Set(['import_declaration']),
  readImport,
  packageNode: 'package_declaration',
  constructor: null,
};

const typescript: LanguageTable = {
  ...javascript,
  id: 'typescript',
  grammar: 'typescript',
  definitions: {
    ...javascript.definitions,
    function_signature: { kind: 'function', name: 'name' },
    abstract_class_declaration: { kind: 'class', name: 'name', body: 'body' },
    interface_declaration: { kind: 'interface', name: 'name', body: 'body' },
    type_alias_declaration: { kind: 'type', name: 'name' },
    enum_declaration: { kind: 'enum', name: 'name', body: 'body' },
    enum_assignment: { kind: 'member', name: 'name', where: 'inside' },
    method_signature: { kind: 'method', name: 'name', where: 'inside' },
    abstract_method_signature: { kind: 'method', name: 'name', where: 'inside' },
    property_signature: { kind: 'field', name: 'name', where: 'inside' },
    public_field_definition: { kind: 'field', name: 'name', where: 'inside' },
    internal_module: { kind: 'namespace', name: 'name', body: 'body' },
  },
  bare: { enum_body: 'member' },
  heritage: new Set(['class_heritage', 'extends_type_clause']),
  identifiers: new Set([...javascript.identifiers, 'type_identifier']),
  binders: {
    ...javascript.binders,
    required_parameter: ['pattern'],
    optional_parameter: ['pattern'],
    type_parameter: ['name'],
  },
};

const tsx: LanguageTable = { ...typescript, id: 'tsx', grammar: 'tsx' };

export const TABLES: Readonly<Record<LanguageId, LanguageTable>> = {
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  ruby,
};

function readImport(text: string): readonly ImportRead[] {
  const match = /^import\s+(static\s+)?([\w.]+?)\.(\w+|\*)\s*;/.exec(text);
  if (match === null) return [];
  const [, , module = '', name = ''] = match;
  if (name === '*') return [{ module, names: [], namespace: null, wildcard: true }];
  return [{ module, names: [{ name, as: name }], namespace: null, wildcard: false }];
}
