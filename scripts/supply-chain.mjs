// What the package installs: writes docs/sbom.cdx.json (CycloneDX) from package-lock.json; with --check, fails when it is
// out of date, and when a package that runs a script at install is not listed here with a reason.
import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BUNDLED_ONLY } from './build/programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'docs', 'sbom.cdx.json');

/** Packages that may run a script at install. None of them is installed with the published package. */
const INSTALL_SCRIPTS = {
  '@swc/core': 'development only: selects the binary of this platform',
  node: 'development only: selects the Node 24 that half of the tests run on',
};

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const bundled = bundledOnly();
const problems = installScripts();
const made = `${JSON.stringify(bill(), null, 1)}\n`;
if (process.argv.includes('--check')) {
  if (made !== readFileSync(target, 'utf8'))
    problems.push('docs/sbom.cdx.json is out of date: run node scripts/supply-chain.mjs');
} else writeFileSync(target, made);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function installScripts() {
  const found = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript);
  const names = new Set(found.map(([path]) => nameOf(path)));
  return [
    ...found
      .filter(([, entry]) => !entry.dev)
      .map(([path]) => `${path} runs a script when Roundsman is installed`),
    ...[...names]
      .filter((name) => !(name in INSTALL_SCRIPTS))
      .map((name) => `${name} runs a script at install: list it in scripts/supply-chain.mjs`),
    ...Object.keys(INSTALL_SCRIPTS)
      .filter((name) => !names.has(name))
      .map((name) => `scripts/supply-chain.mjs lists ${name}, which runs no script at install`),
  ];
}

/** From the lock alone: `npm sbom` answers differently from one version of npm to the next. */
function bill() {
  const shipped = Object.keys(packages).filter((path) => path !== '' && isShipped(path));
  const parts = new Map(shipped.map((path) => [refOf(path), partOf(path)]));
  const edges = new Map(['', ...shipped].map((path) => [refOf(path), dependenciesOf(path)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...partOf(''), type: 'application' } },
    components: [...parts.values()].toSorted(byRef),
    dependencies: [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}

function isShipped(path) {
  return !packages[path].dev || bundled.has(path);
}

/** What stands in the bundles although it is installed for building alone, with all that it imports. */
function bundledOnly() {
  const found = new Set();
  const add = (from, name) => {
    const path = placeOf(from, name);
    if (path === null || found.has(path)) return;
    found.add(path);
    for (const one of Object.keys(packages[path].dependencies ?? {})) add(path, one);
  };
  for (const name of BUNDLED_ONLY) add('', name);
  return found;
}

function partOf(path) {
  const { version, license, integrity } = packages[path];
  return {
    type: 'library',
    'bom-ref': refOf(path),
    name: nameOf(path),
    version,
    purl: `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  };
}

/** What each dependency resolves to from that place, as Node looks it up. Peers that are installed count. */
function dependenciesOf(path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path];
  const names = [
    ...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
    ...(path === '' ? BUNDLED_ONLY : []),
  ];
  const refs = names
    .map((name) => placeOf(path, name))
    .filter((at) => at !== null && isShipped(at));
  return [...new Set(refs.map(refOf))].toSorted();
}

function placeOf(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return null;
  }
}

/** Subresource integrity as CycloneDX writes it. */
function hashOf(integrity) {
  const [, algorithm, digest] = /^sha(\d+)-(\S+)$/.exec(integrity);
  return { alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') };
}

function nameOf(path) {
  return packages[path].name ?? path.replace(/^.*node_modules\//, '');
}

function refOf(path) {
  return `${nameOf(path)}@${packages[path].version}`;
}

function byRef(one, other) {
  return one['bom-ref'] < other['bom-ref'] ? -1 : 1;
}
