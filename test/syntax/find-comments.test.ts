/** In each text, `yes` stands in a comment, and `no` does not. */
import { expect, it } from 'vitest';

import { commentFinder } from '../../src/syntax/find-comments.ts';

const TEXTS: readonly (readonly [path: string, text: string])[] = [
  [
    'a.kt',
    'fun f() { no("x") // yes\n val s = "// no ${g("/* no")} // no" /* yes */ }\nval c = \'"\' // yes',
  ],
  ['a.kt', 'val r = """ // no\n """ // yes\n/* /* yes */ yes */ no'],
  [
    'a.rb',
    'x = <<~no\n  # no\nno\n# yes\n=begin\nyes\n=end\ns = "# no #{1 # yes\n}"\n__END__\n# no\n',
  ],
  [
    'a.yaml',
    'no: open # yes\nrun: |\n  # no\n  echo\nother: >-\n  x # no\nz: "a # no"\nk: it\'s # yes\n',
  ],
  ['a.yaml', '- a: |\n    # no\n  b: 1 # yes\n- |\n  # no\n- c # yes\n'],
  ['a.sh', 'cat <<EOF\n# no\nEOF\necho "# no" # yes\n'],
  ['a.ex', '@doc """\nno\n"""\nx = ~s(# no) # yes\ny = ?" # yes\n"a #{b # yes\n}"'],
  [
    'a.swift',
    'let a = #"// no"# // yes\nlet b = "\\(f("// no")) // no" // yes\n/* /* yes */ yes */',
  ],
  ['a.pl', 'my $x = q{# no}; # yes\n=pod\nno\n=cut\n# yes\nprint <<EOT;\n# no\nEOT\n# yes\n'],
  ['a.py', 'def f():\n  """yes"""\n  x = "no" # yes\n'],
  ['a.lua', '--[[ yes ]] x = [[ -- no ]] -- yes\n'],
  ['a.sql', "select '-- no' -- yes\n"],
  ['a.jq', 'def f: "# no \\("# no") # no"; # yes\n'],
  ['a.y', '%token X "// no"\na: X /* yes */ | \'"\' { $$ = 1; } // yes\n'],
  ['a.l', '"\\"" { return Q; } // yes\n"/*" { BEGIN(C); } /* yes */\n'],
  ['a.nu', 'print "# no" # yes\n'],
  ['a.json', '{"no": "// no"}'],
  ['a.md', '# no\n<!-- yes -->\n'],
  ['a.html', '<p>no</p>{# yes\nyes #}<!-- yes -->{#if no}\nno\n'],
  ['Makefile', 'x: # yes\n\techo no\n'],
  ['a.js', 'const r = /\\/\\/ no/; const t = `// no ${x /* yes */}`; // yes\n'],
  ['a.c', '#define X "// no" // yes\n#if 0\nit\'s // yes\n#endif\n/* yes */'],
  ['a.cpp', 'auto x = R"x(// no)x"; // yes'],
  ['a.rs', 'let x = r#"// no"#; // yes\nfn f<\'a>() {} /* /* yes */ */'],
  ['a.toml', 'x = "# no" # yes\n'],
  ['a.tf', 'x = <<EOT\n# no\nEOT\n# yes\n'],
  ['a.r', 'x <- "# no" # yes\n'],
  ['a.hs', 'x = "-- no" -- yes\n{- {- yes -} yes -}\ny = a --> b no\n'],
  ['a.css', 'a { content: "/* no */" } /* yes */'],
  ['a.cs', 'var s = @"// no"; var t = $"{x /* yes */} // no"; // yes\n'],
  ['a.clj', '(def c \\") ; yes\n'],
  [
    'a.pl',
    "print <<A . <<'B';\nno\nA\nno\nB\n1; # yes\nmy $y = 1 << 2; # yes\nprint <<C;\n# yes\n",
  ],
  ['a.swift', 'let a = ##"// no "# no"## // yes\nlet b = #"""\n// no\n"""# // yes\n'],
  ['a.ex', "a = ~r/# no/ # yes\nb = ~S'''\n# no\n''' # yes\nc = ~w[# no \\] # no] # yes\n"],
  ['a.dart', 'var a = r\'// no\'; // yes\nvar b = r"""\n// no\n"""; // yes\n'],
  ['a.lua', 'x = [==[ -- no ]] -- no ]==] -- yes\ny = [=[ -- yes\n'],
  ['a.ml', 'let a = {x|(* no *)|x} (* yes *)'],
  ['a.scala', 'val s = s"${f("// no")}" // yes\nval t = "${" // yes\n'],
  ['a.dart', "var a = 'x // no ${b}'; // yes\n"],
  ['a.php', '<?php $x = 1;\n// yes\n# yes\n?>\n// no\n<?php 1;\n'],
  ['a.go', 'x := `// no` // yes\n'],
  ['bin/setup', '#!/bin/sh\necho "# no" # yes\ncat <<A\n# no\nA\n'],
  ['bin/setup', '#!/usr/bin/env -S LC_ALL=C python3.12\nx = "# no" # yes\n'],
  ['bin/setup', '#! /usr/bin/zsh -f\nx="# no" # yes\n'],
  ['a.java', 'String s = """\n  // no\n  """; // yes\n'],
];

it.each(TEXTS)('%s: %j', async (path, text) => {
  const found = (await commentFinder([path])).find(path, text);
  for (const { 0: word, index } of text.matchAll(/\b(?:yes|no)\b/g)) {
    const inside = found?.spans.some(({ start, end }) => start <= index && index < end);
    expect([index, word, inside]).toEqual([index, word, word === 'yes']);
  }
});

it('tells of files of unknown kinds that it does not know them', async () => {
  const finder = await commentFinder(['a.xyz', 'bin/setup']);
  expect(finder.find('a.xyz', '// yes')).toBeNull();
  expect(finder.find('bin/setup', '#!/opt/unknown\n# yes')).toBeNull();
  expect(finder.find('bin/setup', '# sh\n# yes')).toBeNull();
});

it('gives two texts of one shape where comments alone differ', async () => {
  const finder = await commentFinder(['a.ts']);
  const shapes = ['f(); // TODO', 'f(); // TODO(RM-1)', 'f(1); // TODO'].map(
    (text) => finder.find('a.ts', text, 'shape')?.shape,
  );
  expect(shapes[0]).toBe(shapes[1]);
  expect(shapes[0]).not.toBe(shapes[2]);
});

it.each([
  'a.pl:<<A1\n',
  'a.pl:<<A',
  'a.ex:~s(',
  'a.lua:[=[',
  'a.tf:<<A\n',
  'a.swift:#',
  'a.ml:{a|',
])(
  'reads marks that are never closed in no time: %j',
  async (one) => {
    const [path = '', mark = ''] = one.split(':');
    const text = mark.repeat(200_000);
    expect((await commentFinder([path])).find(path, text)?.spans).toEqual([]);
  },
  20_000,
);

it('takes nothing for a comment once too many different marks are never closed', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const words = letters.flatMap((a) => letters.slice(0, 3).map((b) => `print <<${a}${b};\n`));
  const text = `${words.join('')}print <<END;\n# no\nEND\n`;
  expect((await commentFinder(['a.pl'])).find('a.pl', text)?.spans).toEqual([]);
});
