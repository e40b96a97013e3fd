/** Repositories whose branches each pass the checks alone, and some of which break them together. */
import { join } from 'node:path';

import { gitRepo, type GitRepo } from './git-repo.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';

export interface UnionHistory {
  readonly checks: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** By branch; `null` removes. */
  readonly branches: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

export function unionWorkspace({ checks, files, branches }: UnionHistory): TestWorkspace {
  const repo = gitRepo({
    ...files,
    'roundsman.yaml': `review:\n  checks: ${JSON.stringify(checks)}\n`,
  });
  for (const [name, changed] of Object.entries(branches)) addBranch(repo, name, changed);
  return workspaceOf(repo);
}

export function addBranch(
  repo: GitRepo,
  name: string,
  files: Readonly<Record<string, string | null>>,
): string {
  repo.git('checkout', '--quiet', '-b', name, 'main');
  const tip = repo.commit({ files, message: `Work of ${name}` });
  repo.git('checkout', '--quiet', 'main');
  return tip;
}

/** Brings branches into one set, and gives its id. */
export function joinedSet(workspace: TestWorkspace, names: readonly string[]): string {
  const ran = workspace.roundsman('review', 'join', ...names, '--json');
  if (ran.exitCode !== 0) throw new Error(ran.stderr);
  const listed = workspace.roundsman('review', '--others', '--json');
  const { changeSets } = JSON.parse(listed.stdout);
  for (const { id, branches } of changeSets)
    if (branches.some(({ branch }: { readonly branch: string }) => branch === names[0])) return id;
  throw new Error(`no set of ${names.join(', ')}: ${listed.stdout}`);
}

/** Everything that a union may leave but its record and its ref. */
export function unionWork(workspace: TestWorkspace): string {
  return join(workspace.stateDir, 'review', 'work');
}

/** In Python: a rename here, a call there, and branches that have nothing to do with either. */
export function pythonRename(others: number): UnionHistory {
  const extra = Object.fromEntries(
    Array.from({ length: others }, (_value, index) => [
      `other/${index}`,
      { [`other${index}.py`]: `def other${index}():\n    return ${index}\n` },
    ]),
  );
  return {
    checks: ['python3 check.py'],
    files: {
      'dates.py': 'def parse_date(text):\n    return text.split("-")\n',
      'check.py': [
        'import glob, importlib, sys',
        'sys.dont_write_bytecode = True',
        'sys.path.insert(0, ".")',
        'for name in sorted(glob.glob("*.py")):',
        '    if name != "check.py": importlib.import_module(name[:-3])',
        'print("checked")',
        '',
      ].join('\n'),
    },
    branches: {
      'fix/rename': { 'dates.py': 'def read_date(text):\n    return text.split("-")\n' },
      'feat/call': { 'report.py': 'from dates import parse_date\nparse_date("2026-01-02")\n' },
      ...extra,
    },
  };
}

/** In JavaScript: an argument more here, a call without it there. */
export function nodeSignature(): UnionHistory {
  return {
    checks: ['node check.mjs'],
    files: {
      'price.mjs': 'export const price = (net) => net * 2;\n',
      'cart.mjs': 'export const total = () => 0;\n',
      'check.mjs': [
        "import { total } from './cart.mjs';",
        "if (!Number.isFinite(total())) throw new Error('the total is not a number');",
        "console.log('checked');",
        '',
      ].join('\n'),
    },
    branches: {
      'fix/rate': { 'price.mjs': 'export const price = (net, rate) => net * rate;\n' },
      'feat/total': {
        'cart.mjs': "import { price } from './price.mjs';\nexport const total = () => price(3);\n",
      },
    },
  };
}
