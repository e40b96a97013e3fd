import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { copilotSessions } from '../../../src/engines/copilot/sessions/index.ts';
import { geminiSessions } from '../../../src/engines/gemini/sessions/index.ts';
import { opencodeSessions } from '../../../src/engines/opencode/sessions/index.ts';
import { piSessions } from '../../../src/engines/pi/sessions/index.ts';
import { qwenSessions } from '../../../src/engines/qwen/sessions/index.ts';
import type { SessionHandle, SessionSource } from '../../../src/engines/sessions/contract.ts';
import { openOpencodeStore } from '../../kit/opencode-store.ts';
import { RECORDED_CWD, recordedHome } from '../../kit/recorded-stores.ts';
import { sessionSourceSuite, type SourceUnderTest } from '../../kit/session-source-suite.ts';

const SCENARIOS = ['ended', 'killed', 'resumed'];
const AT = '2026-11-22T06:00:00.000Z';
const MESSAGE = 5_000;

/** Messages that an agent says, of so many bytes in all, and one more. */
function texts(bytes: number): readonly string[] {
  const many = Array.from({ length: Math.floor(bytes / MESSAGE) }, () => 'x'.repeat(MESSAGE));
  return [...many, 'That is all.'];
}

function appended(
  file: (handle: SessionHandle) => string,
  line: (text: string, index: number) => Readonly<Record<string, unknown>>,
): SourceUnderTest['grow'] {
  return (handle, bytes) => {
    const lines = texts(bytes).map((text, index) => `${JSON.stringify(line(text, index))}\n`);
    appendFileSync(file(handle), lines.join(''));
  };
}

function under(
  source: SessionSource,
  rest: Pick<SourceUnderTest, 'grow' | 'environments'>,
): SourceUnderTest {
  return {
    source,
    scenarios: SCENARIOS,
    root: RECORDED_CWD,
    home: (scenario) => recordedHome(source.engine, scenario),
    ...rest,
  };
}

const itself = ({ location }: SessionHandle): string => location;

sessionSourceSuite(
  under(geminiSessions, {
    grow: appended(itself, (content, index) => ({
      id: `more-${index}`,
      timestamp: AT,
      type: 'gemini',
      content,
    })),
    environments: (home) => [{ HOME: home }, { HOME: '/nowhere', GEMINI_CLI_HOME: home }],
  }),
);

sessionSourceSuite(
  under(piSessions, {
    grow: appended(itself, (text, index) => ({
      type: 'message',
      id: `more-${index}`,
      parentId: index === 0 ? null : `more-${index - 1}`,
      timestamp: AT,
      message: { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' },
    })),
    environments: (home) => [
      { HOME: '/nowhere', PI_CODING_AGENT_DIR: home },
      { HOME: '/nowhere', PI_CODING_AGENT_SESSION_DIR: join(home, 'sessions') },
      { HOME: '/nowhere', PI_CODING_AGENT_SESSION_DIR: join(home, 'sessions/--home-me-repo--') },
    ],
  }),
);

sessionSourceSuite(
  under(qwenSessions, {
    grow: appended(itself, (text, index) => ({
      uuid: `more-${index}`,
      parentUuid: index === 0 ? null : `more-${index - 1}`,
      timestamp: AT,
      type: 'assistant',
      cwd: RECORDED_CWD,
      message: { role: 'model', parts: [{ text }] },
    })),
    environments: (home) => [
      { HOME: '/nowhere', QWEN_HOME: home },
      { HOME: '/nowhere', QWEN_HOME: '/elsewhere', QWEN_RUNTIME_DIR: home },
    ],
  }),
);

sessionSourceSuite(
  under(copilotSessions, {
    grow: appended(
      ({ location }) => join(location, 'events.jsonl'),
      (content) => ({
        type: 'assistant.message',
        timestamp: AT,
        data: { content, toolRequests: [] },
      }),
    ),
    environments: (home) => [{ HOME: '/nowhere', COPILOT_HOME: home }],
  }),
);

sessionSourceSuite(
  under(opencodeSessions, {
    grow: ({ id, location }, bytes) => {
      const store = openOpencodeStore(location);
      store.exec('BEGIN');
      const moment = Date.parse(AT);
      for (const [index, text] of texts(bytes).entries()) {
        const at = moment + index;
        const known = { session_id: id, time_created: at, time_updated: at };
        const message = { role: 'assistant', time: { created: at, completed: at }, finish: 'stop' };
        const key = `msg_z${String(index).padStart(6, '0')}`;
        store.insert('message', { ...known, id: key, data: JSON.stringify(message) });
        const part = { type: 'text', text };
        store.insert('part', {
          ...known,
          id: `prt_${key}`,
          message_id: key,
          data: JSON.stringify(part),
        });
      }
      store.exec('COMMIT');
      store.close();
    },
    environments: (home) => [{ HOME: '/nowhere', XDG_DATA_HOME: join(home, 'data') }],
  }),
);
