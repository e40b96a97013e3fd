/** What a language looks like to us: names of node types in its grammar, and how its imports read. One such table a language. */

export type DefinitionKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'struct'
  | 'enum'
  | 'type'
  | 'const'
  | 'field'
  | 'member'
  | 'namespace';

export interface DefinitionRule {
  readonly kind: DefinitionKind;
  /** Field of the grammar that holds the name; a second child of it is a second definition. */
  readonly name: string;
  /** Field where its body begins: what stands before it is the signature. Without: all of it is. */
  readonly body?: string;
  /** Field whose node type tells the kind better: `{ struct_type: 'struct' }`. */
  readonly kindBy?: {
    readonly field: string;
    readonly kinds: Readonly<Record<string, DefinitionKind>>;
  };
  /** Field whose text holds what it belongs to, as a receiver in Go: the last word of it. */
  readonly container?: string;
  /** Where the name is more than a word: `exports.parse`. `null`: this defines nothing. */
  readonly read?: (text: string) => QualifiedName | null;
  /** Defines something only where its value is a function. */
  readonly functionOnly?: boolean;
  /** Counts only outside of classes and the like, or only inside of them. */
  readonly where?: 'top' | 'inside';
}

export interface QualifiedName {
  readonly name: string;
  readonly container: string | null;
}

/** What a file takes from another. */
export interface ImportRead {
  /** As written: `./dates`, `a.b`, `crate::a`. */
  readonly module: string;
  /** `name` there, `as` here. */
  readonly names: readonly { readonly name: string; readonly as: string }[];
  /** What the module as a whole is called here. */
  readonly namespace: string | null;
  /** Everything that it has, by bare names. */
  readonly wildcard: boolean;
}

export interface LanguageTable {
  readonly id: LanguageId;
  /** File of the grammar, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /** Nodes that hold members without being a definition: `impl Shape for Square`. Fields of the grammar. */
  readonly scopes: Readonly<Record<string, { readonly name: string; readonly heritage: string }>>;
  /** Names that stand bare inside of such a node, as the members of an enum. */
  readonly bare: Readonly<Record<string, DefinitionKind>>;
  /** What is inside is local. */
  readonly functions: ReadonlySet<string>;
  /** Node types or fields of what a class comes from. */
  readonly heritage: ReadonlySet<string>;
  readonly identifiers: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  /** Node types that bind a local name, with the fields that hold it; an empty list: each identifier directly in it. */
  readonly binders: Readonly<Record<string, readonly string[]>>;
  readonly imports: ReadonlySet<string>;
  readonly readImport: (text: string) => readonly ImportRead[];
  /** Node type that says what package a file belongs to; its text without the first word. */
  readonly packageNode: string | null;
  /** Node type of a macro that may define what it is handed. */
  readonly macro?: string;
  /** The name of a constructor, whose signature is that of its class; `null`: called as its class is. */
  readonly constructor: string | null;
}

/** Languages that are parsed, told by the names of files. */
export const LANGUAGE_IDS = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'ruby',
] as const;
export type LanguageId = (typeof LANGUAGE_IDS)[number];

const BY_ENDING: Readonly<Record<string, LanguageId>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  rake: 'ruby',
};

/** `null`: no parser here knows it. */
export function languageOf(path: string): LanguageId | null {
  const ending = /\.([A-Za-z]{1,4})$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? null) : null;
}

/** Names of one language can be called from the other. */
export function areMixed(a: LanguageId, b: LanguageId): boolean {
  return familyOf(a) === familyOf(b);
}

function familyOf(language: LanguageId): string {
  return language === 'tsx' || language === 'javascript' ? 'typescript' : language;
}
