/** What is to be started of a package of npm. */
import { dirname, join } from 'node:path';

import { targetFacts, type Environment } from '../../platform/environment.ts';
import { inspectProgram } from '../../platform/find-program.ts';
import { realPath } from '../../platform/real-paths.ts';
import type { Failure } from '../../words/errors.ts';
import { findNode } from './find-node.ts';
import type { FoundPackage } from './find-package.ts';
import type { ProgramSpec, RealProgram } from './program-spec.ts';

export type RealArgv =
  | { readonly kind: 'real'; readonly argv: readonly [string, ...string[]] }
  | { readonly kind: 'missing'; readonly failure: Failure };

export interface PackageSearch {
  readonly found: FoundPackage;
  /** The file that was found, before its links were followed and after. */
  readonly asked: string;
  readonly real: string;
  readonly env: Environment;
}

export async function realInPackage(spec: ProgramSpec, search: PackageSearch): Promise<RealArgv> {
  switch (spec.real.kind) {
    case 'found':
      return { kind: 'real', argv: [search.real] };
    case 'native':
      return nativeProgram(spec, spec.real, search);
    case 'script':
      return scriptOfNode(spec, spec.real, search);
  }
}

/* oxlint-disable-next-line eslint/max-params -- the program, how it is packed, and where it was found */
async function nativeProgram(
  { about }: ProgramSpec,
  { paths }: Extract<RealProgram, { readonly kind: 'native' }>,
  { found }: PackageSearch,
): Promise<RealArgv> {
  const target = targetFacts();
  const wanted = paths(target);
  for (const folder of moduleFolders(found.root)) {
    for (const path of wanted) {
      const program = join(folder, path);
      if ((await inspectProgram(program)).kind === 'found')
        return { kind: 'real', argv: [realPath(program) ?? program] };
    }
  }
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `${about.name} ${found.version ?? ''} is here without its program for ${target.os}-${target.cpu}: ${found.root}`,
      hint: `Install it again, with its optional packages: ${about.install}`,
    },
  };
}

/** Nearest first: that of the package itself, then each above it. */
function moduleFolders(root: string): readonly string[] {
  const folders = [join(root, 'node_modules')];
  for (let at = dirname(root); at !== dirname(at); at = dirname(at))
    folders.push(at.endsWith('/node_modules') ? at : join(at, 'node_modules'));
  return [...new Set(folders)];
}

/* oxlint-disable-next-line eslint/max-params -- the program, how it is packed, and where it was found */
async function scriptOfNode(
  { about }: ProgramSpec,
  { path, flags, node }: Extract<RealProgram, { readonly kind: 'script' }>,
  { found, asked, env }: PackageSearch,
): Promise<RealArgv> {
  const script = join(found.root, path);
  if (realPath(script) === null) {
    return {
      kind: 'missing',
      failure: {
        code: 'engine-missing',
        message: `${about.name} ${found.version ?? ''} is here without its program: ${script}`,
        hint: `Install it again: ${about.install}`,
      },
    };
  }
  const search = await findNode({ atLeast: node, asked, packageRoot: found.root, env });
  if (search.kind === 'found') return { kind: 'real', argv: [search.path, ...flags, script] };
  const seen = search.seen.map(({ path: at, version }) => `${version} (${at})`).join(', ');
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `${about.name} needs Node ${node} or newer; found was ${seen === '' ? 'none' : seen}`,
      hint: `Install Node ${node} or newer, and put it on PATH.`,
    },
  };
}
