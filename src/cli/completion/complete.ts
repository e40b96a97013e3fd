/**
 * `roundsman __complete line LINE` and `roundsman __complete words WORD…`: what the scripts of `roundsman completion`
 * ask at each Tab. One candidate a line, a tab and words about it behind; the last line is `:` and a directive.
 *
 * Says nothing at all where something fails: a prompt is not a place for errors.
 */
import { resolve } from 'node:path';

import { systemClock } from '../../platform/clock.ts';
import { userName } from '../../platform/environment.ts';
import { oneLine } from '../../words/text.ts';
import type { OpenRequest } from '../../workspace/open-workspace.ts';
import { allCommands } from '../declare/all.ts';
import type { CommandLine } from '../program.ts';
import { offerValues } from './offer-values.ts';
import { type Offer, type Candidate, planCompletion } from './plan-completion.ts';

// The words of a line as a shell would read them, up to the cursor; the last one may be unfinished. Pure.

interface SplitLine {
  /** Whole words, the program's name first. */
  readonly before: readonly string[];
  /** The word that the cursor stands at; empty after a blank. */
  readonly current: string;
}

/** Only the last command of the line counts: `cd x && roundsman ru`. Nothing is expanded. */
export function splitLine(line: string): SplitLine {
  let words: string[] = [];
  let word = '';
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '\\' && quote !== "'") {
      index += 1;
      word += line.charAt(index);
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (/\s/.test(character)) {
      if (word !== '') words.push(word);
      word = '';
    } else if (';&|'.includes(character)) {
      words = [];
      word = '';
    } else {
      word += character;
    }
  }
  return { before: words, current: word };
}

/** Gives the exit code. */
export async function completeCommandLine(line: CommandLine): Promise<number> {
  try {
    const { candidates, directive } = await complete(line);
    const lines = candidates.map(({ value, text }) =>
      text === '' ? value : `${value}\t${oneLine(text, 80)}`,
    );
    line.terminal.out([...lines, `:${directive}`, ''].join('\n'));
    return 0;
  } catch {
    // No repository, a store that cannot be read: there is nothing to offer.
    return 1;
  }
}

async function complete({ args, env, folder }: CommandLine): Promise<Offer> {
  const [, mode = '', ...given] = args;
  const { before, current } = mode === 'line' ? ofLine(given[0] ?? '') : ofWords(given);
  const plan = planCompletion({ commands: allCommands, before, current });
  const typed = current.slice(plan.prefix.length);
  const here: OpenRequest = {
    folder: resolve(folder ?? '/', folderOf(before) ?? ''),
    env,
    actor: userName(env),
    clock: systemClock,
  };
  const offers = await Promise.all(
    plan.sources.map((source) => offerValues(source, typed, { ...here, words: plan.words })),
  );
  const values = offers.flatMap(({ candidates }) => candidates);
  const directives = offers.map(({ directive }) => directive).filter((one) => one !== 'words');
  return {
    candidates: [
      ...plan.candidates.filter(({ value }) => value.startsWith(current)),
      ...values
        .filter(({ value }) => isPlain(value) && value.startsWith(typed))
        .map(({ value, text }): Candidate => ({ value: plan.prefix + value, text })),
    ],
    directive: directives[0] ?? 'words',
  };
}

function ofLine(line: string): { readonly before: readonly string[]; readonly current: string } {
  const { before, current } = splitLine(line);
  return { before: before.slice(1), current };
}

function ofWords(words: readonly string[]): {
  readonly before: readonly string[];
  readonly current: string;
} {
  return { before: words.slice(0, -1), current: words.at(-1) ?? '' };
}

/** The last `-C` counts. */
function folderOf(before: readonly string[]): string | null {
  return before[before.lastIndexOf('-C') + 1] !== undefined && before.includes('-C')
    ? (before[before.lastIndexOf('-C') + 1] ?? null)
    : null;
}

/** A value that a shell takes as it stands: names on disk may hold anything. */
function isPlain(value: string): boolean {
  return /^[\w.,:=@%+/-]+$/.test(value);
}
