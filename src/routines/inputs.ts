/** What a person gives a run by name, held against what its routine asks for. Pure. */
import { AppError } from '../words/errors.ts';
import type { SlotInputs } from '../words/slot.ts';
import { closestWord, oneLine } from '../words/text.ts';
import type { InputRule, Trigger } from '../words/trigger.ts';

type Rules = Readonly<Record<string, InputRule>>;
type Value = SlotInputs[string];

/** Of `on.manual.inputs`; none where a routine has no such trigger. */
export function inputRules(triggers: readonly Trigger[]): Rules {
  return triggers.find((trigger) => trigger.kind === 'manual')?.inputs ?? {};
}

/**
 * From `['since=v1.2', 'dry-run=true']` to typed values, defaults filled in; an input that is neither given nor has a
 * default is absent. Throws one `usage` error that tells everything that is wrong.
 */
export function readInputs(rules: Rules, given: readonly string[]): SlotInputs {
  const faults: string[] = [];
  const values = new Map<string, Value>();
  for (const text of given) {
    const read = readOne(rules, text);
    if (read.kind === 'fault') faults.push(read.fault);
    else if (values.has(read.name)) faults.push(`\`${read.name}\` is given twice`);
    else values.set(read.name, read.value);
  }
  const told = new Set(given.map((text) => nameOf(text)));
  for (const [name, rule] of Object.entries(rules)) {
    if (!rule.required || rule.byDefault !== null || told.has(name)) continue;
    const what = rule.description === null ? '' : ` (${oneLine(rule.description, 100)})`;
    faults.push(`\`${name}\` is missing${what}: ${formatInputType(rule)}`);
  }
  if (faults.length > 0) throw refused(rules, faults);
  return withDefaultInputs(rules, Object.fromEntries(values));
}

/** What a run sees: what was given, and the defaults of the rest. */
export function withDefaultInputs(rules: Rules, given: SlotInputs): SlotInputs {
  const byDefault = Object.entries(rules).flatMap(([name, { byDefault: value }]) =>
    value === null ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(byDefault), ...given };
}

/** Every name that the routine declares: blank where there is no value, false for a boolean. */
export function everyInput(rules: Rules, given: SlotInputs): SlotInputs {
  const blank = Object.entries(rules).map(
    ([name, { type }]) => [name, type === 'boolean' ? false : ''] as const,
  );
  return { ...Object.fromEntries(blank), ...withDefaultInputs(rules, given) };
}

/** The same as programs see it: `ROUNDSMAN_INPUT_SINCE`. */
export function inputVariables(rules: Rules, given: SlotInputs): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(everyInput(rules, given)).map(([name, value]) => [
      inputVariable(name),
      String(value),
    ]),
  );
}

export function fitsInput(rule: InputRule, value: Value): boolean {
  switch (rule.type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && rule.options.includes(value);
  }
}

/** What to write: `one of fast, thorough`. */
export function formatInputType(rule: InputRule): string {
  switch (rule.type) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${rule.options.map((option) => oneLine(option, 60)).join(', ')}`;
  }
}

function inputVariable(name: string): string {
  return `ROUNDSMAN_INPUT_${name.toUpperCase().replaceAll('-', '_')}`;
}

const MOST_CHARACTERS = 10_000;

type ReadOne =
  | { readonly kind: 'value'; readonly name: string; readonly value: Value }
  | { readonly kind: 'fault'; readonly fault: string };

function readOne(rules: Rules, text: string): ReadOne {
  const equals = text.indexOf('=');
  const name = nameOf(text);
  if (equals < 0)
    return fault(`\`${oneLine(text, 60)}\` has no value: write ${oneLine(text, 60)}=…`);
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule === undefined) return fault(unknownName(rules, name));
  const words = text.slice(equals + 1);
  const value = words.length > MOST_CHARACTERS ? null : valueOf(rule, words);
  if (value !== null && fitsInput(rule, value)) return { kind: 'value', name, value };
  const near = rule.type === 'choice' ? closestWord(words, rule.options) : null;
  const meant = near === null ? '' : `; did you mean ${near}?`;
  return fault(`\`${name}\` takes ${formatInputType(rule)}, not "${oneLine(words, 60)}"${meant}`);
}

function valueOf(rule: InputRule, words: string): Value | null {
  switch (rule.type) {
    case 'string':
    case 'choice':
      return words;
    case 'number':
      return /^[-+]?([0-9]{1,300}(\.[0-9]{0,300})?|\.[0-9]{1,300})(e[-+]?[0-9]{1,3})?$/i.test(words)
        ? Number(words)
        : null;
    case 'boolean':
      return words === 'true' ? true : words === 'false' ? false : null;
  }
}

function unknownName(rules: Rules, name: string): string {
  const near = closestWord(name, Object.keys(rules));
  return `there is no input \`${oneLine(name, 60)}\`${near === null ? '' : `; did you mean \`${near}\`?`}`;
}

function nameOf(text: string): string {
  const equals = text.indexOf('=');
  return (equals < 0 ? text : text.slice(0, equals)).trim();
}

function fault(words: string): ReadOne {
  return { kind: 'fault', fault: words };
}

function refused(rules: Rules, faults: readonly string[]): AppError {
  const names = Object.keys(rules);
  return new AppError('usage', {
    code: 'bad-input',
    message:
      faults.length === 1
        ? faults.join('')
        : `what --input gave cannot be used:\n${faults.map((one) => `  ${one}`).join('\n')}`,
    hint:
      names.length === 0
        ? 'This routine takes no inputs; they are declared in its `on.manual.inputs`.'
        : `Give each as --input name=value. Inputs here: ${names.join(', ')}.`,
  });
}
