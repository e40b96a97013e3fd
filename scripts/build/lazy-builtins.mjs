// Loads built-in modules of Node at the first call: these take as long as the rest of a short command. Programs that need them
// anyway have node:crypto alone that way.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const IN_COMMANDS = ['node:child_process', 'node:crypto', 'node:fs/promises', 'node:net'];
const MARK = '\0lazy-';

/** @param folder of the program in dist/ */
export function lazyIn(folder) {
  return folder === 'cli' ? IN_COMMANDS : ['node:crypto'];
}

/** For the bundler: an import of one of `names` becomes functions and classes that load it when they are called. */
export function lazyBuiltins(names) {
  return {
    name: 'lazy-builtins',
    resolveId: {
      filter: { id: /^node:/ },
      handler: (id) => (names.includes(id) ? MARK + id : null),
    },
    load: {
      filter: { id: /^\0lazy-/ },
      handler: (id) => ({ code: lazySource(id.slice(MARK.length)), moduleSideEffects: false }),
    },
  };
}

function lazySource(name) {
  const exported = Object.entries(require(name)).filter(([, value]) => typeof value === 'function');
  const functions = exported.map(
    ([key]) =>
      `export function ${key}(...args) { return new.target ? Reflect.construct(load().${key}, args) : load().${key}(...args); }`,
  );
  const whole = 'export default new Proxy({}, { get: (_, key) => load()[key] });';
  return [`const load = () => process.getBuiltinModule('${name}');`, ...functions, whole].join(
    '\n',
  );
}
