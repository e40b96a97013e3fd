import type { LanguageTable } from '../language-table.ts';
import { javascript } from './javascript.ts';

export const typescript: LanguageTable = {
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

export const tsx: LanguageTable = { ...typescript, id: 'tsx', grammar: 'tsx' };
