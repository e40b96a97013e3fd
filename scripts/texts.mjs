// Every text of src/ that a person may read, with its place: strings and templates of at least two words that are no pattern,
// no code and no list of words to compare with. `npm run check` holds them against the forms below; alone it lists them:
//   node scripts/texts.mjs [--list] [WORD]
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseAst } from 'rolldown/parseAst';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What we do not write, with what to write instead. */
const REFUSED = [
  [/\b(?:nobody)\b/i, 'name the person or process, or say what did not happen'],
  [/\b(?:whoever|whomever)\b/i, 'the person who, anyone who'],
  [/\bsomebody\b/i, 'someone, or the person or program that it is'],
  [/\bnothing was noticed\b/i, 'say how many checks passed'],
  [/\bc(?:a|o)mes? of it\b/i, 'the result'],
  [/\banew\b/i, 'again'],
  [/\bis to be\b/i, 'should be'],
  [/\bstands (?:here|there|twice)\b/i, 'is here, is there twice'],
  [/\bgoes on(?:[.,;:]|$)/i, 'continues'],
  [
    /(?<!here )\bis no (?:text|commit|file|folder|name|path|address|URL|id|run|item)\b/i,
    'is not a …',
  ],
];

/** Texts that are compared with what others wrote, or that others show: not ours. */
const DATA = [
  /^src\/collectors\/tickets\/(?:themes|urgency)\//,
  /^src\/ledger\/findings\/word-lists\.ts$/,
  /^src\/runtime\/setup\/demo\/(?:tickets|project)\.ts$/,
];

/** @returns {readonly {file: string, line: number, text: string}[]} in the order of the files */
function textsOf(folder = 'src') {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .filter((file) => !DATA.some((pattern) => pattern.test(file)))
    .toSorted()
    .flatMap(textsOfFile);
}

function textsOfFile(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const found = [];
  const visit = (node) => {
    const text = textOf(node);
    if (text !== null && isForPeople(text)) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ file, line, text });
    }
    if (/^(?:TS(?!As|Satisfies|NonNull)|Import)/.test(node.type)) return;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child?.type === 'string') visit(child);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return found;
}

/** Values within a template stand as `…`. */
function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return node.quasis.map(({ value }) => value.cooked).join('…');
}

function isForPeople(text) {
  return /\p{L}{2,}[,.;:]? \p{L}+/u.test(text) && !/\(\?[:=!<]|\\[wbsdp]/.test(text);
}

function faultsOf(texts) {
  return texts.flatMap(({ file, line, text }) =>
    REFUSED.flatMap(([pattern, instead]) => {
      const word = pattern.exec(text)?.[0];
      return word === undefined
        ? []
        : [`${file}:${line}: "${word}" in: ${text}\n  write: ${instead}`];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = textsOf();
  const [mode, word] = process.argv.slice(2);
  if (mode === '--list')
    for (const { file, line, text } of texts)
      if (word === undefined || text.includes(word))
        console.log(`${file}:${line}: ${JSON.stringify(text)}`);
  const faults = faultsOf(texts);
  for (const fault of faults) console.error(fault);
  console.error(`${texts.length} texts, ${faults.length} with a word that we do not use`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
