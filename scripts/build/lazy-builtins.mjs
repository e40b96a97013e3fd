// Loads built-in modules of Node at the first call: these take as long as the rest of a short command.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
export const LAZY_BUILTINS = ['node:child_process', 'node:crypto', 'node:fs/promises', 'node:net'];
const MARK = '\0lazy ';

/** For the bundler: an import of one of them becomes functions and classes that load it when they are called. */
export function lazyBuiltins() {
  return {
    name: 'lazy-builtins',
    resolveId: {
      filter: { id: /^node:/ },
      handler: (id) => (LAZY_BUILTINS.includes(id) ? MARK + id : null),
    },
    load: {
      filter: { id: /^\0lazy / },
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
