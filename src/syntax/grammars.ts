/** The parser's runtime and its grammars, loaded once, when something is first parsed. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { Language, Node, Parser, Tree, TreeCursor } from '@vscode/tree-sitter-wasm';

export type { Node, Tree, TreeCursor };

type Runtime = Pick<typeof TreeSitter, 'Language' | 'Parser'>;

let runtime: Promise<Runtime> | null = null;
const grammars = new Map<string, Promise<Language>>();

/**
 * Steps of the parser's own count that a text may take: some hundred times what ordinary code of a megabyte needs. Counted,
 * not timed, so that the same text has the same answer on any machine.
 */
const MOST_STEPS = 40_000;

export interface CodeParser {
  /** The caller deletes the tree. `null`: it took too long. `before`: an edited tree, of which what still holds is used again. */
  parse(text: string, before?: Tree): Tree | null;
}

/**
 * @param grammar the name of its file, without `tree-sitter-` and `.wasm`
 * Throws what the runtime throws when a grammar cannot be loaded.
 */
export async function parserFor(grammar: string): Promise<CodeParser> {
  runtime ??= loadRuntime();
  const { Parser } = await runtime;
  const language = await grammarOf(grammar);
  return {
    parse: (text, before) => parseWith(new Parser().setLanguage(language), { text, before }),
  };
}

function parseWith(
  parser: Parser,
  { text, before }: { readonly text: string; readonly before: Tree | undefined },
): Tree | null {
  let steps = 0;
  try {
    return parser.parse(text, before ?? null, {
      progressCallback: () => (steps += 1) > MOST_STEPS,
    });
  } finally {
    parser.delete();
  }
}

async function loadRuntime(): Promise<Runtime> {
  // CommonJS whose names Node does not see: what it exports is its default.
  const { default: loaded } = await import('@vscode/tree-sitter-wasm');
  await loaded.Parser.init();
  return loaded;
}

async function grammarOf(name: string): Promise<Language> {
  const known = grammars.get(name);
  if (known !== undefined) return known;
  const home = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  const { Language } = await (runtime ??= loadRuntime());
  const loading = Language.load(join(home, `tree-sitter-${name}.wasm`));
  grammars.set(name, loading);
  return loading;
}
