/** What JavaScript and TypeScript import: `import`, `export … from`, `require`. */
import type { ImportRead } from '../language-table.ts';

const FROM = /^(?:import|export)\s+(?:type\s+)?([^]*?)\s*from\s*['"]([^'"]*)['"]/;
const BARE = /^import\s*['"]([^'"]*)['"]/;
const REQUIRE =
  /^([^]*?)=\s*(?:await\s+)?(?:require|import)\s*\(\s*['"`]([^'"`]*)['"`]\s*\)\s*(?:\.\s*([\w$]+))?/;
const ANY_REQUIRE = /\b(?:require|import)\s*\(\s*['"]([^'"]*)['"]/;

export function readEcmaImport(text: string): readonly ImportRead[] {
  const from = FROM.exec(text);
  if (from !== null) return [clause(from[1] ?? '', from[2] ?? '')];
  const bare = BARE.exec(text);
  if (bare !== null) return [nothing(bare[1] ?? '')];
  const required = REQUIRE.exec(text);
  if (required !== null) {
    const left = (required[1] ?? '').trim();
    if (left.startsWith('{')) return [clause(left, required[2] ?? '')];
    // `require('x').y` is one name of it.
    const name = /^[\w$]+$/.exec(left)?.[0] ?? null;
    const module = nothing(required[2] ?? '');
    const [, , , member] = required;
    if (member === undefined) return [{ ...module, namespace: name }];
    return [name === null ? module : { ...module, names: [{ name: member, as: name }] }];
  }
  if (!/^[\w$]+\s*=/.test(text)) return [];
  const any = ANY_REQUIRE.exec(text)?.[1];
  return any === undefined ? [] : [nothing(any)];
}

function nothing(module: string): ImportRead {
  return { module, names: [], namespace: null, wildcard: false };
}

/** `Default, { a, b as c }`, `* as ns`, `*`, `{ a: b }`. */
function clause(text: string, module: string): ImportRead {
  const braces = /\{([^}]*)\}/.exec(text)?.[1] ?? '';
  const outside = text.replace(/\{[^}]*\}/, '');
  const star = /\*\s*as\s+([\w$]+)/.exec(outside)?.[1] ?? null;
  const plain = /^\s*([\w$]+)/.exec(outside)?.[1] ?? null;
  const names = braces
    .split(',')
    .map((part) => /^\s*(?:type\s+)?([\w$]+)(?:\s*(?:as\s|:)\s*([\w$]+))?/.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ name: match[1] ?? '', as: match[2] ?? match[1] ?? '' }));
  return {
    module,
    // A default import may stand for any one thing of the module, and is called through like a namespace as well.
    names: plain === null ? names : [{ name: 'default', as: plain }, ...names],
    namespace: star ?? plain,
    wildcard: star === null && outside.includes('*'),
  };
}
