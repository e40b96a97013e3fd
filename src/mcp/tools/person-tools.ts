/** What an agent in a person's own session may leave: notes, as proposed. */
import { z } from 'zod';

import { proposeNote } from '../../ledger/notes/propose-note.ts';
import { NOTE_KINDS } from '../../words/note.ts';
import type { Tool } from '../contract.ts';
import { tool } from '../tool.ts';

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
