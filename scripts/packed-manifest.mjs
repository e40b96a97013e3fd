// `prepare` builds a checkout. In a package it has nothing to do, but npm warns of it whoever installs the package from a file
// or an address. npm packs package.json as it lies on disk: so it is written without that script before (`prepack`), and as it
// was afterwards (`postpack`).
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = join(root, 'package.json');
const kept = join(root, '.build', 'package.json');
const PREPARE = /^ +"prepare": .*\n/m;

if (process.argv[2] === '--restore') restore();
else withoutPrepare();

/** Of two packs at once the second one finds nothing to take out, and must not keep that as the original. */
function withoutPrepare() {
  const text = readFileSync(manifest, 'utf8');
  if (!PREPARE.test(text)) return;
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, text);
  replaceManifest(text.replace(PREPARE, ''));
}

function restore() {
  if (!existsSync(kept)) return;
  const original = readFileSync(kept, 'utf8');
  const untouched = readFileSync(manifest, 'utf8') === original.replace(PREPARE, '');
  if (untouched) return renameSync(kept, manifest);
  console.error(`package.json was changed while it was packed; it lacks prepare, see ${kept}`);
  process.exitCode = 1;
}

function replaceManifest(text) {
  const staged = join(dirname(kept), 'package.json.packed');
  writeFileSync(staged, text);
  renameSync(staged, manifest);
}
