import type { ImportRead, LanguageTable } from '../language-table.ts';

export const rust: LanguageTable = {
  id: 'rust',
  grammar: 'rust',
  definitions: {
    function_item: { kind: 'function', name: 'name', body: 'body' },
    function_signature_item: { kind: 'method', name: 'name', where: 'inside' },
    struct_item: { kind: 'struct', name: 'name', body: 'body' },
    union_item: { kind: 'struct', name: 'name', body: 'body' },
    enum_item: { kind: 'enum', name: 'name', body: 'body' },
    enum_variant: { kind: 'member', name: 'name', where: 'inside' },
    field_declaration: { kind: 'field', name: 'name', where: 'inside' },
    trait_item: { kind: 'interface', name: 'name', body: 'body' },
    const_item: { kind: 'const', name: 'name' },
    static_item: { kind: 'const', name: 'name' },
    type_item: { kind: 'type', name: 'name' },
    macro_definition: { kind: 'function', name: 'name' },
    mod_item: { kind: 'namespace', name: 'name', body: 'body' },
  },
  scopes: { impl_item: { name: 'type', heritage: 'trait' } },
  bare: {},
  functions: new Set(['closure_expression']),
  heritage: new Set(['bounds']),
  identifiers: new Set([
    'identifier',
    'type_identifier',
    'field_identifier',
    'shorthand_field_identifier',
  ]),
  comments: new Set(['line_comment', 'block_comment']),
  binders: {
    parameter: ['pattern'],
    let_declaration: ['pattern'],
    let_condition: ['pattern'],
    for_expression: ['pattern'],
    closure_parameters: [],
    mut_pattern: [],
    ref_pattern: [],
    tuple_pattern: [],
    field_pattern: ['pattern'],
    type_parameter: ['name'],
  },
  imports: new Set(['use_declaration', 'mod_item']),
  readImport,
  packageNode: null,
  macro: 'macro_invocation',
  constructor: null,
};

/** `a::{b, c::{d as e, *}}` as one import a module. */
function readImport(text: string): readonly ImportRead[] {
  const mod = /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/.exec(text);
  if (mod !== null) {
    const module = `self::${mod[1] ?? ''}`;
    return [{ module, names: [], namespace: mod[1] ?? null, wildcard: false }];
  }
  const use = /^(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]*)/.exec(text)?.[1];
  return use === undefined ? [] : flat(use).map(oneUse);
}

const MOST_PATHS = 500;

/** Every path of the braces, written out. Bounded: braces in braces multiply nothing, but may be many. */
function flat(text: string): readonly string[] {
  const found: string[] = [];
  const prefixes: string[] = [''];
  let current = '';
  const take = (): void => {
    const path = current.trim();
    if (path !== '' && found.length < MOST_PATHS) found.push(`${prefixes.at(-1) ?? ''}${path}`);
    current = '';
  };
  for (const character of text.slice(0, 20_000)) {
    if (character === '{') {
      if (prefixes.length < 20) prefixes.push(`${prefixes.at(-1) ?? ''}${current.trim()}`);
      current = '';
    } else if (character === ',' || character === '}') {
      take();
      if (character === '}' && prefixes.length > 1) prefixes.pop();
    } else current += character;
  }
  take();
  return found;
}

function oneUse(path: string): ImportRead {
  const match = /^([^]*?)(?:\s+as\s+(\w+))?$/.exec(path.replaceAll(/\s*::\s*/g, '::'));
  const whole = match?.[1] ?? path;
  const cut = whole.lastIndexOf('::');
  const module = cut === -1 ? whole : whole.slice(0, cut);
  const name = cut === -1 ? whole : whole.slice(cut + 2);
  if (name === '*') return { module, names: [], namespace: null, wildcard: true };
  if (name === 'self') {
    const last = module.slice(module.lastIndexOf('::') + 1).replace(/^:/, '');
    return { module, names: [], namespace: match?.[2] ?? last, wildcard: false };
  }
  return { module, names: [{ name, as: match?.[2] ?? name }], namespace: null, wildcard: false };
}
