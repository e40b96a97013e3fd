/**
 * Handlebars without silent blanks: a name that the data does not have is an error that says which and where.
 * Templates come from a routine or from Roundsman itself, never from facts; values are never expanded again.
 */
import Handlebars from 'handlebars';

import { isRecord } from '../platform/json.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

export interface Template {
  readonly source: string;
  /** For messages: `agent.prompt`, or the file's path. */
  readonly name: string;
}

export type TemplateValue =
  | string
  | number
  | boolean
  | readonly TemplateValue[]
  | { readonly [key: string]: TemplateValue };

/** Throws `invalid-definition` / `template` with the template's line for anything it cannot fill in. */
export function renderTemplate(
  template: Template,
  data: { readonly [key: string]: TemplateValue },
): string {
  try {
    const tree = Handlebars.parse(template.source);
    refuseInherited(tree);
    const render = strictHandlebars().compile(tree, {
      strict: true,
      noEscape: true,
      knownHelpersOnly: true,
      // `log` would write to stdout, which belongs to the caller; `lookup` prints nothing for a missing value.
      knownHelpers: { log: false, lookup: false },
    });
    return render(data);
  } catch (thrown) {
    throw templateError(template, thrown);
  }
}

/** The blocks of Handlebars take a missing name for an empty value; these do not. */
function strictHandlebars(): typeof Handlebars {
  const own = Handlebars.create();
  for (const name of ['if', 'unless', 'each', 'with']) {
    const shipped: unknown = own.helpers[name];
    if (typeof shipped !== 'function') continue;
    own.registerHelper(name, function strict(this: unknown, ...args: readonly unknown[]): unknown {
      if (args.length > 1 && args[0] === undefined)
        throw new UnknownName(null, lineOf(args.at(-1)));
      return Reflect.apply(shipped, this, args);
    });
  }
  return own;
}

export function lineOf(options: unknown): number {
  const loc = isRecord(options) ? options['loc'] : null;
  const start = isRecord(loc) ? loc['start'] : null;
  const line = isRecord(start) ? start['line'] : null;
  return typeof line === 'number' ? line : 1;
}

/** Names that every object has would be found, and print nothing. */
function refuseInherited(tree: hbs.AST.Program): void {
  class PathCheck extends Handlebars.Visitor {
    override PathExpression(path: hbs.AST.PathExpression): void {
      for (const part of path.parts) {
        if (part in Object.prototype) throw new UnknownName(part, path.loc.start.line);
      }
    }
  }
  new PathCheck().accept(tree);
}

export class UnknownName extends Error {
  readonly lineNumber: number;

  constructor(name: string | null, lineNumber: number) {
    super(
      name === null ? 'a block asks for a name that does not exist' : `"${name}" not defined in`,
    );
    this.lineNumber = lineNumber;
  }
}

/** What Handlebars threw, as the template's fault. */
export function templateError({ name }: Template, thrown: unknown): AppError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const line = isRecord(thrown) ? thrown['lineNumber'] : undefined;
  const at = typeof line === 'number' ? `${name} line ${line}` : name;
  const variable = /^"([^"]*)" not defined in/.exec(message)?.[1];
  const problem =
    variable === undefined ? oneLine(message, 300) : `there is no variable \`${variable}\``;
  return new AppError(
    'invalid-definition',
    {
      code: 'template',
      message: `${at}: ${problem}`,
      hint: 'Handlebars: {{name}}; a literal {{ is written \\{{.',
    },
    { cause: thrown },
  );
}
