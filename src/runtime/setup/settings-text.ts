/** The text of a first roundsman.yaml. Pure. */
import { oneLine } from '../../words/text.ts';
import type { Survey } from './survey/survey.ts';

export type SettingsRequest = Pick<Survey, 'timezone' | 'engines' | 'projects' | 'packages'>;

export function settingsText(found: SettingsRequest): string {
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
    `#     checks: [${oneLine(check, 80)}] # after it; the result stands in the report`,
  ];
}
