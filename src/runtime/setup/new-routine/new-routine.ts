/** `roundsman new`: one routine file, whole and valid, from a template and what was found here. */
import { join } from 'node:path';

import { inspectPath } from '../../../platform/files.ts';
import { ROUTINES_FOLDER } from '../../../routines/catalog.ts';
import type { DefinitionContext } from '../../../routines/definition-context.ts';
import { readContext } from '../../../routines/definitions.ts';
import { problemText } from '../../../routines/rules/problem.ts';
import { AppError } from '../../../words/errors.ts';
import { type RoutineId, suggestId } from '../../../words/ids.ts';
import { closestWord, oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { surveyRepository, type Survey } from '../survey/survey.ts';
import { createFiles } from './create-files.ts';
import { blankText, programFile, readNewId, recipeText, shippedText } from './routine-text.ts';
import { BLANK, RECIPES, TEMPLATES, type Recipe, type Template } from './templates.ts';

export interface NewRoutineRequest {
  /** As typed. */
  readonly name: string;
  readonly from: string | null;
  readonly engine: string | null;
  /** Argv of the program, for `engine: command`. */
  readonly program: readonly string[];
  /** What the agent is to do. */
  readonly prompt: string | null;
  readonly schedule: string | null;
  readonly timezone: string | null;
  /** Only make the text; nothing is written and nothing may be in the way. */
  readonly printOnly: boolean;
}

export interface NewRoutine {
  readonly id: RoutineId;
  /** Relative to the root. */
  readonly file: string;
  /** The program of a recipe, relative to the root; `null`: it brings none. */
  readonly program: { readonly file: string; readonly isNew: boolean } | null;
  readonly template: Template['name'] | Recipe;
  readonly text: string;
  readonly written: boolean;
  readonly survey: Survey;
  /** Whether roundsman.yaml is there. */
  readonly hasSettings: boolean;
}

/** Throws `usage` for a bad word, `refused` when the file is there, `invalid-definition` for what cannot hold. */
export async function newRoutine(
  workspace: Workspace,
  request: NewRoutineRequest,
): Promise<NewRoutine> {
  const { root } = workspace.location;
  const id = readNewId(request.name);
  const template = readTemplate(request.from ?? namedSource(request));
  checkOptions(request);
  refuseBare(workspace);
  const file = `${ROUTINES_FOLDER}/${id}.yaml`;
  if (!request.printOnly) await refuseTaken(root, id);
  const survey = await surveyRepository(root, workspace.env);
  const { context } = await readContext(workspace);
  const engine = engineFor(request, { survey, usual: context.workspace.engine });
  const { text, tool } = await textOf({ ...request, id, template, survey, engine });
  await checkText(context, { file, text, request });
  const files = new Map([
    [file, text],
    ...(tool === null ? [] : [[tool.file, tool.text] as const]),
  ]);
  const { written } = request.printOnly
    ? { written: [...files.keys()] }
    : await createFiles(root, files);
  if (!written.includes(file)) throw taken(id, file);
  return {
    id,
    file,
    program: tool === null ? null : { file: tool.file, isNew: written.includes(tool.file) },
    template: template.name,
    text,
    written: !request.printOnly,
    survey,
    hasSettings: (await inspectPath(join(root, 'roundsman.yaml'))) !== null,
  };
}

/** `new dependency-check` asks for the routine that ships under that name; `--from blank` for a start of one's own. */
function namedSource({ name, engine, program, prompt }: NewRoutineRequest): string | null {
  const isAsked = engine !== null || program.length > 0 || prompt !== null;
  const ships =
    TEMPLATES.some(({ shipped }) => shipped === name) || RECIPES.some((one) => one.name === name);
  return !isAsked && ships ? name : null;
}

type Source = Template | (typeof RECIPES)[number];

function readTemplate(from: string | null): Source {
  if (from === null) return BLANK;
  const found =
    TEMPLATES.find(({ name, shipped }) => name === from || shipped === from) ??
    RECIPES.find(({ name }) => name === from);
  if (found !== undefined) return found;
  const names = [...TEMPLATES, ...RECIPES].map(({ name }) => name);
  const near = closestWord(from, names);
  throw new AppError('usage', {
    code: 'unknown-template',
    message: `--from ${oneLine(from, 60)}: there is no such template`,
    hint:
      near === null
        ? `There are: ${TEMPLATES.map(({ name, summary }) => `${name} (${summary})`).join(', ')}. From the cookbook: ${RECIPES.map(({ name }) => name).join(', ')}.`
        : `Did you mean ${near}? All of them: roundsman new --help`,
  });
}

function checkOptions(request: NewRoutineRequest): void {
  const { engine, program, prompt, from, schedule, timezone } = request;
  const name = oneLine(request.name, 63);
  if (prompt !== null && prompt.trim() === '')
    throw usage(
      '--prompt is blank',
      `For example: roundsman new ${name} --prompt "Check the links in docs/."`,
    );
  if (prompt !== null && from !== null && from !== BLANK.name)
    throw usage('--prompt and --from exclude each other', 'A template has a prompt of its own.');
  if (RECIPES.some((recipe) => recipe.name === from) && (engine !== null || program.length > 0))
    throw usage(
      `--from ${from} brings a program of its own, and the command line names another`,
      `Write it as it is: roundsman new ${name} --from ${from}. With a model, see docs/cookbook/README.md`,
    );
  if (timezone !== null && schedule === null) {
    throw usage(
      `--timezone ${oneLine(timezone, 60)} is the zone of a schedule, and no --schedule is given`,
      `For example: roundsman new ${name} --schedule "0 7 * * 1-5" --timezone ${oneLine(timezone, 60)}`,
    );
  }
  if (engine === 'command' && program.length === 0) {
    throw usage(
      '--engine command starts a program of yours, and none is given',
      `Name it last: roundsman new ${name} --engine command -- node tools/agent.mjs`,
    );
  }
  if (engine !== 'command' && program.length > 0) {
    throw usage(
      `an id is one word, and "${oneLine([request.name, ...program].join(' '), 80)}" is more`,
      `For example: roundsman new ${suggestId([request.name, ...program].join(' ')) ?? 'nightly-sweep'}. ` +
        `Words of a program go with --engine command: roundsman new ${name} --engine command -- ${oneLine(program.join(' '), 60)}`,
    );
  }
}

function refuseBare({ location }: Workspace): void {
  if (!location.bare) return;
  throw new AppError('refused', {
    code: 'bare-repository',
    message: `${location.root} is a bare repository: it has no files`,
    hint: 'Go to a checkout of it and call `roundsman new` there.',
  });
}

async function refuseTaken(root: string, id: RoutineId): Promise<void> {
  for (const ending of ['yaml', 'yml']) {
    const file = `${ROUTINES_FOLDER}/${id}.${ending}`;
    if ((await inspectPath(join(root, file))) !== null) throw taken(id, file);
  }
}

function taken(id: RoutineId, file: string): AppError {
  return new AppError('refused', {
    code: 'routine-exists',
    message: `${file} is there already`,
    hint: `Take another name (roundsman new ${id}-2), or run the one that is there: roundsman run ${id}`,
  });
}

interface TextRequest extends NewRoutineRequest {
  readonly id: RoutineId;
  readonly template: Source;
  readonly survey: Survey;
}

interface Texts {
  readonly text: string;
  readonly tool: { readonly file: string; readonly text: string } | null;
}

/** Who follows a prompt that names no one: the engine of roundsman.yaml (`null`) where it can, else the first that is ready here. */
function engineFor(
  { name, engine, prompt }: NewRoutineRequest,
  { survey, usual }: { readonly survey: Survey; readonly usual: string | null },
): string | null {
  // The built-in one follows no prompt.
  const isSet = usual !== null && usual !== 'builtin';
  if (engine !== null || prompt === null || isSet) return engine;
  const ready = survey.engines.find(
    ({ id, served, ready: is }) => served && is && id !== 'builtin',
  );
  if (ready !== undefined) return ready.id;
  throw usage(
    '--prompt needs an agent, and none is ready here',
    `Name one: roundsman new ${oneLine(name, 63)} --engine claude --prompt "…". What each needs: roundsman agents`,
  );
}

async function textOf({ template, survey, ...request }: TextRequest): Promise<Texts> {
  if (!('shipped' in template)) {
    const { routine, program } = await recipeText(template.name, request);
    return { text: routine, tool: { file: programFile(template.name), text: program } };
  }
  if (template.shipped !== null) {
    const text = await shippedText({ ...request, shipped: template.shipped, found: survey });
    return { text, tool: null };
  }
  const check = survey.projects.find((project) => project.check !== null)?.check ?? null;
  const byDefault = request.prompt === null ? 'builtin' : null;
  const text = blankText({ ...request, engine: request.engine ?? byDefault, check });
  return { text, tool: null };
}

/** What the command line asked for must hold in the file; nothing else in it can be wrong. */
async function checkText(
  context: DefinitionContext,
  made: { readonly file: string; readonly text: string; readonly request: NewRoutineRequest },
): Promise<void> {
  const { parseRoutine } = await import('../../../routines/parse-routine.ts');
  const bytes = new TextEncoder().encode(made.text);
  const reading = parseRoutine({ file: made.file, bytes }, context);
  if (reading.kind === 'routine') return;
  const [first] = reading.problems;
  const { engine, schedule, timezone } = made.request;
  const asked = [
    ...(engine === null ? [] : [`--engine ${engine}`]),
    ...(schedule === null ? [] : [`--schedule "${schedule}"`]),
    ...(timezone === null ? [] : [`--timezone ${timezone}`]),
  ];
  throw new AppError('usage', {
    code: first?.code ?? 'invalid-definition',
    message: [
      `nothing was written, because the routine would not hold${asked.length === 0 ? '' : ` with ${oneLine(asked.join(' '), 200)}`}:`,
      ...reading.problems.map(({ message }) => `  ${message}`),
    ].join('\n'),
    hint: problemText(reading.problems).hint,
  });
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
