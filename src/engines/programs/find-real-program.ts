/**
 * From the name of a program to what is really to be started, and its version. Starts nothing but what says its version
 * nowhere else, and that once.
 */
import { isAbsolute } from 'node:path';

import { findOnPath, inspectProgram, type ProgramSearch } from '../../platform/find-program.ts';
import { realPath } from '../../platform/read-now.ts';
import type { Failure } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { compareVersions } from '../../words/version-order.ts';
import type { Preflight, PreflightRequest } from '../contract.ts';
import { askVersion } from './ask-version.ts';
import type { ProgramSpec } from './program-spec.ts';
import { findPackage, realInPackage } from './real-in-package.ts';

// Installers that keep several versions name a folder, or the program itself, by the version.

const VERSION = /^v?(\d{1,6}\.\d{1,6}\.\d{1,8}(?:-[\w.]{1,30})?)$/;

/** The whole preflight of an engine whose program is looked for by name; its credentials are looked at elsewhere. */
export async function findRealProgram(
  spec: ProgramSpec,
  { env, settings }: Pick<PreflightRequest, 'env' | 'settings'>,
): Promise<Preflight> {
  const named = settings?.program ?? null;
  const search = await searchFor(named ?? spec.name, env);
  if (search.kind !== 'found') return missing(whyMissing(spec, named, search));
  const real = realPath(search.path) ?? search.path;
  const found = await findPackage(real, spec.packages);
  const program =
    found === null
      ? ({ kind: 'real', argv: [itself(spec, search.path, real)] } as const)
      : await realInPackage(spec, { found, real, asked: search.path, env });
  if (program.kind === 'missing') return missing(program.failure);
  const version =
    found?.version ?? versionInPath(real, spec.name) ?? (await askVersion(program.argv, env));
  return {
    kind: 'ready',
    version,
    program: program.argv,
    warnings: versionWarnings(spec, version),
  };
}

async function searchFor(name: string, env: PreflightRequest['env']): Promise<ProgramSearch> {
  return isAbsolute(name) ? inspectProgram(name) : findOnPath(name, env);
}

/** A shim of a version manager knows by the name it is called by what to start; what has its own name needs no link. */
function itself({ name }: ProgramSpec, asked: string, real: string): string {
  const last = real.slice(real.lastIndexOf('/') + 1);
  return last.startsWith(name) || versionInPath(real, name) !== null ? real : asked;
}

function missing(failure: Failure): Preflight {
  return { kind: 'missing', failure };
}

function whyMissing(
  { name, about }: ProgramSpec,
  named: string | null,
  search: Exclude<ProgramSearch, { readonly kind: 'found' }>,
): Failure {
  const program = oneLine(named ?? name, 200);
  if (search.kind === 'not-executable') {
    return {
      code: 'engine-missing',
      message: `the program ${program} may not be run: ${search.path} is not executable`,
      hint: `Make it executable (chmod +x ${search.path}), or install it again: ${about.install}`,
    };
  }
  const where = isAbsolute(program) ? 'there' : 'on PATH';
  return {
    code: 'engine-missing',
    message: `${about.name} is not here: the program ${program} was not found ${where}`,
    hint:
      named === null
        ? `Install it: ${about.install}`
        : `Correct engines.${name}.program in roundsman.yaml, or install it: ${about.install}`,
  };
}

/** `claude/versions/2.1.0`, `Cellar/codex/0.9.0/bin/codex`; `null` when the path says none of this program. */
export function versionInPath(path: string, program: string): string | null {
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const version = VERSION.exec(part)?.[1];
    if (version === undefined) continue;
    const [before, above] = [parts[index - 1], parts[index - 2]];
    if (before === program || (before === 'versions' && above === program)) return version;
  }
  return null;
}

/** One line when the version is outside of what was tried, or says nothing of itself. */
export function versionWarnings(
  { about }: Pick<ProgramSpec, 'about'>,
  version: string | null,
): readonly string[] {
  const { name, tested } = about;
  if (tested === null) return [];
  const range = tested.from === tested.to ? tested.from : `${tested.from} to ${tested.to}`;
  if (version === null) return [`${name} does not say its version; it was tried with ${range}`];
  const side = sideOf(version, tested);
  return side === null
    ? []
    : [`${name} ${oneLine(version, 40)} is ${side} than what was tried (${range})`];
}

function sideOf(
  version: string,
  { from, to }: { readonly from: string; readonly to: string },
): 'older' | 'newer' | null {
  if (compareVersions(version, from) < 0) return 'older';
  return compareVersions(version, to) > 0 ? 'newer' : null;
}
