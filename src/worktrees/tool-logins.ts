/** Files in which package tools and git keep log-ins, by their names. Pure. */

const NAMES: ReadonlySet<string> = new Set([
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'bunfig.toml',
  '.bunfig.toml',
  'pip.conf',
  'pip.ini',
  '.pypirc',
  'uv.toml',
  '.gemrc',
  'nuget.config',
  'settings.xml',
  'gradle.properties',
  '.netrc',
  '_netrc',
  '.git-credentials',
]);

/** Named alike by others, too: the folder counts. */
const ENDINGS =
  /(^|\/)(\.cargo\/(credentials|config)(\.toml)?|\.bundle\/config|pypoetry\/auth\.toml|composer\/auth\.json|\.gem\/credentials)$|^auth\.json$/;

/** @param path from the top of the repository */
export function isToolLogin(path: string): boolean {
  const lower = path.toLowerCase();
  return NAMES.has(lower.slice(lower.lastIndexOf('/') + 1)) || ENDINGS.test(lower);
}
