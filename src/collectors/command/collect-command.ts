/** `command`: what a program of the repository prints, as facts. It runs in the checked-out worktree. */
import { tryParseJson } from '../../platform/json.ts';
import { runProcess, type ProcessResult } from '../../platform/process.ts';
import { AppError } from '../../words/errors.ts';
import type { CommandFacts } from '../../words/facts.ts';
import type { Collector } from '../../words/routine.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { CollectRequest } from '../contract.ts';

type CommandRule = Extract<Collector, { kind: 'command' }>;

/** Facts are for a prompt; what prints more than this is not a summary. */
const MAX_BYTES = 10_000_000;
const MAX_ITEMS = 5_000;

export async function collectCommand(request: CollectRequest<CommandRule>): Promise<CommandFacts> {
  const { rule, command, signal } = request;
  if (rule.run[0] === undefined)
    throw failed(rule, 'names no program', 'Write its argv under `run`.');
  request.progress(oneLine(`running ${rule.run.join(' ')}`));
  const plain = { argv: rule.run, cwd: await command.worktree(), env: command.env };
  const result = await command.enclosed(
    plain,
    async ({ argv: [program = '', ...args], handedFiles = [], cwd, env }) =>
      runProcess({
        argv: [program, ...args],
        handedFiles,
        cwd,
        env,
        timeoutMs: rule.timeoutMs,
        maxBytes: MAX_BYTES,
        ...(signal === undefined ? {} : { signal }),
      }),
  );
  checkEnd(rule, result);
  const items = parseOutput(rule, result.stdout.toString('utf8'));
  return {
    kind: 'command',
    items: items.slice(0, MAX_ITEMS),
    coverage: { examined: items.length, found: Math.min(items.length, MAX_ITEMS) },
    truncated: Math.max(0, items.length - MAX_ITEMS),
    untrusted: true,
    exitCode: 0,
  };
}

function checkEnd(rule: CommandRule, result: ProcessResult): void {
  const program = rule.run[0] ?? '';
  const startError = result.startError ?? shellStartError(result);
  if (startError !== null) {
    throw new AppError('missing', {
      code: 'collector-program-missing',
      message: `collector ${rule.name}: cannot start ${JSON.stringify(program)}: ${startError}`,
      hint: 'Install it, or write its path relative to the repository (./tools/x).',
    });
  }
  if (result.cancelled) throw failed(rule, 'was cancelled', '');
  if (result.timedOut) {
    throw failed(rule, `did not end within ${rule.timeoutMs} ms`, 'Raise its `timeout`.');
  }
  if (result.tooMuchOutput) {
    throw failed(rule, `printed more than ${plural(MAX_BYTES, 'byte')}`, 'Let it print a summary.');
  }
  if (result.exitCode !== 0) {
    const said = oneLine(result.stderr, 300) || 'it wrote nothing to stderr';
    const end = result.exitCode === null ? `signal ${result.signal}` : `exit ${result.exitCode}`;
    throw failed(rule, `failed (${end}): ${said}`, 'Run it by hand in a fresh checkout.');
  }
}

/** A shell that bounds the run starts the program: it ends with these codes where it cannot. */
function shellStartError({ exitCode, stderr }: ProcessResult): string | null {
  if (exitCode !== 126 && exitCode !== 127) return null;
  const why = exitCode === 127 ? 'no such program' : 'it may not be executed';
  return `exit ${exitCode}: ${oneLine(stderr, 300) || why}`;
}

function parseOutput(rule: CommandRule, output: string): readonly unknown[] {
  if (rule.format === 'json') {
    const value = tryParseJson(output);
    if (value === undefined) throw notJson(rule, 'its output', output);
    return Array.isArray(value) ? value : [value];
  }
  const lines = output.split('\n').map((line) => line.replace(/\r$/, ''));
  if (rule.format === 'lines') return lines.filter((line) => line !== '');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = tryParseJson(line);
    if (value === undefined) throw notJson(rule, `line ${index + 1} of its output`, line);
    return [value];
  });
}

function notJson(rule: CommandRule, what: string, text: string): AppError {
  return failed(
    rule,
    `${what} is not JSON: ${JSON.stringify(oneLine(text, 80))}`,
    'Print JSON to stdout and everything else to stderr, or set `format: lines`.',
  );
}

function failed(rule: CommandRule, what: string, hint: string): AppError {
  return new AppError('failed', {
    code: 'collector-failed',
    message: `collector ${rule.name}: ${JSON.stringify(rule.run.join(' '))} ${what}`,
    hint,
  });
}
