import { resolve } from 'node:path';

import { inspectPath, readBytes, resolveLinks } from '../../platform/files.ts';
import { readAll } from '../../platform/standard-input.ts';
import { type EmitCall, emitEvent, type Emitted, formatEvent } from '../../scheduler/emit-event.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { notifyDaemon } from '../tell-queued.ts';

/** As much as the listener for webhooks takes. */
const MAX_BYTES = 1_000_000;

/** What `--payload` names, `-` for standard input; `null` when it was not given. */
async function readPayload(call: CommandCall): Promise<Uint8Array | null> {
  const name = call.options.text('payload');
  if (name === null) return null;
  if (name === '-') return (await readAll(MAX_BYTES)) ?? tooMuch('standard input');
  const path = await resolveLinks(resolve(call.standing, name));
  const facts = path === null ? null : await inspectPath(path);
  if (path === null || facts?.kind !== 'file') {
    throw new AppError('missing', {
      code: 'payload-missing',
      message: `--payload ${name}: there is no such file`,
      hint: 'Give a file, or - for standard input.',
    });
  }
  return facts.size > MAX_BYTES ? tooMuch(name) : readBytes(path);
}

function tooMuch(name: string): never {
  throw new AppError('usage', {
    code: 'payload-too-large',
    message: `--payload ${name} has more than ${MAX_BYTES.toLocaleString('en-US')} bytes`,
    hint: 'Send what a run has to know, and keep the rest where it can be fetched.',
  });
}

export async function emitCommand(call: CommandCall): Promise<number> {
  const asked = await readCall(call);
  const workspace = await openWorkspace(call);
  const emitted = await emitEvent(workspace, asked);
  const fresh = emitted.results.filter(({ outcome }) => outcome === 'accepted');
  if (!call.json) writeEmitted(call, emitted);
  const daemon = await notifyDaemon(call, workspace, fresh.length);
  if (call.json) writeJson(call.terminal, { ...jsonOf(emitted), daemon });
  return 0;
}

const DEPLOYMENT_ONLY = ['environment', 'commit', 'previous', 'state'] as const;

async function readCall(call: CommandCall): Promise<EmitCall> {
  const { options } = call;
  const word = call.words[0] ?? '';
  const id = options.text('id');
  if (word === 'deployment') {
    return {
      kind: 'deployment',
      environment: needed(call, 'environment'),
      deployed: needed(call, 'commit'),
      previous: options.text('previous'),
      state: options.text('state') ?? 'success',
      id,
      payload: await readPayload(call),
    };
  }
  const routine = /^webhook:(.+)$/.exec(word)?.[1];
  if (routine === undefined) {
    throw usage(
      `there is no event "${oneLine(word, 80)}"`,
      'Tell of a `deployment`, or of a delivery for one routine: `webhook:ROUTINE`.',
    );
  }
  const strange = DEPLOYMENT_ONLY.find((name) => options.text(name) !== null);
  if (strange !== undefined) {
    throw usage(
      `--${strange} goes with \`emit deployment\` only`,
      'What a delivery says is in its payload: --payload FILE.',
    );
  }
  return { kind: 'webhook', routine, id, payload: await readPayload(call) };
}

function needed({ options }: CommandCall, name: 'environment' | 'commit'): string {
  const text = options.text(name);
  if (text !== null && text.trim() !== '') return text;
  throw usage(
    `--${name} is missing: a deployment is of something to somewhere`,
    'For example: roundsman emit deployment --environment production --commit HEAD',
  );
}

function writeEmitted(call: CommandCall, { event, results, unmatched, notices }: Emitted): void {
  for (const notice of notices) call.terminal.err(`note: ${notice}\n`);
  const page = openPage(call.terminal);
  page.line(`Told: ${formatEvent(event)}`);
  page.fields([
    ...results.map(
      ({ routine, key, outcome }) =>
        [routine, outcome === 'accepted' ? `due (${key})` : `${KNOWN[outcome]} (${key})`] as const,
    ),
    ...unmatched.map(({ routine, reason }) => [routine, `not due: ${reason}`] as const),
  ]);
  if (
    event.kind === 'deployment' &&
    call.options.text('id') === null &&
    results.some(({ outcome }) => outcome === 'known')
  ) {
    call.terminal.err(
      'note: if it was deployed once more, as in a rollback, tell the two apart: --id ID\n',
    );
  }
  if (results.length === 0 && unmatched.length === 0)
    page.line('No routine listens to deployments: `on: { deployment: … }`.');
}

const KNOWN = {
  known: 'was told of it before',
  replayed: 'had the same payload before',
} as const;

function jsonOf({ event, results, unmatched, notices }: Emitted): object {
  const { payload: _bytes, ...told } = event;
  const keyed = (outcome: string): readonly object[] =>
    results
      .filter((result) => result.outcome === outcome)
      .map(({ routine, key }) => ({ routine, key }));
  return {
    event: told,
    due: keyed('accepted'),
    known: [...keyed('known'), ...keyed('replayed')],
    unmatched,
    notices,
  };
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
