/** What the commands of a session came to: the last outcome of each, what failed and was done another way. Pure. */
import type { TranscriptEntry } from '../../../engines/sessions/transcript.ts';
import { oneLine } from '../../../words/text.ts';

export interface CommandOutcome {
  readonly command: string;
  /** Of the last time; `null`: it has not ended. */
  readonly ok: boolean | null;
  readonly times: number;
  /** The last line that it printed; empty for none. */
  readonly said: string;
  /** The command after it that did end well, when this one never did. */
  readonly instead: string | null;
  /** It tells whether the work holds: tests, a build, a linter. */
  readonly isCheck: boolean;
}

type Tool = Extract<TranscriptEntry, { readonly kind: 'tool' }>;

/** In the order of their last time. What only looks around is left out. */
export function commandOutcomes(entries: readonly TranscriptEntry[]): readonly CommandOutcome[] {
  const runs = entries.filter(
    (entry): entry is Tool => entry.kind === 'tool' && entry.act === 'run',
  );
  const last = new Map<string, { readonly at: number; readonly times: number }>();
  for (const [at, { summary }] of runs.entries()) {
    const command = commandOf(summary);
    const times = (last.get(command)?.times ?? 0) + 1;
    last.delete(command);
    last.set(command, { at, times });
  }
  const after = nextGood(runs);
  return [...last]
    .filter(([command]) => command !== '' && !isLook(command))
    .map(([command, { at, times }]) => {
      const { ok = null, output = null } = runs[at] ?? {};
      return {
        command,
        ok,
        times,
        said: ok === false ? lastLine(output ?? '') : '',
        instead: ok === false ? (after[at] ?? null) : null,
        isCheck: isCheck(command),
      };
    });
}

/** For each command the next one that ended well, unless that only looks around. */
function nextGood(runs: readonly Tool[]): readonly (string | null)[] {
  const next: (string | null)[] = [];
  let good: string | null = null;
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    next[at] = good;
    const run = runs[at];
    const command = commandOf(run?.summary ?? '');
    if (run?.ok === true && !isLook(command)) good = command;
  }
  return next;
}

function commandOf(summary: string): string {
  return oneLine(summary, 200).replace(/^(?:\$ |cd \S+ && )+/, '');
}

const LOOKS =
  /^(?:ls|cat|cd|pwd|echo|head|tail|grep|rg|find|wc|which|tree|stat|file|date|true|env|printf|sed -n|jq|git (?:status|diff|log|show|branch|rev-parse|ls-files|blame))\b(?![^|;&]*(?:[;&]|\|\s*(?:sh|bash)))/;

function isLook(command: string): boolean {
  return LOOKS.test(command) && !/[^|]>/.test(command);
}

const CHECKS =
  /\b(?:tests?|vitest|jest|mocha|pytest|tox|nox|rspec|phpunit|ctest|check|lint|oxlint|eslint|ruff|mypy|tsc|typecheck|clippy|build|compile|make|gradle|mvn|verify|cargo|go (?:vet|test|build))\b/i;

function isCheck(command: string): boolean {
  return CHECKS.test(command) && !/^git\b/.test(command);
}

function lastLine(output: string): string {
  return oneLine(output.trimEnd().split('\n').at(-1) ?? '', 200);
}
