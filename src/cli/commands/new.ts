import { engineIds, installedEngines } from '../../engines/registry.ts';
import { newRoutine, type NewRoutine } from '../../runtime/setup/new-routine/new-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function newCommand(call: CommandCall): Promise<number> {
  const { options, words } = call;
  const workspace = await openWorkspace(call);
  const [name = '', ...program] = words;
  const made = await newRoutine(workspace, {
    name,
    program,
    from: options.text('from'),
    engine: options.text('engine'),
    prompt: options.text('prompt'),
    schedule: options.text('schedule'),
    timezone: options.text('timezone'),
    printOnly: options.flag('print'),
  });
  const told = [...notes(made, call), ...(await missingEngine(call, workspace))];
  if (call.json) {
    const { id, file, program, template, text, written } = made;
    writeJson(call.terminal, {
      id,
      file,
      ...(program === null ? {} : { program: program.file }),
      template,
      written,
      text,
      notes: told,
      next: nextSteps(made),
    });
    return 0;
  }
  if (!made.written) {
    call.terminal.out(made.text);
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`wrote ${made.file}${made.program?.isNew === true ? ` and ${made.program.file}` : ''}`);
  for (const note of told) page.line(`note: ${note}`);
  page.line();
  for (const [index, step] of nextSteps(made).entries()) {
    page.line(`${index === 0 ? 'Next:' : '     '} ${step}`);
  }
  return 0;
}

/** What the routine would stumble over as things are. */
function notes(made: NewRoutine, call: CommandCall): readonly string[] {
  const { template, survey, hasSettings, file, program } = made;
  const { tickets, changelog, timezone } = survey;
  const nothingToCheck = changelog.path === null && changelog.form === null;
  const [tag = null] = changelog.tags;
  return [
    ...(hasSettings
      ? []
      : [
          `there is no roundsman.yaml here yet: schedules count in this machine's zone (${timezone}) until \`roundsman init\` writes one`,
        ]),
    ...(call.options.text('from') === null && (program !== null || template !== 'blank')
      ? [`written from the template ${template}; a blank routine: --from blank`]
      : []),
    ...(isPlain(call) && template === 'blank'
      ? [
          'until you change it, it lists the commits of the last week; ready ones: roundsman new --help',
        ]
      : []),
    ...(/^enabled: false$/m.test(made.text)
      ? [
          `it is disabled, so only \`run\` starts it; on its schedule: roundsman edit ${made.id} --set enabled=true`,
        ]
      : []),
    ...(call.words.length > 1
      ? ['what the program prints is the report; a run that prints nothing fails']
      : []),
    ...(program?.isNew === false
      ? [`${program.file} was there already and stays as it is; the routine starts it`]
      : []),
    ...(template === 'digest' && tickets.found.length === 0
      ? [`no tickets were found here: write where they are at \`path\` in ${file}`]
      : []),
    ...(template === 'check' && nothingToCheck
      ? [
          tag === null
            ? 'no changelog and no release tag were found here: there is nothing to check yet'
            : `no changelog was found here, though tag ${oneLine(tag, 60)} names a release: there is nothing to check until collect.release-notes.path in ${file} names one`,
        ]
      : []),
  ];
}

async function missingEngine(
  { options }: CommandCall,
  { env }: Workspace,
): Promise<readonly string[]> {
  const engine = engineIds().find((id) => id === options.text('engine'));
  if (engine === undefined || (await installedEngines(env)).has(engine)) return [];
  return [`${engine} is not installed here: install it before you run this (roundsman agents)`];
}

/** Neither what to do was asked for nor who does it. */
function isPlain({ options, words }: CommandCall): boolean {
  return words.length === 1 && options.text('prompt') === null && options.text('engine') === null;
}

function nextSteps({ id, file, program, survey, template }: NewRoutine): readonly string[] {
  const isAimless = template === 'digest' && survey.tickets.found.length === 0;
  return [
    ...(isAimless ? [`$EDITOR ${file}   (where the tickets are)`] : []),
    ...(survey.branches.hasCommits
      ? []
      : ['git add --all && git commit -m "Start"   (a run starts from a commit)']),
    ...(survey.branches.hasCommits && program !== null
      ? [
          `git add ${file} ${program.file} && git commit -m "Add ${id}"   (its program has to be in a commit)`,
        ]
      : []),
    `roundsman run ${id}`,
    `roundsman validate ${file}   (after you changed it)`,
  ];
}
