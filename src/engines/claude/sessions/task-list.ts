/** The steps that an agent keeps by calls of their own: `TaskCreate`, `TaskUpdate`. */
import { isRecord } from '../../../platform/json.ts';
import type { TranscriptStep } from '../../sessions/transcript.ts';
import { wholeWords } from '../../sessions/whole-words.ts';
import { recordField, textField, type Fields } from '../../stream-fields.ts';

export interface TaskList {
  /** The list as it is after a call; `null`: the call changes none. */
  called(call: {
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
  }): readonly TranscriptStep[] | null;
  /** Likewise after what a call gave back: only that tells the number of a new one. */
  returned(id: string, record: Fields): readonly TranscriptStep[] | null;
}

const MOST = 200;

export function taskList(): TaskList {
  const tasks = new Map<string, TranscriptStep>();
  const asked = new Map<string, string>();
  const all = (): readonly TranscriptStep[] => [...tasks.values()];
  return {
    called: ({ id, name, input }) => {
      const fields: Fields = isRecord(input) ? input : {};
      if (name === 'TaskCreate') asked.set(id, textField(fields, 'subject') ?? '');
      if (name !== 'TaskUpdate') return null;
      const number = textField(fields, 'taskId') ?? '';
      const task = tasks.get(number);
      if (task === undefined) return null;
      const status = textField(fields, 'status');
      if (status === 'deleted') tasks.delete(number);
      else {
        const text = wholeWords(textField(fields, 'subject') ?? task.text);
        tasks.set(number, { text, state: stateOf(status) ?? task.state });
      }
      return all();
    },
    returned: (id, record) => {
      const subject = asked.get(id);
      asked.delete(id);
      const task = recordField(recordField(record, 'toolUseResult'), 'task');
      const number = textField(task, 'id');
      if (subject === undefined || number === null || tasks.size >= MOST) return null;
      tasks.set(number, { text: wholeWords(textField(task, 'subject') ?? subject), state: 'open' });
      return all();
    },
  };
}

function stateOf(status: string | null): TranscriptStep['state'] | null {
  switch (status ?? '') {
    case 'in_progress':
      return 'doing';
    case 'completed':
      return 'done';
    case 'pending':
      return 'open';
    default:
      return null;
  }
}
