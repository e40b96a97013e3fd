/** Prompts that a person picks in a session: what waits in the morning. */
import {
  ErrorCode,
  McpError,
  type GetPromptResult,
  type Prompt,
} from '@modelcontextprotocol/sdk/types.js';

import { oneLine } from '../words/text.ts';
import { bounded, listAnswer, passageAnswer, protocolError } from './answer.ts';
import type { Desk } from './contract.ts';
import { ALL_KINDS, type KindName } from './kinds/all-kinds.ts';

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'morning',
    description: 'What the night left that needs a person, most urgent first.',
  },
  {
    name: 'handover',
    description: 'Continue with what another session of any agent was at.',
    arguments: [
      { name: 'session', description: 'Its id, from `roundsman sessions`.', required: true },
    ],
  },
];

export interface PromptCall {
  readonly name: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Rejects with an error of the protocol. */
export async function getPrompt(desk: Desk, { name, words }: PromptCall): Promise<GetPromptResult> {
  if (name === 'morning') return messageOf(await morning(desk));
  if (name === 'handover') return messageOf(await handover(desk, words['session'] ?? ''));
  const names = PROMPTS.map((one) => one.name).join(', ');
  throw new McpError(
    ErrorCode.InvalidParams,
    `there is no prompt "${oneLine(name, 80)}"; there are ${names}`,
  );
}

async function handover(desk: Desk, id: string): Promise<string> {
  try {
    const passage = await ALL_KINDS.session.read(desk, { id, path: null, offset: 0 });
    const words =
      'Continue with what this session was at. Check what it says it did before you rely on it. Begin with one line on what is left to do.';
    return bounded(`${words}\n\n${passageAnswer(passage, 0, desk.redactor)}`, desk.redactor);
  } catch (thrown) {
    throw protocolError(thrown, desk.redactor);
  }
}

const SHOWN = 12;

async function morning(desk: Desk): Promise<string> {
  const part = async (kind: KindName, state: string | null): Promise<string> => {
    const rows = await ALL_KINDS[kind].list(desk, { routine: null, state });
    return listAnswer({ rows, noun: kind, from: 0, limit: SHOWN }, desk.redactor);
  };
  const text = [
    'Tell me what waits for me here, most urgent first, in a few lines each: runs that wait for an answer or failed, new ' +
      'findings, branches to review, notes and items to decide. Name the command of roundsman for each. Use the tools `list` ' +
      'and `read` of the server roundsman for more.',
    `# Runs that wait for an answer\n\n${await part('run', 'waiting')}`,
    `# The last reports\n\n${await part('report', null)}`,
    `# Open findings\n\n${await part('finding', null)}`,
    `# Branches that wait\n\n${await part('branch', null)}`,
    `# Decisions that wait\n\n${await part('decision', 'proposed')}`,
  ].join('\n\n');
  return bounded(text, desk.redactor);
}

function messageOf(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
