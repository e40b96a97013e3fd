import type { LanguageTable, QualifiedName } from '../language-table.ts';
import { readEcmaImport } from './ecma-imports.ts';

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
