/** What an agent says in its run. Each call is one record, kept at once; the files in $ROUNDSMAN_OUT remain as good. */
import { z } from 'zod';

import {
  DecisionLine,
  FindingLine,
  KnowledgeLine,
  MissingLine,
  Noop,
  ProposalLine,
  Question,
} from '../../engines/agent-contract.ts';
import { proposeNote } from '../../ledger/notes/decide-note.ts';
import type { RecordKind, RunRecords } from '../../runtime/told/run-records.ts';
import { AppError } from '../../words/errors.ts';
import { NOTE_KINDS } from '../../words/note.ts';
import type { Desk, Tool } from '../contract.ts';
import { tool } from '../tool.ts';

export const runTools: readonly Tool[] = [
  tool({
    name: 'report_finding',
    description:
      'Report one finding. Report all that still holds, known ones too: what a complete run does not report counts as ' +
      'resolved. A fingerprint of your own keeps it the same from run to run; take that of a known one from `list`.',
    readOnly: false,
    schema: FindingLine,
    call: (desk, record) => add(desk, { kind: 'finding', record }),
  }),
  tool({
    name: 'propose',
    description:
      'Propose an effect outside of the worktree; a person decides. Each only where the routine allows it. file-item: its key is one ' +
      'of those set aside for this run. push-branch, pull-request: of the branch that this run leaves. comment, update-item, ' +
      'close-item: of an item that is there.',
    readOnly: false,
    schema: ProposalLine,
    call: (desk, record) => add(desk, { kind: 'proposal', record }),
  }),
  tool({
    name: 'record_decision',
    description: 'Propose a decision that binds later runs once a person approved it.',
    readOnly: false,
    schema: DecisionLine,
    call: (desk, record) => add(desk, { kind: 'decision', record }),
  }),
  tool({
    name: 'propose_knowledge',
    description: 'Propose what you learned about this repository and later runs should know.',
    readOnly: false,
    schema: KnowledgeLine,
    call: (desk, record) => add(desk, { kind: 'knowledge', record }),
  }),
  tool({
    name: 'report_missing',
    description: 'Say what you lacked: a tool, data, a permission. Do not work around it.',
    readOnly: false,
    schema: MissingLine,
    call: (desk, record) => add(desk, { kind: 'missing', record }),
  }),
  tool({
    name: 'hand_off',
    description: 'Leave a note for the next run of this routine, or for the person who takes over.',
    readOnly: false,
    schema: z.strictObject({ note: z.string().trim().min(1).max(20_000) }),
    call: async (desk, { note }) => {
      await recordsOf(desk).handOff(note);
      return 'Kept: it is in the report, and the next run of this routine is told.';
    },
  }),
  tool({
    name: 'ask_human',
    description:
      'Ask what only a person can decide before you can continue. Ends your turn; you are woken with the answer.',
    readOnly: false,
    schema: Question,
    call: async (desk, question) => {
      await recordsOf(desk).ask(question);
      return 'The question is kept. End your turn now, without a report: you are woken with the answer, in this session and worktree.';
    },
  }),
  tool({
    name: 'finish',
    description:
      'End with the report (Markdown, with the headings that were asked for), or with why there is nothing new. Called twice, the last counts.',
    readOnly: false,
    schema: z
      .strictObject({
        report: z.string().max(1_000_000).optional(),
        noop: Noop.optional(),
      })
      .refine(({ report, noop }) => (report === undefined) !== (noop === undefined), {
        message: 'give `report` or `noop`, one of them',
      }),
    call: async (desk, { report, noop }) => {
      const records = recordsOf(desk);
      if (report !== undefined) await records.finishWithReport(report);
      else if (noop !== undefined) await records.finishWithNothing(noop.reason);
      return 'Kept. Commit what should stay, and end your turn.';
    },
  }),
];

const NAMES: Readonly<Record<RecordKind, string>> = {
  finding: 'findings',
  proposal: 'proposals',
  decision: 'decisions',
  knowledge: 'notes of knowledge',
  missing: 'things that were missing',
};

async function add(
  desk: Desk,
  { kind, record }: { readonly kind: RecordKind; readonly record: unknown },
): Promise<string> {
  const count = await recordsOf(desk).add(kind, record);
  return `Kept. ${NAMES[kind]} so far: ${count}.`;
}

function recordsOf({ run }: Desk): RunRecords {
  if (run !== null) return run;
  throw new AppError('refused', {
    code: 'no-run',
    message: 'this session is not a run of Roundsman: there is no report that it could go into',
    hint: 'Look things up with search, list and read; propose_note waits until a person approves.',
  });
}

// What an agent in a person's own session may leave: notes, as proposed.
export const personTools: readonly Tool[] = [
  tool({
    name: 'propose_note',
    description:
      'Propose a decision (it binds runs) or knowledge (it helps them) about this repository. It counts once a person approved it.',
    readOnly: false,
    schema: z.strictObject({
      kind: z.enum(NOTE_KINDS),
      title: z.string().trim().min(1).max(300),
      text: z.string().trim().min(1).max(5_000),
      reason: z.string().max(5_000).default(''),
      paths: z.array(z.string().min(1).max(1_000)).max(100).default([]),
    }),
    call: async ({ workspace, redactor, by }, { kind, title, text, reason, paths }) => {
      const note = await proposeNote(workspace, {
        kind,
        title: redactor.text(title),
        text: redactor.text(text),
        reason: redactor.text(reason),
        paths: paths.map(redactor.text),
        replaces: null,
        by,
        approved: false,
      });
      const noun = kind === 'decision' ? 'decisions' : 'knowledge';
      return `Proposed as ${note.id}. A person approves it: roundsman ${noun} approve ${note.id}`;
    },
  }),
];
