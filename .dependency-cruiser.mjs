import { homes, leanPrograms, rooms, storeInside } from './scripts/rooms.mjs';

const order = Object.keys(rooms);

const roomRules = order.map((room, level) => ({
  name: `${room}-may-import`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${order.slice(0, level + 1).join('|')})/` },
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

const leanRules = leanPrograms.map((program) => ({
  name: `${program.replaceAll('/', '-')}-loads-no-package`,
  severity: 'error',
  comment:
    'it may wait for hours, or starts once for every run: Node built-ins and files of ours only',
  from: { path: `^${program}$` },
  to: { path: '^node_modules/', reachable: true },
}));

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
    ...leanRules,
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
