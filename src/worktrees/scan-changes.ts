/** What a reviewer should know of a branch before checking it out: said in notices, not refused. */
import { posix } from 'node:path';

import { inlineCode, plural } from '../domain/text.ts';
import type { TreeChange } from '../git/diff-trees.ts';

/** Files that programs run, or take orders from, when somebody opens or builds the checkout. */
const EXECUTABLE_CONFIGURATION: readonly RegExp[] = [
  /(^|\/)\.claude\/(settings[^/]*\.json|hooks\/|commands\/|agents\/)/,
  /(^|\/)\.(codex|cursor|gemini|opencode|qwen)\//,
  /(^|\/)\.mcp\.json$/,
  /(^|\/)(CLAUDE|AGENTS|GEMINI)\.md$/,
  /(^|\/)\.vscode\/(tasks|launch|settings)\.json$/,
  /(^|\/)\.idea\//,
  /(^|\/)\.devcontainer/,
  /(^|\/)\.(husky|githooks)\//,
  /(^|\/)\.pre-commit-config\.yaml$/,
  /^\.github\/(workflows|actions)\//,
  /^\.gitlab-ci\.yml$/,
  /(^|\/)(Makefile|GNUmakefile|makefile|justfile|Justfile|Dockerfile|Jenkinsfile)$/,
  /(^|\/)(package\.json|setup\.py|build\.rs|build\.gradle(\.kts)?|conftest\.py)$/,
  /(^|\/)\.(envrc|npmrc|yarnrc(\.yml)?|pnpmfile\.cjs)$/,
  /(^|\/)\.git(attributes|modules)$/,
];

/* oxlint-disable no-control-regex -- control characters are what is looked for */
const ODD_NAME = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** @param linkTargets for each path of a new or changed symbolic link, where it points */
export function scanChanges(
  changes: readonly TreeChange[],
  linkTargets: ReadonlyMap<string, string>,
): readonly string[] {
  const kept = changes.filter((change) => change.status !== 'D');
  const paths = kept.map((change) => change.path);
  const leaving = [...linkTargets].filter(([path, target]) => leavesTree(path, target));
  const notices: (string | null)[] = [
    notice(
      leaving.map(([path]) => path),
      'symbolic link out of the tree',
      'symbolic links out of the tree',
    ),
    notice(
      kept.filter((change) => change.newMode === '160000').map((change) => change.path),
      'link to another repository (submodule)',
      'links to other repositories (submodules)',
    ),
    notice(embeddedRepositories(paths), 'embedded bare repository', 'embedded bare repositories'),
    notice(
      paths.filter((path) => ODD_NAME.test(path)),
      'file name with invisible characters',
      'file names with invisible characters',
    ),
    notice(
      paths.filter((path) => EXECUTABLE_CONFIGURATION.some((pattern) => pattern.test(path))),
      'file that can make programs run',
      'files that can make programs run',
    ),
  ];
  return notices.filter((text) => text !== null);
}

function notice(paths: readonly string[], one: string, many: string): string | null {
  if (paths.length === 0) return null;
  const first = paths.slice(0, 5).map(inlineCode).join(', ');
  const more = paths.length > 5 ? ', …' : '';
  return `look before you check it out: ${plural(paths.length, one, many)}: ${first}${more}`;
}

function leavesTree(path: string, target: string): boolean {
  if (posix.isAbsolute(target)) return true;
  const landed = posix.normalize(posix.join(posix.dirname(path), target));
  return landed === '..' || landed.startsWith('../') || landed.split('/').includes('.git');
}

/** git takes a folder with HEAD, objects/ and refs/ for a repository, and obeys its config. */
function embeddedRepositories(paths: readonly string[]): readonly string[] {
  const folders = paths
    .filter((path) => path === 'HEAD' || path.endsWith('/HEAD'))
    .map((path) => path.slice(0, -'HEAD'.length));
  return folders
    .filter((folder) =>
      ['objects/', 'refs/'].some((name) => paths.some((path) => path.startsWith(folder + name))),
    )
    .map((folder) => (folder === '' ? '.' : folder));
}
