import { homes, rooms, storeInside } from './scripts/rooms.mjs';

const order = Object.keys(rooms);

/** Without the rooms inside of it. */
const filesOf = (room) => {
  const inside = order.filter((other) => other.startsWith(`${room}/`));
  return `^src/${room}/${inside.map((other) => `(?!${other.slice(room.length + 1)}/)`).join('')}`;
};

const roomRules = order.map((room, level) => ({
  name: `${room.replaceAll('/', '-')}-may-import`,
  severity: 'error',
  from: { path: filesOf(room) },
  to: { path: '^src/', pathNot: order.slice(0, level + 1).map(filesOf) },
}));

const everyFileHasARoom = {
  name: 'every-file-has-a-room',
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${order.join('|')})/` },
  to: {},
};

const homeRules = Object.entries(homes).map(([name, folder]) => ({
  name: `${name}-lives-in-${folder}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${folder}/` },
  to: { path: `^node_modules/${name}/` },
}));

export const LATE =
  '^src/engines/(programs/find-real-program|[^/]+/user-settings|[^/]+/sessions/index)\\.ts$';

const lateRule = {
  name: 'engines-load-these-late',
  severity: 'error',
  comment: 'supervisors know every engine, and need none of these; the lean rules leave them out',
  from: { path: '^src/', pathNot: '^src/engines/[^/]+/(user-settings|sessions/)' },
  to: { path: LATE, dependencyTypesNot: ['dynamic-import', 'type-only'] },
};

const storeHasPorts = {
  name: 'store-has-ports',
  severity: 'error',
  comment: 'how records are kept is for the store alone: ask for a port of the opened workspace',
  from: { path: '^src/', pathNot: '^src/store/' },
  to: { path: storeInside.map((inside) => `^src/store/${inside}`) },
};

const actorIsHandedIn = {
  name: 'actor-is-handed-in',
  severity: 'error',
  comment:
    'who acts comes from the command line, the page or the tools, as `actor` of the opened workspace',
  from: { path: '^src/', pathNot: '^src/cli/' },
  to: { path: '^src/platform/user-name' },
};

export default {
  forbidden: [
    ...roomRules,
    everyFileHasARoom,
    storeHasPorts,
    actorIsHandedIn,
    ...homeRules,
    lateRule,
    {
      name: 'words-are-pure',
      severity: 'error',
      comment: 'words/ has no I/O and no clock; zod is its only package',
      from: { path: '^src/words/' },
      to: { pathNot: '^(src/words/|node_modules/zod/)' },
    },
    {
      name: 'effects-live-in-platform',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/' },
      to: {
        path: '^(node:)?(fs|fs/promises|child_process|process|net|http|https|os|timers|timers/promises)$',
      },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'src-never-imports-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
