/** Recipes of docs/cookbook, copied into a repository as their pages say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { gitRepo } from './git-repo.ts';
import { readReport, workspaceOf, type TestWorkspace } from './workspace.ts';

export const COOKBOOK = 'docs/cookbook';

/** The names of the recipes, each a folder. */
export function recipeNames(): readonly string[] {
  return readdirSync(COOKBOOK, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

export function recipeFile(name: string, ending: 'yaml' | 'mjs'): string {
  return readFileSync(join(COOKBOOK, name, `${name}.${ending}`), 'utf8');
}

/** A repository with these files and the recipe's two, committed. */
export function kitchen(name: string, files: Readonly<Record<string, string>>): TestWorkspace {
  return workspaceOf(
    gitRepo({
      '.gitignore': 'test-results/\nerrors/\ncoverage/\naudit.json\n',
      'roundsman.yaml': 'timezone: UTC\nengine: builtin\n',
      [`routines/${name}.yaml`]: recipeFile(name, 'yaml'),
      [`tools/${name}.mjs`]: recipeFile(name, 'mjs'),
      ...files,
    }),
  );
}

export interface Served {
  readonly report: string;
  readonly findings: {
    readonly new: number;
    readonly known: number;
    readonly resolved: number;
    readonly regressed: number;
  };
}

/** Runs the recipe once; fails unless the run succeeded with a valid report. */
export function serve(workspace: TestWorkspace, name: string): Served {
  const { view, exitCode } = workspace.run(name);
  const report = view.reportPath === null ? '' : readReport(view);
  if (exitCode !== 0 || view.result?.report !== 'valid') {
    throw new Error(`${name} ended with ${exitCode}: ${JSON.stringify(view.result)}\n${report}`);
  }
  return { report, findings: view.findings ?? { new: 0, known: 0, resolved: 0, regressed: 0 } };
}
