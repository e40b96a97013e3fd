/** A routine that ships, with what was found here filled in. */
import { readText } from '../../../platform/files.ts';
import { packageFile } from '../../../platform/package.ts';
import { editYaml, yamlText, type YamlEdit } from '../../../routines/edit-yaml.ts';
import type { RoutineId } from '../../../words/ids.ts';
import type { Survey } from '../survey/survey.ts';
import { scheduleYaml } from './blank-text.ts';
import { titleOf } from './name-routine.ts';
import type { Template } from './templates.ts';

interface ShippedRequest {
  readonly id: RoutineId;
  readonly shipped: NonNullable<Template['shipped']>;
  readonly found: Pick<Survey, 'tickets' | 'changelog'>;
  /** What the command line asked for; `null` leaves what ships. */
  readonly engine: string | null;
  readonly program: readonly string[];
  readonly schedule: string | null;
  readonly timezone: string | null;
}

export async function shippedText(request: ShippedRequest): Promise<string> {
  const { id, shipped } = request;
  const text = await readText(packageFile(`routines/${shipped}.yaml`));
  const edited = editYaml(text, editsOf(request));
  const named = edited.replaceAll(`roundsman run ${shipped}`, `roundsman run ${id}`);
  // Its head tells to fill in what is filled in here.
  return request.found.tickets.found.length > 0
    ? named.replace('# Point `path` at your export, then try it at once: ', '# Try it at once: ')
    : named;
}

function editsOf(request: ShippedRequest): readonly YamlEdit[] {
  const { id, shipped, engine, program, schedule, timezone } = request;
  return [
    ...(id === shipped ? [] : [{ path: ['name'], yaml: yamlText(titleOf(id)) }]),
    ...(schedule === null
      ? []
      : [
          {
            path: ['on', 'schedule'],
            yaml: scheduleYaml(schedule, timezone),
            dropComment: true as const,
          },
        ]),
    ...foundEdits(request),
    ...(engine === null ? [] : [{ path: ['agent', 'engine'], yaml: engine }]),
    ...(engine === 'command'
      ? [{ path: ['agent', 'command'], yaml: `[${program.map(yamlText).join(', ')}]` }]
      : []),
  ];
}

function foundEdits({ shipped, found }: ShippedRequest): readonly YamlEdit[] {
  const [tickets] = found.tickets.found;
  if (shipped === 'ticket-digest' && tickets !== undefined) {
    return [
      { path: ['collect', 0, 'tickets', 'path'], yaml: yamlText(tickets.path) },
      // It ships switched off because it would look for tickets where there are none.
      { path: ['enabled'], yaml: 'true', dropComment: true },
    ];
  }
  const { path, usual } = found.changelog;
  if (shipped === 'release-check' && path !== null && !usual) {
    return [{ path: ['collect', 0, 'release-notes', 'path'], yaml: yamlText(path) }];
  }
  return [];
}
