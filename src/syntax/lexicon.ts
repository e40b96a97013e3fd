/** How a language writes comments and strings, for the languages that have no grammar here. */
import {
  C_BLOCK,
  NESTED_C,
  MARKUP,
  SLASHES,
  HASH,
  HASH_ANYWHERE,
  leading,
  DOUBLE,
  SINGLE,
  LONG_DOUBLE,
  TRIPLE,
  TRIPLE_SINGLE,
  RAW_TRIPLE,
  BACKQUOTED,
  CHARACTER,
  DOLLAR,
  LONG_BRACKETS,
  lineOf,
  literally,
  type Lexicon,
  type Literal,
} from './literals.ts';

const c: Lexicon = {
  line: SLASHES,
  blocks: [C_BLOCK],
  literals: [
    { open: /R"([^\s()\\]{0,16})\(/y, closer: ([, word = '']) => `\\)${literally(word)}"` },
    DOUBLE,
    CHARACTER,
  ],
};
const kotlin: Lexicon = {
  line: SLASHES,
  blocks: [NESTED_C],
  literals: [{ ...RAW_TRIPLE, code: DOLLAR }, { ...DOUBLE, code: DOLLAR }, CHARACTER],
};
const swift: Lexicon = {
  line: SLASHES,
  blocks: [NESTED_C],
  literals: [
    { open: /(#{1,9})"""/y, closer: ([, marks = '']) => `"""${marks}` },
    { open: /(#{1,9})"/y, closer: ([, marks = '']) => `"${marks}|$` },
    { ...TRIPLE, code: ['\\(', ')'] },
    { ...DOUBLE, code: ['\\(', ')'] },
  ],
};
const scala: Lexicon = {
  line: SLASHES,
  blocks: [NESTED_C],
  literals: [
    { ...RAW_TRIPLE, open: /(?<=\w)"""/y, code: DOLLAR },
    RAW_TRIPLE,
    { ...DOUBLE, open: /(?<=\w)"/y, code: DOLLAR },
    DOUBLE,
    CHARACTER,
  ],
};
const dart: Lexicon = {
  line: SLASHES,
  blocks: [NESTED_C],
  literals: [
    { open: /r"""/y, close: '"""', lines: true },
    { open: /r'''/y, close: "'''", lines: true },
    { open: /r"/y, close: '"' },
    { open: /r'/y, close: "'" },
    { ...TRIPLE, code: DOLLAR },
    { ...TRIPLE_SINGLE, code: DOLLAR },
    { ...DOUBLE, code: DOLLAR },
    { ...SINGLE, code: DOLLAR },
  ],
};
const groovy: Lexicon = {
  line: SLASHES,
  blocks: [C_BLOCK],
  literals: [TRIPLE, TRIPLE_SINGLE, { ...DOUBLE, code: DOLLAR }, SINGLE],
};
const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
const SIGILS: readonly Literal[] = ['"""', "'''", ')', ']', '}', '>', '"', "'", '/', '|'].map(
  (close) => ({
    open: new RegExp(`~[a-zA-Z]{1,20}${literally(OPENED_BY[close] ?? close)}`, 'y'),
    close,
    escape: '\\',
    lines: true,
  }),
);
const elixir: Lexicon = {
  line: HASH_ANYWHERE,
  literals: [
    ...SIGILS,
    { open: /(?<!\w)\?\\?./y },
    { ...TRIPLE, code: ['#{', '}'] },
    { ...TRIPLE_SINGLE, code: ['#{', '}'] },
    { ...LONG_DOUBLE, code: ['#{', '}'] },
    { open: /(?<!\w)'/y, close: "'", escape: '\\', lines: true },
  ],
};
const erlang: Lexicon = { line: /(?<!\$)%/y, literals: [{ open: /\$\\?./y }, LONG_DOUBLE, SINGLE] };
const haskell: Lexicon = {
  line: /--+(?![!#$%&*+./<=>?@\\^|~:-])/y,
  blocks: [{ open: '{-', close: '-}', nested: true }],
  literals: [DOUBLE, CHARACTER],
};
const ml: Lexicon = {
  line: SLASHES,
  blocks: [{ open: '(*', close: '*)', nested: true }],
  literals: [TRIPLE, LONG_DOUBLE, CHARACTER],
};
const ocaml: Lexicon = {
  blocks: [{ open: '(*', close: '*)', nested: true }],
  literals: [
    { open: /\{([a-z_]{0,50})\|/y, closer: ([, word = '']) => `\\|${word}\\}` },
    LONG_DOUBLE,
    CHARACTER,
  ],
};
const lisp: Lexicon = {
  line: /;/y,
  blocks: [{ open: '#|', close: '|#', nested: true }],
  literals: [{ open: /[\\?]\\?[^\s]/y }, LONG_DOUBLE],
};
const lua: Lexicon = {
  line: /--(?!\[=*\[)/y,
  blocks: [
    { open: '--[[', close: ']]' },
    { open: '--[=[', close: ']=]' },
    { open: '--[==[', close: ']==]' },
  ],
  literals: [LONG_BRACKETS, DOUBLE, SINGLE],
};
const sql: Lexicon = {
  line: /--/y,
  blocks: [C_BLOCK],
  literals: [
    { open: /'/y, close: "'", escape: 'double', lines: true },
    { open: /"/y, close: '"', escape: 'double', lines: true },
  ],
};
const r: Lexicon = {
  line: HASH_ANYWHERE,
  literals: [{ ...LONG_DOUBLE }, { ...SINGLE, lines: true }, BACKQUOTED],
};
const julia: Lexicon = {
  line: /#(?!=)/y,
  blocks: [{ open: '#=', close: '=#', nested: true }],
  literals: [TRIPLE, LONG_DOUBLE, { open: /(?<!\w)'(?:[^'\\\n]|\\[^\n]{1,9}?)'/y }],
};
const nim: Lexicon = {
  line: /#(?!\[)/y,
  blocks: [{ open: '#[', close: ']#', nested: true }],
  literals: [RAW_TRIPLE, DOUBLE, CHARACTER],
};
/** Documentation (`=pod`) and what follows `__END__` are no comments; quotes only where they are sure to be some. */
const perl: Lexicon = {
  line: HASH,
  literals: [
    { open: /^=[a-z]\w*[\s\S]*?(?:^=cut\b|(?![\s\S]))/my },
    { open: /^__(?:END|DATA)__[\s\S]*/my },
    { open: /<<~?(["'])(\w{1,50})\1/y, closer: ([, , word = '']) => lineOf(word) },
    { open: /<<~?([A-Z_]{1,50})\b/y, closer: ([, word = '']) => lineOf(word) },
    { open: /\bq[qwrx]?\s*(?:\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)/y },
    DOUBLE,
    { open: /(?<!\w)'/y, close: "'", escape: '\\' },
  ],
};
const make: Lexicon = { line: /(?<!\\)#/y };
const cmake: Lexicon = {
  line: /#(?!\[=*\[)/y,
  blocks: [{ open: '#[[', close: ']]' }],
  literals: [LONG_BRACKETS, LONG_DOUBLE],
};
const yaml: Lexicon = {
  line: /(?<![^\s])#/y,
  literals: [
    {
      open: /[|>][+-]?\d?[+-]?(?=[ \t]*(?:#[^\n]*)?$)(?<=[:\s-]\s*[|>]\S*)/my,
      endOf: endOfBlockScalar,
    },
    { open: /(?<=[\s,:[{-])"/y, close: '"', escape: '\\', lines: true },
    { open: /(?<=[\s,:[{-])'/y, close: "'", escape: 'double', lines: true },
  ],
};
const toml: Lexicon = {
  line: HASH_ANYWHERE,
  literals: [
    TRIPLE,
    { open: /'''/y, close: "'''", lines: true },
    DOUBLE,
    { open: /'/y, close: "'" },
  ],
};
const json: Lexicon = { line: SLASHES, blocks: [C_BLOCK], literals: [DOUBLE, SINGLE] };
const hcl: Lexicon = {
  line: /\/\/|#/y,
  blocks: [C_BLOCK],
  literals: [
    { open: /<<-?([A-Za-z_]\w{0,50})(?=\n)/y, closer: ([, word = '']) => lineOf(word) },
    { ...DOUBLE, code: DOLLAR },
  ],
};
const graphql: Lexicon = { line: HASH_ANYWHERE, literals: [RAW_TRIPLE, DOUBLE] };
const jq: Lexicon = { line: HASH_ANYWHERE, literals: [{ ...DOUBLE, code: ['\\(', ')'] }] };
const nix: Lexicon = {
  line: HASH_ANYWHERE,
  blocks: [C_BLOCK],
  literals: [{ open: /''/y, close: "''", lines: true }, LONG_DOUBLE],
};
const latex: Lexicon = { line: /(?<!\\)%/y };
const slashes: Lexicon = { line: SLASHES, blocks: [C_BLOCK], literals: [DOUBLE, CHARACTER] };
const styles: Lexicon = { line: /(?<!:)\/\//y, blocks: [C_BLOCK], literals: [DOUBLE, SINGLE] };
const d: Lexicon = {
  line: SLASHES,
  blocks: [C_BLOCK, { open: '/+', close: '+/', nested: true }],
  literals: [{ open: /r"[^"]*"/y }, BACKQUOTED, LONG_DOUBLE, CHARACTER],
};
const dashes: Lexicon = { line: /--/y, literals: [DOUBLE, CHARACTER] };
const fortran: Lexicon = { line: /!/y, literals: [DOUBLE, SINGLE] };
const basic: Lexicon = {
  line: /'|(?<=^[ \t]*)REM\b/imy,
  literals: [{ ...DOUBLE, escape: 'double' }],
};
const awk: Lexicon = { line: HASH, literals: [DOUBLE] };
const hashFirst: Lexicon = { line: leading('#') };
const settings: Lexicon = { line: leading('[#;!]') };
const vim: Lexicon = { line: leading('"') };
const batch: Lexicon = { line: leading('::|@?[Rr][Ee][Mm]\\b') };
const assembly: Lexicon = { line: leading('\\/\\/|[#;@]'), blocks: [C_BLOCK], literals: [DOUBLE] };
const markup: Lexicon = { blocks: [MARKUP] };
const templates: Lexicon = {
  blocks: [
    MARKUP,
    { open: '{#', close: '#}' },
    { open: '<%#', close: '%>' },
    { open: '<%--', close: '--%>' },
    { open: '{{!--', close: '--}}' },
  ],
};
const restructured: Lexicon = { line: leading('\\.\\. (?![\\w-]+::|_|\\[)') };
const asciidoc: Lexicon = { line: /^\/\/(?!\/)/my };
const none: Lexicon = {};

/** The lines of a YAML block scalar are indented more than the key or item that it is the value of. */
function endOfBlockScalar(text: string, start: number): number {
  const row = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const key = /^\s*(?:- +)*/.exec(row)?.[0] ?? '';
  const parent = /[^\s-]/.test(row) ? key.length : key.trimEnd().length - 1;
  let end = text.indexOf('\n', start);
  while (end >= 0) {
    const next = text.indexOf('\n', end + 1);
    const line = text.slice(end + 1, next < 0 ? undefined : next);
    if (line.trim() !== '' && line.search(/\S/) <= parent) return end;
    end = next;
  }
  return text.length;
}

export const LEXICONS = {
  c,
  kotlin,
  swift,
  scala,
  dart,
  groovy,
  elixir,
  erlang,
  haskell,
  ml,
  ocaml,
  lisp,
  lua,
  sql,
  r,
  julia,
  nim,
  perl,
  make,
  cmake,
  yaml,
  toml,
  json,
  hcl,
  graphql,
  jq,
  nix,
  latex,
  slashes,
  styles,
  d,
  dashes,
  fortran,
  basic,
  awk,
  hashFirst,
  settings,
  vim,
  batch,
  assembly,
  markup,
  templates,
  restructured,
  asciidoc,
  none,
};
