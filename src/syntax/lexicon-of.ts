/** How comments are written in a file, by its name. */
import { LEXICONS } from './lexicon.ts';
import type { Lexicon } from './literals.ts';

const {
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
} = LEXICONS;

/** By the ending of a file's name, in lower case. */
const BY_ENDING: Readonly<Record<string, Lexicon>> = {
  ...all(
    c,
    'c h cc cpp cxx c++ hpp hh hxx ipp inl cu cuh m mm ino metal glsl vert frag hlsl y yy ypp l ll',
  ),
  ...all(kotlin, 'kt kts'),
  ...all(swift, 'swift'),
  ...all(scala, 'scala sc sbt'),
  ...all(dart, 'dart'),
  ...all(groovy, 'groovy gradle'),
  ...all(elixir, 'ex exs'),
  ...all(erlang, 'erl hrl'),
  ...all(haskell, 'hs purs elm'),
  ...all(ml, 'fs fsi fsx'),
  ...all(ocaml, 'ml mli'),
  ...all(lisp, 'lisp lsp cl el scm rkt clj cljs cljc edn'),
  ...all(lua, 'lua tl'),
  ...all(sql, 'sql psql'),
  ...all(r, 'r'),
  ...all(julia, 'jl'),
  ...all(nim, 'nim nims'),
  ...all(perl, 'pl pm t'),
  ...all(make, 'mk mak am'),
  ...all(cmake, 'cmake'),
  ...all(yaml, 'yaml yml'),
  ...all(toml, 'toml'),
  ...all(json, 'jsonc json5 code-workspace'),
  ...all(none, 'json geojson webmanifest ipynb csv tsv svg po pot dic strings'),
  ...all(hcl, 'tf hcl tfvars nomad'),
  ...all(graphql, 'graphql gql graphqls'),
  ...all(jq, 'jq'),
  ...all(nix, 'nix'),
  ...all(latex, 'tex sty cls bib'),
  ...all(slashes, 'zig proto thrift sol v sv rego gradle.kts as hx fbs cue jsonnet libsonnet'),
  ...all(styles, 'scss sass less styl'),
  ...all(d, 'd di'),
  ...all(dashes, 'adb ads vhd vhdl'),
  ...all(fortran, 'f90 f95 f03 f08'),
  ...all(basic, 'vb bas vbs'),
  ...all(awk, 'awk fish tcl zsh ksh just nu'),
  ...all(hashFirst, 'gitignore gitattributes dockerignore npmignore env conf'),
  ...all(settings, 'properties ini cfg editorconfig desktop service'),
  ...all(vim, 'vim'),
  ...all(batch, 'bat cmd'),
  ...all(assembly, 's asm'),
  ...all(
    markup,
    'xml xhtml xsd xsl xslt plist csproj vbproj fsproj props targets storyboard xib rss',
  ),
  ...all(
    templates,
    'html htm erb ejs j2 jinja jinja2 twig hbs handlebars liquid njk jsp eex heex leex mustache cshtml',
  ),
  ...all(markup, 'md mdx markdown'),
  ...all(restructured, 'rst'),
  ...all(asciidoc, 'adoc asciidoc'),
};

/** By a whole name, in lower case. */
const BY_NAME: Readonly<Record<string, Lexicon>> = {
  ...all(make, 'makefile gnumakefile'),
  ...all(cmake, 'cmakelists.txt'),
  ...all(
    hashFirst,
    'dockerfile containerfile requirements.txt codeowners .gitignore .gitattributes .dockerignore .env',
  ),
  ...all(awk, 'justfile procfile'),
  ...all(json, 'tsconfig.json jsconfig.json .eslintrc .babelrc devcontainer.json'),
  ...all(settings, '.editorconfig .npmrc .gitconfig'),
};

function all(lexicon: Lexicon, names: string): Readonly<Record<string, Lexicon>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, lexicon]));
}

/** `null`: nothing is known of such files. A language without comments has an empty one. */
export function lexiconOf(path: string): Lexicon | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  const ending = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  return BY_NAME[name] ?? BY_ENDING[ending] ?? null;
}
