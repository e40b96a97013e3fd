/**
 * Handlebars for what is sent to the world outside. As strict as prompts and reports, and besides: every value goes
 * through a helper that makes it safe where it stands, there are helpers for the rest, no partials, and what comes out
 * is bounded.
 */
import Handlebars from 'handlebars';

import {
  lineOf,
  templateError,
  UnknownName,
  type Template,
  type TemplateValue,
} from './strict-template.ts';

/** Gets what stands behind its name; none of it is undefined. May throw an Error, whose message is told with the line. */
export type TemplateHelper = (...given: readonly unknown[]) => TemplateValue;

export interface BodyRules {
  readonly helpers: Readonly<Record<string, TemplateHelper>>;
  /** The helper through which a value goes that this one made, or none (`null`); `null`: it is put in as it is. */
  readonly through: (helper: string | null) => string | null;
  readonly maxLength: number;
}

export type RenderedTemplate =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-long'; readonly why: string };

const BLOCKS = ['if', 'unless', 'each', 'with'] as const;
/** Of blocks inside of blocks that repeat. */
const MAX_ROUNDS = 10_000;

/** Throws `invalid-definition` / `template` with the template's line for anything it cannot fill in. */
export function renderBodyTemplate(
  template: Template,
  data: { readonly [key: string]: TemplateValue },
  rules: BodyRules,
): RenderedTemplate {
  try {
    const program = Handlebars.parse(template.source);
    new BodyCheck().accept(program);
    // Two walks: while one puts nodes into others, it must not come by them again.
    makeEachSafe(program, rules);
    const render = handlebarsFor(rules).compile(program, {
      strict: true,
      noEscape: true,
      knownHelpersOnly: true,
      knownHelpers: {
        log: false,
        lookup: false,
        ...Object.fromEntries(Object.keys(rules.helpers).map((name) => [name, true])),
      },
    });
    const text = render(data);
    if (text.length > rules.maxLength) throw tooLong(rules);
    return { kind: 'text', text };
  } catch (thrown) {
    // Of less data it may give less.
    if (thrown instanceof TooLong) return { kind: 'too-long', why: thrown.message };
    throw templateError(template, thrown);
  }
}

/** Refuses what could reach for what is not data, or would never end; and makes a name that is not there an error. */
class BodyCheck extends Handlebars.Visitor {
  override PathExpression(path: hbs.AST.PathExpression): void {
    const inherited = path.parts.find((part) => part in Object.prototype);
    if (inherited !== undefined) throw new UnknownName(inherited, path.loc.start.line);
    // Handlebars is strict with what it prints alone, and takes a missing name behind a helper for an empty value.
    Object.assign(path, { strict: true });
  }
  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    throw notServed('a partial', partial);
  }
  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    throw notServed('a partial', partial);
  }
  override Decorator(decorator: hbs.AST.Decorator): void {
    throw notServed('a decorator', decorator);
  }
  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    throw notServed('a decorator', decorator);
  }
}

function notServed(what: string, { loc }: hbs.AST.Node): Error {
  return Object.assign(new Error(`${what} is not served here`), { lineNumber: loc.start.line });
}

/** `{{title}}` becomes `{{safe title}}`, and `{{plural n "run"}}` becomes `{{safe (plural n "run")}}`. */
function makeEachSafe(program: hbs.AST.Program, { through, helpers }: BodyRules): void {
  const found: hbs.AST.MustacheStatement[] = [];
  class Finder extends Handlebars.Visitor {
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      found.push(mustache);
    }
  }
  new Finder().accept(program);
  for (const mustache of found) {
    const { path, params, hash, loc } = mustache;
    const name = 'original' in path ? path.original : '';
    const isCall = params.length > 0 || Object.hasOwn(helpers, name);
    const safe = through(isCall ? name : null);
    if (safe === null) continue;
    const value = isCall ? { type: 'SubExpression', path, params, hash, loc } : path;
    Object.assign(mustache, {
      path: { type: 'PathExpression', data: false, depth: 0, parts: [safe], original: safe, loc },
      params: [value],
      hash: undefined,
    });
  }
}

function handlebarsFor(rules: BodyRules): typeof Handlebars {
  const own = Handlebars.create();
  const bound = boundBlocks(rules);
  for (const name of BLOCKS) {
    const shipped: unknown = own.helpers[name];
    if (typeof shipped !== 'function') continue;
    own.registerHelper(name, function strict(this: unknown, ...args: readonly unknown[]): unknown {
      if (args.length > 1 && args[0] === undefined)
        throw new UnknownName(null, lineOf(args.at(-1)));
      return Reflect.apply(shipped, this, [...args.slice(0, -1), bound(args.at(-1))]);
    });
  }
  for (const [name, helper] of Object.entries(rules.helpers)) {
    own.registerHelper(name, (...args: readonly unknown[]): unknown => {
      const lineNumber = lineOf(args.at(-1));
      const given = args.slice(0, -1);
      if (given.includes(undefined)) throw new UnknownName(null, lineNumber);
      try {
        return helper(...given);
      } catch (thrown) {
        throw Object.assign(new Error(thrown instanceof Error ? thrown.message : name), {
          lineNumber,
        });
      }
    });
  }
  return own;
}

/** Counts what blocks render, over all of one body. */
function boundBlocks(rules: BodyRules): (options: unknown) => unknown {
  let rounds = 0;
  let length = 0;
  return (options) => {
    const render = blockOf(options);
    if (render === null) return options;
    return {
      ...render.options,
      fn: (...args: readonly unknown[]) => {
        rounds += 1;
        if (rounds > MAX_ROUNDS)
          throw new Error(
            `its blocks repeat more than ${MAX_ROUNDS.toLocaleString('en-US')} times`,
          );
        const text = render.block(...args);
        length += text.length;
        // What stands in a block that stands in another is counted with each of them.
        if (length > 8 * rules.maxLength) throw tooLong(rules);
        return text;
      },
    };
  };
}

function blockOf(options: unknown): {
  readonly options: object;
  readonly block: (...args: readonly unknown[]) => string;
} | null {
  if (typeof options !== 'object' || options === null || !('fn' in options)) return null;
  const { fn } = options;
  if (typeof fn !== 'function') return null;
  return { options, block: (...args) => String(Reflect.apply(fn, undefined, args)) };
}

class TooLong extends Error {}

function tooLong({ maxLength }: BodyRules): Error {
  return new TooLong(`it gives more than ${maxLength.toLocaleString('en-US')} characters`);
}
