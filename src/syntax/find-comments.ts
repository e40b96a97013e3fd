/**
 * Where the comments of a file are: by the grammar of its language where there is one, else by its marks. C and C++ have none
 * here: theirs takes the comment behind a `#define` for a part of it. Grammars are loaded before the first text.
 */
import { parserFor, type CodeParser, type Node, type Tree } from './grammars.ts';
import { lexComments, type Span } from './lex-comments.ts';
import { lexiconOf } from './lexicon-of.ts';

export interface SourceComments {
  /** In order. */
  readonly spans: readonly Span[];
  /**
   * The same for two texts that differ in comments alone. Empty where only marks are known, and where it was not asked for:
   * compare the text without its comments then.
   */
  readonly shape: string;
}

export interface CommentFinder {
  /** `null`: nothing is known of how such files write comments, or the text takes too long to parse. */
  find(path: string, text: string, wants?: 'shape'): SourceComments | null;
}

/** @param paths of the files that will be asked for; their grammars are loaded, and those of scripts where one may be among them */
export async function commentFinder(paths: Iterable<string>): Promise<CommentFinder> {
  const parsers = new Map<string, CodeParser>();
  for (const path of paths) {
    const names = mayBeScript(path) ? SCRIPTS.map(([, ending]) => `.${ending}`) : [path];
    for (const name of names) {
      const grammar = grammarOf(name);
      if (grammar === null || parsers.has(grammar.name)) continue;
      parsers.set(grammar.name, await parserFor(grammar.name));
    }
  }
  return {
    find: (named, text, wants) => {
      const path = nameWithKind(named, text);
      const grammar = grammarOf(path);
      const parser = parsers.get(grammar?.name ?? '');
      const tree = parser?.parse(text) ?? null;
      if (grammar === null || tree === null) return byMarks(path, text);
      try {
        const shape = wants === undefined ? '' : tree.rootNode.toString();
        return { spans: commentsOf(tree, grammar), shape };
      } finally {
        tree.delete();
      }
    },
  };
}

/** Whether it is known how such files write comments, or that they have none. */
export function isKnownKind(path: string): boolean {
  return grammarOf(path) !== null || lexiconOf(path) !== null;
}

/** By the interpreter on the first line of a file without an ending. */
const SCRIPTS: readonly (readonly [interpreter: RegExp, ending: string])[] = [
  [/^(?:ba|da|a)?sh$/, 'sh'],
  [/^(?:zsh|ksh)$/, 'zsh'],
  [/^python[\d.]*$/, 'py'],
  [/^ruby$/, 'rb'],
  [/^node$/, 'js'],
  [/^perl$/, 'pl'],
];

/** `bin/setup` as `bin/setup.sh` where its first line is `#!/bin/sh`; a name that tells its kind as it is. */
export function nameWithKind(path: string, text: string): string {
  if (!mayBeScript(path) || !text.startsWith('#!')) return path;
  const words = text.slice(2, 200).split('\n', 1)[0]?.trim().split(/\s+/) ?? [];
  const program =
    words
      .find((word) => !/(?:^|\/)env$|^-|=/.test(word))
      ?.split('/')
      .at(-1) ?? '';
  const ending = SCRIPTS.find(([interpreter]) => interpreter.test(program))?.[1];
  return ending === undefined ? path : `${path}.${ending}`;
}

function mayBeScript(path: string): boolean {
  return !/\.[^./]*$/.test(path) && !isKnownKind(path);
}

interface Grammar {
  readonly name: string;
  readonly comments: readonly string[];
}

const COMMENT = ['comment'];
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ...named('bash', COMMENT, 'sh bash'),
  ...named('c-sharp', COMMENT, 'cs'),
  ...named('css', COMMENT, 'css'),
  ...named('go', COMMENT, 'go'),
  ...named('java', ['line_comment', 'block_comment'], 'java'),
  ...named('javascript', ['comment', 'html_comment'], 'js jsx mjs cjs'),
  ...named('php', COMMENT, 'php phtml'),
  ...named('powershell', COMMENT, 'ps1 psm1 psd1'),
  // A docstring is a string to Python, and a comment to people.
  ...named('python', ['comment', 'string'], 'py pyi pyw'),
  ...named('ruby', COMMENT, 'rb rake gemspec ru'),
  ...named('rust', ['line_comment', 'block_comment'], 'rs'),
  ...named('tsx', COMMENT, 'tsx'),
  ...named('typescript', COMMENT, 'ts mts cts'),
};
const BY_NAME: Readonly<Record<string, string>> = {
  rakefile: 'rb',
  gemfile: 'rb',
  podfile: 'rb',
  fastfile: 'rb',
  vagrantfile: 'rb',
  brewfile: 'rb',
  '.bashrc': 'sh',
  '.profile': 'sh',
};

function named(
  name: string,
  comments: readonly string[],
  endings: string,
): Readonly<Record<string, Grammar>> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, { name, comments }]));
}

function grammarOf(path: string): Grammar | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  return GRAMMARS[BY_NAME[name] ?? /\.([^.]+)$/.exec(name)?.[1] ?? ''] ?? null;
}

function commentsOf(tree: Tree, { comments }: Grammar): readonly Span[] {
  const nodes = tree.rootNode
    .descendantsOfType([...comments])
    .flatMap((node) => (node === null || isPlainString(node) ? [] : [node]));
  return nodes.map(({ type, startIndex, endIndex }) => ({
    start: startIndex,
    end: endIndex,
    ...(type === 'string' ? { shown: true } : {}),
  }));
}

function isPlainString({ type, parent }: Node): boolean {
  return type === 'string' && parent?.type !== 'expression_statement';
}

function byMarks(path: string, text: string): SourceComments | null {
  const lexicon = lexiconOf(path);
  return lexicon === null ? null : { spans: lexComments(text, lexicon), shape: '' };
}
