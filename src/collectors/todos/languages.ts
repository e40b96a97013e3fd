/** Which language a file is in, and how its functions and classes begin. Data. */
import { posix } from 'node:path';

export interface Language {
  readonly id: string;
  /** The groups of each give the name, from the outside in; tried in order on a line without its indentation. */
  readonly declarations: readonly RegExp[];
  /** Lines that stand at the margin wherever they are (preprocessor). */
  readonly marginal: RegExp | null;
}

const MODIFIERS =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|override|virtual|async|partial|open|data|inline|suspend|unsafe|extern|readonly|declare|pub(?:\\([^)]*\\))?|const)\\s+)*';
const NOT_WORD =
  '(?!(?:if|for|foreach|while|switch|catch|return|new|else|do|using|lock|throw|await|function|sizeof|elif|with|when|match|case)\\b)';

function language(
  id: string,
  declarations: readonly string[],
  marginal: RegExp | null = null,
): Language {
  return {
    id,
    declarations: declarations.map((source) => new RegExp(`^${source}`, 'u')),
    marginal,
  };
}

const CLASSLIKE = `${MODIFIERS}(?:class|interface|enum|struct|record|namespace|trait|object|protocol|extension|actor|module)\\s+(?:class\\s+)?([\\p{L}_$][\\p{L}\\d_$.]*)`;
const TYPED_METHOD = `${MODIFIERS}${NOT_WORD}(?:[\\w.<>\\[\\],?@&*:~]+\\s+)+${NOT_WORD}([\\p{L}_]\\w*)\\s*(?:<[^>]*>)?\\s*\\([^;]*$`;

const LANGUAGES: readonly Language[] = [
  language('js', [
    CLASSLIKE,
    `${MODIFIERS}function\\s*\\*?\\s*([\\p{L}_$][\\p{L}\\d_$]*)`,
    `(?:export\\s+)?(?:const|let|var)\\s+([\\p{L}_$][\\p{L}\\d_$]*)\\s*(?::[^=]+)?=\\s*(?:async\\s*)?(?:function\\b|\\([^)]*$|\\(.*=>|[\\p{L}_$][\\p{L}\\d_$]*\\s*=>|class\\b)`,
    `([\\p{L}_$][\\p{L}\\d_$.]*)\\s*[:=]\\s*(?:async\\s*)?(?:function\\b|\\(.*=>|[\\p{L}_$][\\p{L}\\d_$]*\\s*=>)`,
    `${MODIFIERS}(?:get\\s+|set\\s+)?\\*?${NOT_WORD}(#?[\\p{L}_$][\\p{L}\\d_$]*)\\s*(?:<[^>]*>)?\\([^;]*\\)\\s*(?::[^;]+)?\\{\\s*(?:\\/\\/.*|\\/\\*.*)?$`,
  ]),
  language('python', ['(?:async\\s+)?(?:def|class)\\s+([\\p{L}_][\\p{L}\\d_]*)']),
  language('go', [
    // The receiver stands for the type that a method belongs to.
    'func\\s+(?:\\((?:[\\p{L}_][\\p{L}\\d_]*\\s+)?\\*?([\\p{L}_][\\p{L}\\d_]*)[^)]*\\)\\s*)?([\\p{L}_][\\p{L}\\d_]*)',
    'type\\s+([\\p{L}_][\\p{L}\\d_]*)',
  ]),
  language('rust', [
    `${MODIFIERS}(?:extern\\s+"[^"]*"\\s+)?fn\\s+(\\w+)`,
    `${MODIFIERS}(?:struct|enum|trait|union|mod)\\s+(\\w+)`,
    'impl(?:<[^>]*>)?\\s+(?:[\\w:<>, ]+\\s+for\\s+)?&?(\\w+)',
    'macro_rules!\\s*(\\w+)',
  ]),
  language('java', [CLASSLIKE, TYPED_METHOD, `${MODIFIERS}([A-Z]\\w*)\\s*\\([^;]*\\{\\s*$`]),
  language('csharp', [CLASSLIKE, TYPED_METHOD, `${MODIFIERS}([A-Z]\\w*)\\s*\\([^;]*$`], /^#/),
  language('kotlin', [CLASSLIKE, `${MODIFIERS}fun\\s+(?:<[^>]*>\\s*)?(?:[\\w<>?]+\\.)?(\\w+)`]),
  language(
    'c',
    [
      '(?:typedef\\s+)?(?:class|struct|union|enum(?:\\s+class)?|namespace)\\s+(\\w+)[^;()]*$',
      `${NOT_WORD}(?:[\\w.<>\\[\\],&*:~]+[\\s*&]+)*${NOT_WORD}((?:\\w+::)*~?\\w+)\\s*\\([^;]*$`,
    ],
    /^#/,
  ),
  language('ruby', ['(?:def|class|module)\\s+(?:self\\.)?([A-Za-z_][\\w:?!]*)']),
  language('php', [CLASSLIKE, `${MODIFIERS}function\\s+&?(\\w+)`]),
  language('shell', ['function\\s+([\\w:.-]+)', '([\\w:.-]+)\\s*\\(\\)']),
  language('swift', [
    CLASSLIKE,
    `${MODIFIERS}(?:mutating\\s+)?func\\s+([\\p{L}_]\\w*)`,
    `${MODIFIERS}(init)[?!]?\\s*\\(`,
  ]),
  language('scala', [CLASSLIKE, `${MODIFIERS}(?:implicit\\s+|lazy\\s+)*def\\s+(\\w+)`]),
  language('lua', ['(?:local\\s+)?function\\s+([\\w.:]+)']),
  language('elixir', ['(?:defp?|defmodule|defmacrop?)\\s+([\\w.?!]+)']),
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  '.ts': 'js',
  '.tsx': 'js',
  '.mts': 'js',
  '.cts': 'js',
  '.js': 'js',
  '.jsx': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.vue': 'js',
  '.svelte': 'js',
  '.py': 'python',
  '.pyi': 'python',
  '.pyx': 'python',
  '.go': 'go',
  '.rs': 'rust',
  '.java': 'java',
  '.cs': 'csharp',
  '.kt': 'kotlin',
  '.kts': 'kotlin',
  '.c': 'c',
  '.h': 'c',
  '.cc': 'c',
  '.cpp': 'c',
  '.cxx': 'c',
  '.hpp': 'c',
  '.hh': 'c',
  '.m': 'c',
  '.mm': 'c',
  '.rb': 'ruby',
  '.rake': 'ruby',
  '.php': 'php',
  '.sh': 'shell',
  '.bash': 'shell',
  '.zsh': 'shell',
  '.swift': 'swift',
  '.scala': 'scala',
  '.lua': 'lua',
  '.tl': 'lua',
  '.ex': 'elixir',
  '.exs': 'elixir',
  '.groovy': 'java',
  '.dart': 'java',
};

/** By the file's extension; `null` for prose, settings and languages that are not in the table. */
export function languageOf(path: string): Language | null {
  const id = EXTENSIONS[posix.extname(path).toLowerCase()];
  return LANGUAGES.find((known) => known.id === id) ?? null;
}
