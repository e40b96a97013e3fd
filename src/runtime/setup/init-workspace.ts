/** Setting a repository up: what is found here decides which files are written; nothing is overwritten. */
import { join } from 'node:path';

import { findRepository } from '../../git/find-repository.ts';
import { gitEnvironment } from '../../git/git-environment.ts';
import type { Environment } from '../../platform/environment.ts';
import { inspectPath, readText } from '../../platform/files.ts';
import { packageFile } from '../../platform/package.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import { createFiles } from './new-routine/create-files.ts';
import { shippedText } from './new-routine/routine-text.ts';
import { CHECK, DIGEST, SWEEP, type Template } from './new-routine/templates.ts';
import { surveyRepository, type Survey } from './survey/survey.ts';

export interface InitResult {
  readonly root: string;
  readonly found: Survey;
  /** roundsman.yaml and every routine that ships, written or not. */
  readonly files: readonly InitFile[];
}

interface InitFile {
  /** Relative to `root`. */
  readonly path: string;
  /** `left`: was there already and stays as it is. `skipped`: nothing here calls for it. */
  readonly outcome: 'written' | 'left' | 'skipped';
  readonly why: string;
  /** The routine in it; `null` for roundsman.yaml. */
  readonly routine: string | null;
  /** Writes it later; empty when it is there. */
  readonly addLater: string;
}

export const FIRST_ROUTINE = 'todo-sweep';

/** Throws `missing` outside a repository, `refused` in a bare one. */
export async function initWorkspace(folder: string, env: Environment): Promise<InitResult> {
  const { root, bare } = await findRepository(folder, gitEnvironment(env));
  if (bare) {
    throw new AppError('refused', {
      code: 'bare-repository',
      message: `${root} is a bare repository: it has no files to set up`,
      hint: 'Go to a checkout of it, call `roundsman init` there, commit and push.',
    });
  }
  const found = await surveyRepository(root, env);
  const plan = await planFiles(root, found);
  const contents = new Map<string, string>();
  for (const { path, text } of plan) if (text !== null) contents.set(path, await text());
  const { written } = await createFiles(root, contents);
  const files = plan.map((file): InitFile => {
    const { path, routine, why } = file;
    if (file.text === null)
      return { path, routine, why, outcome: 'skipped', addLater: file.addLater };
    const isNew = written.includes(path);
    return {
      path: file.there ?? path,
      routine,
      why,
      outcome: isNew ? 'written' : 'left',
      addLater: '',
    };
  });
  return { root, found, files };
}

interface PlannedFile {
  readonly path: string;
  readonly routine: string | null;
  readonly why: string;
  readonly addLater: string;
  /** `null` when nothing here calls for it. */
  readonly text: (() => Promise<string>) | null;
  /** The file that is there in its place, under the other ending. */
  readonly there: string | null;
}

async function planFiles(root: string, found: Survey): Promise<readonly PlannedFile[]> {
  const settings: PlannedFile = {
    path: 'roundsman.yaml',
    routine: null,
    why: 'what holds for all routines here',
    addLater: '',
    text: async () => settingsText(found),
    there: null,
  };
  return [
    settings,
    ...(await Promise.all(
      [SWEEP, DIGEST, CHECK].map((template) => planRoutine(root, found, template)),
    )),
  ];
}

async function planRoutine(root: string, found: Survey, template: Template): Promise<PlannedFile> {
  const id = template.shipped;
  if (id === null || !isRoutineId(id))
    throw new AppError('internal', { code: 'no-source', message: template.name, hint: '' });
  const { wanted, why } = reasonFor(template, found);
  const path = `routines/${id}.yaml`;
  const other = `routines/${id}.yml`;
  const there = (await inspectPath(join(root, other))) === null ? null : other;
  const text = () =>
    shippedText({
      id,
      shipped: id,
      found,
      engine: null,
      program: [],
      schedule: null,
      timezone: null,
    });
  return {
    path: there ?? path,
    routine: id,
    why,
    addLater: `roundsman new ${id} --from ${template.name}`,
    text: wanted || there !== null || (await inspectPath(join(root, path))) !== null ? text : null,
    there,
  };
}

function reasonFor(
  template: Template,
  { tickets, changelog }: Survey,
): { readonly wanted: boolean; readonly why: string } {
  switch (template.name) {
    case 'digest': {
      const [first] = tickets.found;
      return first === undefined
        ? { wanted: false, why: 'no tickets were found' }
        : { wanted: true, why: `tickets are in ${first.path}` };
    }
    case 'check': {
      if (changelog.path !== null && changelog.endsAt !== null) {
        const why = `${changelog.path} ends at ${changelog.endsAt}, and the newest release is ${changelog.tags[0] ?? 'younger'}`;
        return { wanted: false, why };
      }
      if (changelog.path !== null)
        return { wanted: true, why: `${changelog.path} tells users what changed` };
      if (changelog.form === 'changesets')
        return { wanted: true, why: '.changeset/ holds release notes' };
      const [tag] = changelog.tags;
      return {
        wanted: false,
        why: `no changelog was found${tag === undefined ? '' : `, though tag ${tag} names a release`}`,
      };
    }
    case 'sweep':
    case 'blank':
      return { wanted: true, why: 'fits every repository' };
  }
}

/** The two files that any repository can begin with, path to content. */
export async function workspaceFiles(timezone: string): Promise<Readonly<Record<string, string>>> {
  const routine = `routines/${FIRST_ROUTINE}.yaml`;
  return {
    'roundsman.yaml': settingsText({ timezone, engines: [], projects: [], packages: [] }),
    [routine]: await readText(packageFile(routine)),
  };
}

/** The text of a first roundsman.yaml. Pure. */
type SettingsRequest = Pick<Survey, 'timezone' | 'engines' | 'projects' | 'packages'>;

function settingsText(found: SettingsRequest): string {
  return [
    '# What holds for all routines here. Each routine is a file in routines/.',
    "# `roundsman validate` checks them, `roundsman schema workspace` tells an editor this file's form.",
    '',
    '# The zone of schedules and of dates in reports.',
    `timezone: ${found.timezone}`,
    '# The program that works where a routine names none. `builtin` needs no account and no network.',
    'engine: builtin',
    ...engineLines(found),
    ...projectLines(found),
    '',
  ].join('\n');
}

function engineLines({ engines }: SettingsRequest): readonly string[] {
  const others = engines.filter(({ id }) => id !== 'builtin');
  if (others.length === 0) return [];
  const line = (words: string, those: SettingsRequest['engines']): readonly string[] => {
    const names = those.map(({ id, version }) => (version === null ? id : `${id} ${version}`));
    return names.length === 0 ? [] : [`# ${words}: ${names.join(', ')}.`];
  };
  const served = others.filter((engine) => engine.served);
  return [
    ...line(
      'Also ready on the machine that wrote this',
      served.filter(({ ready }) => ready),
    ),
    ...line(
      'Installed there, and not ready (`roundsman agents` says why)',
      served.filter(({ ready }) => !ready),
    ),
    ...line(
      'Found too; such programs work with `engine: command`',
      others.filter((engine) => !engine.served),
    ),
  ];
}

function projectLines({ projects, packages }: SettingsRequest): readonly string[] {
  const project = projects.find(({ check }) => check !== null);
  if (project?.check === undefined || project.check === null) return [];
  const { kind, because, setup, check } = project;
  const where = packages.length < 2 ? '' : `, with ${packages.length} packages below it`;
  return [
    '',
    `# This looks like a project in ${kind} (${because})${where}. A routine whose agent changes code can have`,
    '# the change checked; write this into its file:',
    '#   workspace:',
    ...(setup === null ? [] : [`#     setup: [${oneLine(setup, 80)}] # before the agent`]),
    `#     checks: [${oneLine(check, 80)}] # after it; the result is in the report`,
  ];
}
