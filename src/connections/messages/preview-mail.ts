/** The mail of a run, or of a message that is stored: as it was or would be sent. Nothing is sent, stored or changed. */
import {
  mailOf,
  type EmailTarget,
  type Mail,
  type MailMessage,
} from '../../connectors/smtp/mail-of.ts';
import { readCatalog } from '../../routines/definitions.ts';
import { loadRoutine } from '../../routines/load-routine.ts';
import type { StoredRun } from '../../store/ports.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import type { Connection } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';
import type { MailAddress } from '../../words/mail-address.ts';
import type { Message } from '../../words/message.ts';
import type { NotifyRule, Occasion } from '../../words/notify.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { contentOfRun } from '../content-of-run.ts';
import { occasionsOf, runsBefore } from '../tell-run.ts';
import { findMessage } from './list-messages.ts';
import { minuteOf } from './message-view.ts';

export interface MailPreview {
  readonly mail: Mail;
  /** Of a stored message; `null`: it was made for the preview. */
  readonly message: { readonly id: string; readonly state: Message['state']['kind'] } | null;
  /** The smtp connection; `null`: there is none of that name, and who sends is made up. */
  readonly via: string | null;
  /**
   * `stored`: a message that there is. `would-send`: a rule sends one for such a run. `other-occasion`: the rules that send
   * mails do so for other occasions. `no-rule`: none does, and it has no recipient.
   */
  readonly why: 'stored' | 'would-send' | 'other-occasion' | 'no-rule';
}

/** Its stored mail; else what the routine's rules, as they stand now, would make of it. Throws `refused` before its end. */
export async function previewMailOfRun(workspace: Workspace, run: RunView): Promise<MailPreview> {
  const stored = (await workspace.messages.list()).filter(
    ({ target, contents, state }) =>
      target.kind === 'email' &&
      state.kind !== 'dropped' &&
      contents.some((content) => content.run?.id === run.id),
  );
  const newest = stored.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  if (newest !== undefined) return previewStored(workspace, newest);
  const whole = await workspace.runs.read(run.id);
  if (whole === null) throw notYet(run);
  return previewMade(workspace, whole);
}

/** @throws AppError `not-found`, or `refused` for one that is not a mail */
export async function previewMailOfMessage(workspace: Workspace, id: string): Promise<MailPreview> {
  return previewStored(workspace, await findMessage(workspace, id));
}

/** What waits for a time of day, for the end of quiet hours or for another try; those that go first come first. */
export async function previewHeldMails(workspace: Workspace): Promise<readonly MailPreview[]> {
  const held = (await workspace.messages.list()).filter(
    ({ target, state }) => target.kind === 'email' && state.kind === 'held',
  );
  const until = ({ state }: Message): string => (state.kind === 'held' ? state.until : '');
  const inOrder = held.toSorted((a, b) => until(a).localeCompare(until(b)));
  return Promise.all(inOrder.map((message) => previewStored(workspace, message)));
}

async function previewStored(workspace: Workspace, message: Message): Promise<MailPreview> {
  const { target, id, state } = message;
  if (target.kind !== 'email') {
    throw new AppError('refused', {
      code: 'no-mail',
      message: `${id} is not a mail: it goes to ${target.kind}`,
      hint: `Look at it: roundsman messages show ${id}`,
    });
  }
  const made = await asMail(workspace, message, target);
  return { ...made, message: { id, state: state.kind }, why: 'stored' };
}

async function previewMade(workspace: Workspace, run: StoredRun): Promise<MailPreview> {
  const { spec, record } = run;
  const view = toRunView(run);
  const rules = await rulesOf(workspace, run);
  const { views } = await workspace.runs.listViews({ routine: view.routine, limit: LOOKED_BACK });
  const occasions = occasionsOf(view, runsBefore(views.filter(({ id }) => id < view.id)));
  const at = record?.phase.kind === 'waiting' ? record.phase.since : view.endedAt;
  if (at === null) throw notYet(view);
  const rule = ruleFor(rules, occasions);
  const held = (await workspace.proposals.list()).filter(
    (one) => one.run === view.id && one.state === 'held',
  );
  const content = await contentOfRun({
    view,
    occasions: rule.occasions,
    name: spec.routine.name,
    findings: (await workspace.findings.read(view.routine)).findings,
    held: held.length,
    reportFile: runPaths(workspace.location.stateDir, view.id).report,
    rests: record?.rests ?? 0,
    at,
    redactor: makeRedactor(secretsOfRun(spec.routine, workspace.env, spec.settings.connections)),
  });
  const message = { id: 'M-preview', routine: view.routine, contents: [content], createdAt: at };
  return { ...(await asMail(workspace, message, rule.target)), message: null, why: rule.why };
}

const LOOKED_BACK = 200;
const NO_RECIPIENT: Pick<EmailTarget, 'via' | 'to' | 'cc'> = { via: '', to: [], cc: [] };

interface RuleFor {
  readonly target: Pick<EmailTarget, 'via' | 'to' | 'cc'>;
  readonly occasions: readonly Occasion[];
  readonly why: MailPreview['why'];
}

/** The first that sends a mail for such a run; else the first that sends any. */
function ruleFor(rules: readonly NotifyRule[], occasions: readonly Occasion[]): RuleFor {
  const mails = rules.flatMap(({ on, targets }) =>
    targets.flatMap((target) =>
      target.kind === 'email'
        ? [{ target, occasions: occasions.filter((one) => on.includes(one)) }]
        : [],
    ),
  );
  const match = mails.find((one) => one.occasions.length > 0);
  if (match !== undefined) return { ...match, why: 'would-send' };
  const all = occasions.length === 0 ? (['always'] as const) : occasions;
  const [first] = mails;
  if (first === undefined) return { target: NO_RECIPIENT, occasions: all, why: 'no-rule' };
  return { target: first.target, occasions: all, why: 'other-occasion' };
}

/** As they stand now; where the definition is gone or broken, as the run had them. */
async function rulesOf(workspace: Workspace, { spec }: StoredRun): Promise<readonly NotifyRule[]> {
  try {
    const { routine } = await loadRoutine(workspace, { id: spec.routine.id, overrides: [] });
    return routine.notify ?? [];
  } catch (thrown) {
    if (thrown instanceof AppError) return spec.routine.notify ?? [];
    throw thrown;
  }
}

async function asMail(
  workspace: Workspace,
  message: MailMessage,
  target: Pick<EmailTarget, 'via' | 'to' | 'cc'>,
): Promise<Pick<MailPreview, 'mail' | 'via'>> {
  const { workspace: settings } = await readCatalog(workspace);
  const server = serverFor(settings.connections ?? [], target.via);
  const place = { name: workspace.location.name, timezone: settings.timezone };
  const mail = mailOf(message, target, {
    workspace: place,
    pageUrl: null,
    from: server?.from ?? 'Roundsman <roundsman@localhost>',
    replyTo: server?.replyTo ?? null,
  });
  return { mail, via: server?.name ?? null };
}

function serverFor(connections: readonly Connection[], via: string) {
  const servers = connections.filter((one) => one.kind === 'smtp');
  return servers.find(({ name }) => name === via) ?? (via === '' ? servers[0] : undefined);
}

function notYet({ id, routine }: RunView): AppError {
  return new AppError('refused', {
    code: 'run-not-ended',
    message: `run ${id} of ${routine} has not ended: there is nothing to tell of it yet`,
    hint: `Follow it: roundsman logs ${id} --follow`,
  });
}

// What faces say of a mail besides its text.

/** Pairs of a label and a value, for people; `null`: there is none. */
export function mailFields({
  mail,
  via,
  ...preview
}: MailPreview): readonly (readonly [string, string | null])[] {
  return [
    ['subject', mail.subject],
    ['from', via === null ? 'none: there is no such smtp connection' : addressText(mail.from)],
    ['to', mail.to.length === 0 ? 'none: no rule under notify sends a mail' : listText(mail.to)],
    ['cc', listText(mail.cc)],
    ['reply to', mail.replyTo === null ? null : addressText(mail.replyTo)],
    ['date', minuteOf(mail.date)],
    [
      'message',
      preview.message === null ? null : `${preview.message.id}, ${preview.message.state}`,
    ],
    ['message id', mail.messageId],
    ['thread', mail.inReplyTo],
    ['list', mail.headers['List-Id'] ?? null],
  ];
}

/** One sentence. */
export function formatPreview({ why, message }: MailPreview): string {
  switch (why) {
    case 'stored':
      return storedWords(message);
    case 'would-send':
      return 'A run like this sends this mail. Nothing was sent.';
    case 'other-occasion':
      return 'No rule under notify sends a mail about a run like this.';
    case 'no-rule':
      return 'No rule under notify sends a mail: give the routine one, and it has a recipient.';
  }
}

function storedWords(message: MailPreview['message']): string {
  switch (message?.state) {
    case 'sent':
      return 'This mail was sent. Of a long report only the beginning is kept here.';
    case 'given-up':
      return `This mail could not be sent, and was given up: roundsman messages show ${message.id}`;
    case 'dropped':
      return 'This mail was dropped, and is not sent.';
    case 'held':
    case 'due':
    case 'sending':
    case undefined:
      return 'This mail is not sent yet.';
  }
}

function listText(addresses: Mail['to']): string | null {
  return addresses.length === 0 ? null : addresses.map(addressText).join(', ');
}

function addressText({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}
